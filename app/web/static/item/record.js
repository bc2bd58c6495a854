/** An item → its record: the picture or text is sent with all that a person has said of it. */

import { askRecord, Refused } from "../base/api.js";
import { announce } from "../base/dom.js";
import { current, items, updateItem } from "./store.js";
import { isRefused, messageOf, outcomeWords } from "./wording.js";

/** Statuses of a record that tells of the puzzle; others tell of the server, and asking again may do better. */
export const ANSWERS = ["solved", "unsure", "no_puzzle", "ambiguous", "no_solution"];
/** Records that are kept of an item, so that undoing is at once. */
const MOST_KNOWN = 40;
const known = new WeakMap();

/** Fields of a record whose answer is not that of the item any more. */
const NO_ANSWER = {
  status: "unsure", exit_code: 4, message: null, puzzle_certain: null, unique: null,
  water: null, shared: null, task: null, puzzlink: null, text: null, share: null, mistakes: null,
};

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

/** Reads an item, anew if it was read before; what is under way for it is cancelled, so that the last call wins.
 * What was read stays until there is something new. Resolves when it is done, whatever came of it.
 * @param {import("./store.js").Item} item @param {{said?: string}} [options]  What a person has changed, to
 * be announced @returns {Promise<void>} */
export async function readItem(item, { said = "" } = {}) {
  item.busy?.cancel();
  const parameters = parametersOf(item);
  const found = knownOf(item).get(JSON.stringify(parameters));
  if (found) return accept(item, found, said);
  const stopper = new AbortController();
  const busy = { words: "", fraction: 0, cancel: () => stopper.abort() };
  const show = (progress) => item.busy === busy && updateItem(item, { busy: Object.assign(busy, progress) });
  const tell = progressOf(item, show);
  item.busy = busy;
  tell(0);
  try {
    const options = { signal: stopper.signal, onUpload: tell };
    const { record } = await askRecord("api/solve", parameters, item.source, options);
    if (item.busy !== busy) return;
    if (ANSWERS.includes(record.status)) remember(item, parameters, record);
    accept(item, record, said);
  } catch (error) {
    if (item.busy === busy && items().includes(item)) fail(item, error);
  } finally {
    tell.end();
  }
}

/** Takes a record as what the item is now, and says so. @param {import("./store.js").Item} item
 * @param {Object} record @param {string} [said]  what a person has changed */
export function accept(item, record, said = "") {
  if (!record.regions && !ANSWERS.includes(record.status) && item.record?.regions) {
    return trouble(item, record.message, record.status); // what was read stays
  }
  const isWhole = item.board === 1 && !item.size;
  updateItem(item, {
    record,
    pages: record.pages ?? item.pages,
    boards: isWhole ? boardsOf(record) : item.boards,
    correcting: item.correcting || (isRefused(record) && record.status !== "no_puzzle"),
    stands: standing(item),
    busy: null,
    trouble: null,
    shown: null,
  });
  say(item, said ? `${said}. ${outcomeWords(record)}` : messageOf(record));
}

/** Tells why there is no new record; what a person has said since the last one is taken back where he cancelled. */
function fail(item, error) {
  if (error.name === "AbortError") {
    updateItem(item, { ...(item.record ? item.stands : {}), busy: null });
    if (item.record) say(item, "Cancelled");
    else trouble(item, "Reading was cancelled.", "cancelled");
  } else if (error instanceof Refused) {
    if (!item.record) item.record = { ...error.record, exit_code: 1 };
    trouble(item, error.message, error.record.status);
  } else throw error;
}

/** Says what became of the item, if it is the one that is looked at. */
function say(item, words) {
  if (item === current()) announce(words);
}

/** Tells why there is no new record. What was read stays to be looked at and corrected, but where a person has said
 * something else since, its answer is not that of what is shown: it goes. */
function trouble(item, message, status) {
  const { record, stands } = item;
  const isOther = Boolean(record) && stands && stands.board !== item.board;
  if (isOther) Object.assign(item, stands); // the other board is not there to be looked at
  const isOld = Boolean(record?.regions) && JSON.stringify(parametersOf(item)) !== JSON.stringify(parametersOf({ ...item, ...stands }));
  const left = isOld ? { record: { ...record, ...NO_ANSWER }, shown: null } : record ? { record } : {};
  updateItem(item, { busy: null, trouble: { message, status }, ...left, ...(isOther ? stands : {}) });
  say(item, message);
}

/** What the record of an item stands for: what a person had said when it was asked for. */
export function standing({ fixes, size, asRead, past, future, readAs, board }) {
  return { fixes, size, asRead, past, future, readAs, board };
}

function boardsOf(record) {
  return [record, ...(record.boards ?? [])].map(({ rows, cols, status }) => ({ rows, cols, status }));
}

function knownOf(item) {
  if (!known.has(item)) known.set(item, new Map());
  return known.get(item);
}

function remember(item, parameters, record) {
  const records = knownOf(item);
  records.set(JSON.stringify(parameters), record);
  if (records.size > MOST_KNOWN) records.delete(records.keys().next().value);
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
