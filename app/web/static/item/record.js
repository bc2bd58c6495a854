/** An item → its record: the picture or text is sent with all that a person has said of it. */

import { askRecord, Refused } from "../base/api.js";
import { announce } from "../base/dom.js";
import { messageOf, outcomeWords, toldBy } from "./sentences.js";
import { current, items, saidOf, updateItem } from "./store.js";

/** Fields of a record whose answer is not that of the item any more. */
const NO_ANSWER = {
  status: "unsure", status_words: "unsure", is_of_puzzle: true, sentence: null, code: null, also: [], puzzle_certain: null, unique: null,
  water: null, shared: null, task: null, puzzlink: null, text: null, share: null, mistakes: null,
};

/** Milliseconds of a second: each is counted while it is waited for. */
const TICK = 1000;

/** What a record asked for now will stand for: the board, and what is said of it. @param {Item} item @returns {Standing} */
function standing(item) {
  const { fixes, size, asRead, ignoreEntries, readAs, past, future } = saidOf(item);
  return { board: item.board, said: { fixes, size, asRead, ignoreEntries, readAs, past, future } };
}

/** The parameters by which the server reads the item as it stands, or stood. @param {Item} item @param {Standing} [stands] */
export function parametersOf(item, { board, said } = standing(item)) {
  return {
    fix: Object.entries(said.fixes).map(([place, value]) => `${place}=${value}`), size: said.size,
    as_read: said.asRead, ignore_entries: said.ignoreEntries, page: item.page > 1 ? item.page : null, board: board > 1 ? board : null,
  };
}

/** The puzzle of an item, if it is certain, as it stands behind the ? of an address of puzz.link: it is sent for help and for
 * playing, as it needs no reading, and games are saved by it. @param {Item} item @returns {?string} */
export const puzzleText = ({ record }) => record?.puzzlink?.replace(/^.*\?/, "") ?? record?.task ?? null;

/** The puzzle that is played, or else the one that was read. @param {Item} item */
export const openText = (item) => item.play?.text ?? puzzleText(item);

/** Reads an item, anew if it was read before; what is under way for it is cancelled, so that the last call wins.
 * What was read stays until there is something new. Resolves when it is done, whatever came of it.
 * @param {Item} item @param {{said?: string}} [options]  what a person has changed, to be announced @returns {Promise<void>} */
export async function readItem(item, { said = "" } = {}) {
  item.busy?.cancel();
  const [stopper, begun, doing] = [new AbortController(), Date.now(), item.isText ? "Solving" : "Sending and reading the picture"];
  const busy = { words: doing, cancel: () => stopper.abort() };
  const ticking = setInterval(() => {
    busy.words = `${doing}, ${Math.round((Date.now() - begun) / TICK)} s`;
    if (item.busy === busy) updateItem(item, { busy });
  }, TICK);
  updateItem(item, { busy });
  try {
    const { record } = await askRecord("api/solve", parametersOf(item), item.source, { signal: stopper.signal });
    if (item.busy === busy) accept(item, record, said);
  } catch (error) {
    if (item.busy === busy && items().includes(item)) fail(item, error);
  } finally {
    clearInterval(ticking);
  }
}

/** Takes a record as what the item is now, and says so. @param {Item} item
 * @param {Answer} record @param {string} [said]  what a person has changed */
export function accept(item, record, said = "") {
  if (!record.regions && !record.is_of_puzzle && item.record?.regions) {
    return trouble(item, toldBy(record), record.status); // what was read stays
  }
  const { size, correcting } = saidOf(item);
  const isWhole = item.board === 1 && !size;
  const found = isWhole ? [record, ...(record.boards ?? [])] : item.found.map((other, at) => (at === item.board - 1 ? record : other));
  const pages = record.pages ?? item.pages;
  const isStuck = record.regions && ["unsure", "no_solution", "ambiguous", "timeout"].includes(record.status); // it refuses what it read
  const changes = { record, pages, found, stands: standing(item), busy: null, trouble: null, help: null };
  updateItem(item, changes, { correcting: correcting || Boolean(isStuck) });
  say(item, said ? `${said}. ${outcomeWords(record)}` : messageOf(record, saidOf(item).fixes));
}

/** Tells why there is no new record; what a person has said since the last one is taken back where he cancelled.
 * @param {Item} item @param {Error} error */
function fail(item, error) {
  if (error.name === "AbortError") {
    const { board, said } = (item.record && item.stands) ?? standing(item);
    updateItem(item, { board, busy: null }, said);
    if (item.record) say(item, "Cancelled");
    else trouble(item, "Reading was cancelled.", "cancelled");
  } else if (error instanceof Refused) {
    const record = item.record ?? /** @type {Answer} */ (error.record);
    trouble(item, toldBy(error.record), error.record.status ?? "", record);
  } else throw error;
}

/** Says what became of the item, if it is the one that is looked at. @param {Item} item @param {string} words */
function say(item, words) {
  if (item === current()) announce(words);
}

/** Tells why there is no new record. What was read stays to be looked at and corrected, but where a person has said
 * something else since, its answer is not that of what is shown: it goes.
 * @param {Item} item @param {string} message @param {string} status */
function trouble(item, message, status, record = item.record) {
  const stands = item.stands ?? standing(item);
  const isOther = stands.board !== item.board; // it is not there to be looked at
  const isOld = Boolean(record?.regions) && !isOther && keyOf(parametersOf(item)) !== keyOf(parametersOf(item, stands));
  const left = isOld ? { record: /** @type {Answer} */ ({ ...record, ...NO_ANSWER }), help: null } : record ? { record } : {};
  updateItem(item, { board: stands.board, busy: null, trouble: { message, status }, ...left }, isOther ? stands.said : {});
  say(item, message);
}

/** @param {Record<string, unknown>} parameters */
const keyOf = (parameters) => JSON.stringify(parameters);
