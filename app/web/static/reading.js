/** An item → its record: the picture or text is sent with all that a person has said of it. */

import { askRecord, Refused } from "./api.js";
import { announce } from "./dom.js";
import { current, updateItem } from "./store.js";

/** Milliseconds between two words on how long it has been. */
const TICK = 1000;

/** The parameters by which the server reads the item as it stands. @param {import("./store.js").Item} item */
export function parametersOf(item) {
  return {
    fix: Object.entries(item.fixes).map(([place, value]) => `${place}=${value}`),
    size: item.size,
    as_read: item.asRead,
    page: item.page > 1 ? item.page : null,
    board: item.board > 1 ? item.board : null,
  };
}

/** What to send of an item whose puzzle is certain, for help and for playing: its text, which needs no reading.
 * @returns {?string} */
export const puzzleText = (item) => item.record?.puzzlink ?? item.record?.task ?? null;

/** Reads an item, anew if it was read before; what is under way for it is cancelled. Resolves when it is done,
 * whatever came of it. @param {import("./store.js").Item} item @returns {Promise<void>} */
export async function readItem(item) {
  item.busy?.cancel();
  const stopper = new AbortController();
  const busy = { words: "", fraction: 0, cancel: () => stopper.abort() };
  const show = (progress) => item.busy === busy && updateItem(item, { busy: Object.assign(busy, progress) });
  const tell = progressOf(item, show);
  item.busy = busy;
  tell(0);
  try {
    const options = { signal: stopper.signal, onUpload: tell };
    const { record } = await askRecord("api/solve", parametersOf(item), item.source, options);
    if (item.busy !== busy) return;
    updateItem(item, { record, pages: record.pages ?? 1, busy: null, shown: null });
    if (item === current()) announce(messageOf(record));
  } catch (error) {
    if (item.busy !== busy) return;
    if (error.name === "AbortError") return updateItem(item, { busy: null });
    if (!(error instanceof Refused)) throw error;
    updateItem(item, { record: { ...error.record, exit_code: 1 }, busy: null, shown: null });
    if (item === current()) announce(error.message);
  } finally {
    tell.end();
  }
}

/** One line on what became of an item. @param {Object} record */
export function messageOf(record) {
  if (record.message) return record.message;
  const aquariums = new Set(record.regions?.flat()).size;
  return `${record.rows}×${record.cols}, ${aquariums} aquariums, one solution`;
}

/** Returns what tells how far an upload is, and from its end on how long the reading takes, until `end()`. */
function progressOf(item, show) {
  const doing = item.isText ? "Solving" : "Reading the picture";
  let timer = null;
  const tell = (fraction) => {
    if (fraction < 1 && !item.isText) return show({ words: "Sending the picture", fraction });
    const begun = Date.now();
    const tick = () => {
      const seconds = Math.round((Date.now() - begun) / 1000);
      show({ words: seconds < 2 ? doing : `${doing}, ${seconds} s`, fraction: null });
    };
    timer ??= setInterval(tick, TICK);
    tick();
  };
  tell.end = () => clearInterval(timer);
  return tell;
}
