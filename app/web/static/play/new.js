/** New puzzles: the size and the grade are chosen, the server makes one, and it is played. */

import { askRecord, Refused } from "../base/api.js";
import { announce, byId, enable, on, reveal, write } from "../base/dom.js";
import { toldBy } from "../item/sentences.js";
import { addItem, current } from "../item/store.js";
import { startGame } from "./start.js";

/** Ends what is being made. @type {?AbortController} */
let making = null;

/** Begins to listen. */
export function init() {
  on("click", { new: open, "game-another": another, "new-cancel": () => making?.abort() });
  on("submit", { "new-form": make });
  on("change", { "new-form": showCustom });
  on("close", { "new-dialog": () => making?.abort() });
  showCustom();
  enable({ new: true });
}

function open() {
  write({ "new-message": "" });
  byId("new-dialog").showModal();
}

/** Makes one of the same size and grade. */
function another() {
  const play = current()?.play;
  if (!play) return;
  const { rows, cols } = play.game.puzzle;
  choose("size", "custom");
  choose("size", `${rows}x${cols}`);
  choose("grade", (play.grade ?? "").replace(" ", "-"));
  [byId("new-rows").value, byId("new-cols").value, byId("new-seed").value] = [rows, cols, ""];
  showCustom();
  open();
  make();
}

/** Chooses a value, if there is a button for it. @param {string} name @param {string} value */
const choose = (name, value) => /** @type {?HTMLElement} */ (document.querySelector(`#new-form [name=${name}][value="${value}"]`))?.click();

function showCustom() {
  const isCustom = wanted().get("size") === "custom";
  reveal({ "new-custom": isCustom });
  enable({ "new-rows": isCustom, "new-cols": isCustom });
}

/** What is chosen, by its name in the form. */
const wanted = () => new FormData(/** @type {HTMLFormElement} */ (/** @type {unknown} */ (byId("new-form"))));

async function make() {
  const { size, rows, cols, grade, seed } = Object.fromEntries(wanted());
  const parameters = { size: size === "custom" ? `${rows}x${cols}` : size, grade, seed: String(seed).trim() || null };
  making?.abort();
  const own = new AbortController();
  making = own;
  let message = "";
  show("");
  announce("Making the puzzle");
  try {
    const { status, record } = await askRecord("api/new", parameters, "", { signal: own.signal });
    if (status === 200 && record.puzzlink) begin(record);
    else message = toldBy(record) || "No puzzle was made.";
  } catch (error) {
    if (error instanceof Refused) message = toldBy(error.record);
    else if (error.name !== "AbortError") throw error;
  } finally {
    if (making === own) making = null;
    if (!making) show(message);
    if (message) announce(message);
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

/** @param {string} message */
function show(message) {
  reveal({ "new-busy": making });
  enable({ "new-make": !making });
  write({ "new-message": message });
}
