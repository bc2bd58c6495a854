/** New puzzles: the size and the grade are chosen, the server makes one, and it is played. */

import { askRecord, Refused } from "../base/api.js";
import { announce, byId } from "../base/dom.js";
import { toldBy } from "../item/sentences.js";
import { addItem, current } from "../item/store.js";
import { startGame } from "./start.js";

/** Ends what is being made. @type {?AbortController} */
let making = null;

/** Begins to listen. */
export function init() {
  const dialog = byId("new-dialog");
  byId("new").addEventListener("click", open);
  byId("new").disabled = false;
  byId("game-another").addEventListener("click", another);
  byId("new-form").addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  byId("new-form").addEventListener("change", showCustom);
  byId("new-close").addEventListener("click", () => dialog.close());
  byId("new-cancel").addEventListener("click", () => making?.abort());
  dialog.addEventListener("close", () => making?.abort());
  showCustom();
}

function open() {
  byId("new-message").textContent = "";
  byId("new-dialog").showModal();
}

/** Makes one of the same size and grade. */
function another() {
  const play = current()?.play;
  if (!play) return;
  const { game: { puzzle: { rows, cols } }, grade } = play;
  choose("size", "custom");
  choose("size", `${rows}x${cols}`);
  choose("grade", (grade ?? "").replace(" ", "-"));
  [byId("new-rows").value, byId("new-cols").value, byId("new-seed").value] = [rows, cols, ""];
  showCustom();
  open();
  make();
}

/** Chooses a value, if there is a button for it. @param {string} name @param {string} value */
const choose = (name, value) => /** @type {?HTMLElement} */ (document.querySelector(`#new-form [name=${name}][value="${value}"]`))?.click();

function showCustom() {
  const isCustom = wanted().get("size") === "custom";
  byId("new-custom").hidden = !isCustom;
  for (const field of [byId("new-rows"), byId("new-cols")]) field.disabled = !isCustom;
}

/** What is chosen, by its name in the form. */
const wanted = () => new FormData(/** @type {HTMLFormElement} */ (/** @type {unknown} */ (byId("new-form"))));

async function make() {
  const { size, rows, cols, grade, seed } = Object.fromEntries(wanted());
  making?.abort();
  const own = new AbortController();
  making = own;
  show("");
  announce("Making the puzzle");
  try {
    const parameters = { size: size === "custom" ? `${rows}x${cols}` : size, grade, seed: String(seed).trim() || null };
    const { status, record } = await askRecord("api/new", parameters, "", { signal: own.signal });
    if (status !== 200 || !record.puzzlink) return end(own, toldBy(record) || "No puzzle was made.");
    end(own, "");
    begin(record);
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof Refused)) throw error;
    end(own, error instanceof Refused ? toldBy(error.record) : "");
  }
}

/** @param {Answer} record */
function begin(record) {
  const grade = (record.grade ?? "").replace("-", " ");
  const name = `${record.rows}×${record.cols}, ${grade}`;
  const item = addItem({ name, source: record.puzzlink ?? "", isText: true, record });
  byId("new-dialog").close();
  startGame(item, { grade, seed: record.seed });
}

/** @param {AbortController} own @param {string} message */
function end(own, message) {
  if (making !== own) return;
  making = null;
  show(message);
  if (message) announce(message);
}

/** @param {string} message */
function show(message) {
  byId("new-busy").hidden = !making;
  byId("new-make").disabled = Boolean(making);
  byId("new-message").textContent = message;
}
