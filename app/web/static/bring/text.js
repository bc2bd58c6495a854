/** Puzzles as text: typed, pasted or dropped. One with a mistake is shown in a field, to be mended there. */

import { askRecord, Refused } from "../base/api.js";
import { byId } from "../base/dom.js";
import { accept } from "../item/record.js";
import { toldBy } from "../item/sentences.js";
import { addItem, removeItem, saidOf, selectItem, updateItem } from "../item/store.js";
import { readAll } from "./queue.js";

/** Addresses among other words, as where an answer was shared. */
const ADDRESSES = /^https?:\/\/\S+\?(?:pzprv3\/)?aquarium\/\S+$/gim;

/** @type {?AbortController} */
let stopper = null;
/** What was typed and not solved yet. */
let draft = "";
/** Whether the field has that, and not a text that came from elsewhere. */
let isDraft = true;
/** The item whose text is being mended, if it is one of the list. @type {?Item} */
let mended = null;

/** Begins to listen. */
export function init() {
  byId("text").addEventListener("click", () => openText());
  byId("text-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  byId("text-cancel").addEventListener("click", () => byId("text-dialog").close());
  byId("text-dialog").addEventListener("close", () => byId("text-dialog").open || stopper?.abort()); // it may be open again
  byId("text-field").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("text-form").requestSubmit();
  });
  byId("text-field").addEventListener("input", () => {
    if (isDraft) draft = byId("text-field").value;
    showError("");
  });
}

/** Opens the field, with what was left in it if nothing is given.
 * @param {?string} [text] @param {?Item} [item]  whose text it is */
export function openText(text = null, item = null) {
  mended = item;
  isDraft = text === null || (!item && !draft);
  byId("text-field").value = text ?? draft;
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
  byId("text-solve").disabled = true;
  byId("text-solve").textContent = "Solving…";
  try {
    const { record } = await askRecord("api/solve", { size }, text, { signal: stopper.signal });
    if (record.regions) finish(text, size, record);
    else showMistake(record);
  } catch (error) {
    if (error instanceof Refused) showError(toldBy(error.record));
    else if (error.name !== "AbortError") throw error;
  } finally {
    byId("text-solve").disabled = false;
    byId("text-solve").textContent = "Solve";
  }
}

/** Reads several puzzles, each as an item. @param {string[]} addresses */
function readEach(addresses) {
  const added = addresses.map((source) => addItem({ source, isText: true, name: "Text" }));
  if (isDraft) draft = "";
  byId("text-dialog").close();
  selectItem(added[0]);
  readAll(added);
}

/** @param {Answer} record */
function showMistake(record) {
  if (record.values?.what?.code === "size_needed") byId("text-size-part").hidden = false;
  showError(toldBy(record), record.values ?? {});
}

/** @param {string} text @param {?string} size @param {Answer} record */
function finish(text, size, record) {
  if (mended) removeItem(mended);
  if (isDraft) draft = "";
  const name = `${record.rows}×${record.cols} from text`;
  const item = addItem({ source: text, isText: true, name });
  updateItem(item, {}, { size });
  selectItem(item);
  accept(item, record);
  byId("text-dialog").close();
}

/** Shows what is amiss at the field, and selects the sign where it is.
 * @param {string} message @param {{line?: number, column?: number}} [place]  from 1 */
function showError(message, { line, column } = {}) {
  const field = byId("text-field");
  byId("text-error").textContent = message;
  byId("text-error").hidden = !message;
  field.setAttribute("aria-invalid", String(Boolean(message)));
  if (!message) return;
  if (line && column) mark(field, line, column);
  field.focus();
}

/** @param {Part} field @param {number} line @param {number} column */
function mark(field, line, column) {
  const lines = field.value.split("\n");
  const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const end = begin + (lines[line - 1]?.length ?? 0);
  field.setSelectionRange(begin + column - 1, Math.min(begin + column, end));
}
