/** Puzzles as text: typed, pasted or dropped. One with a mistake is shown in a field, to be mended there. */

import { askRecord, Refused } from "../base/api.js";
import { byId, enable, on, reveal, write } from "../base/dom.js";
import { accept } from "../item/record.js";
import { toldBy } from "../item/sentences.js";
import { addItem, removeItem, saidOf, selectItem, updateItem } from "../item/store.js";
import { readAll } from "./queue.js";

/** Addresses among other words, as where an answer was shared. */
const ADDRESSES = /^https?:\/\/\S+\?(?:pzprv3\/)?aquarium\/\S+$/gim;

/** @type {?AbortController} */
let stopper = null;
/** The item whose text is being mended, if it is one of the list. @type {?Item} */
let mended = null;

/** Begins to listen. */
export function init() {
  on("click", { text: () => openText() });
  on("submit", { "text-form": submit });
  on("close", { "text-dialog": () => byId("text-dialog").open || stopper?.abort() }); // it may be open again
  on("keydown", { "text-field": ({ key, ctrlKey, metaKey }) => {
    if (key === "Enter" && (ctrlKey || metaKey)) byId("text-form").requestSubmit();
  } });
  on("input", { "text-field": () => showError("") });
}

/** Opens the field, with what was left in it if nothing is given.
 * @param {?string} [text] @param {?Item} [item]  whose text it is */
export function openText(text = null, item = null) {
  if (text !== null || mended) byId("text-field").value = text ?? "";
  mended = item;
  byId("text-size").value = (item && saidOf(item).size) ?? "";
  byId("text-size-part").hidden = true;
  showError("");
  byId("text-dialog").showModal();
  byId("text-field").focus();
}

/** Reads a text as if it had been typed. @param {string} text */
export function readText(text) {
  openText(text);
  return submit();
}

async function submit() {
  const written = byId("text-field").value.trim();
  const addresses = written.match(ADDRESSES) ?? [];
  if (addresses.length > 1) return readEach(addresses);
  const text = addresses[0] ?? written;
  const size = byId("text-size").value.trim().replace(/\s*[x×*]\s*/i, "x") || null;
  if (!text) return showError("There is no text. Paste a puzz.link address or a puzzle as text.");
  stopper?.abort();
  stopper = new AbortController();
  enable({ "text-solve": false });
  write({ "text-solve": "Solving…" });
  try {
    const { record } = await askRecord("api/solve", { size }, text, { signal: stopper.signal });
    if (record.regions) return finish(text, size, record);
    reveal({ "text-size-part": !byId("text-size-part").hidden || record.values?.what?.code === "size_needed" });
    showError(toldBy(record), record.values ?? {});
  } catch (error) {
    if (error instanceof Refused) showError(toldBy(error.record));
    else if (error.name !== "AbortError") throw error;
  } finally {
    enable({ "text-solve": true });
    write({ "text-solve": "Solve" });
  }
}

/** Reads several puzzles, each as an item. @param {string[]} addresses */
function readEach(addresses) {
  const added = addresses.map((source) => addItem({ source, isText: true, name: "Text" }));
  close(added[0]);
  readAll(added);
}

/** @param {string} text @param {?string} size @param {Answer} record */
function finish(text, size, record) {
  if (mended) removeItem(mended);
  const item = addItem({ source: text, isText: true, name: `${record.rows}×${record.cols} from text` });
  updateItem(item, {}, { size });
  close(item);
  accept(item, record);
}

/** Shows what has become of the text in the place of the field. @param {Item} item */
function close(item) {
  byId("text-field").value = "";
  byId("text-dialog").close();
  selectItem(item);
}

/** Shows what is amiss at the field, and selects the sign where it is.
 * @param {string} message @param {{line?: number, column?: number}} [place]  from 1 */
function showError(message, { line, column } = {}) {
  const field = byId("text-field");
  write({ "text-error": message });
  field.setAttribute("aria-invalid", Boolean(message));
  if (!message) return;
  if (line && column) {
    const lines = field.value.split("\n").slice(0, line);
    const end = lines.join("\n").length;
    const begin = end - (lines.at(-1) ?? "").length + column - 1;
    field.setSelectionRange(begin, Math.min(begin + 1, end));
  }
  field.focus();
}
