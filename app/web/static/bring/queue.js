/** The reading of many: two at a time, the one that is shown first; and the pages of files, one after another. */

import { announce } from "../base/dom.js";
import { readItem } from "../item/record.js";
import { addItem, current, items, subscribe, updateItem } from "../item/store.js";

const AT_ONCE = 2;
/** Pages of a file that are read without being asked for: each is a request of its own. */
const MOST_PAGES = 100;

const [waiting, running] = [new Set(), new Set()];
let total = 0;
let listener = () => {};

/** Begins to add the pages of files that have several. */
export function init() {
  subscribe((item, keys) => item && keys.has("record") && addPages(item));
}

/** How far the reading of all that was brought together is; both are 0 when nothing is under way. */
export const progress = () => ({ total, done: total - waiting.size - running.size });

/** Calls `told()` when that has changed. @param {() => void} told */
export const onProgress = (told) => (listener = told);

/** Has items read as soon as it is their turn. @param {Item[]} added */
export function readAll(added) {
  for (const item of added) {
    waiting.add(item);
    total += 1;
    updateItem(item, { busy: { words: "Waiting", waits: true, cancel: () => giveUp(item) } });
  }
  fill();
}

/** Stops what is under way, and what waits. */
export function cancelAll() {
  for (const item of [...waiting, ...running]) item.busy?.cancel();
}

/** @param {Item} item */
function giveUp(item) {
  if (!waiting.delete(item)) return;
  total -= 1;
  updateItem(item, { busy: null });
  tell();
}

function fill() {
  while (running.size < AT_ONCE && waiting.size) {
    const item = waiting.has(current()) ? current() : waiting.values().next().value;
    waiting.delete(item);
    running.add(item);
    readItem(item).finally(() => running.delete(item) && fill());
  }
  tell();
}

function tell() {
  if (!running.size && !waiting.size) {
    if (total > 1) announce(tally(items()));
    total = 0;
  }
  listener();
}

/** Adds the further pages of a file behind its first. @param {Item} item */
function addPages(item) {
  const all = items();
  const isAlone = !all.some((other) => other !== item && other.source === item.source);
  if (item.page > 1 || !(item.pages > 1) || !isAlone || !all.includes(item) || item.play) return;
  const pages = /** @type {Item[]} */ ([]);
  for (let page = 2; page <= item.pages; page++) {
    pages.push(addItem({ source: item.source, name: item.name, page, pages: item.pages }, pages.at(-1) ?? item));
  }
  announce(`${item.name} has ${item.pages} pages`);
  readAll(pages.slice(0, MOST_PAGES - 1));
}

/** What became of items, counted: "2 solved, 1 refused". @param {Item[]} all */
export function tally(all) {
  const words = all.map((item) => stateOf(item).word);
  return [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} ${word}`).join(", ");
}

/** What became of an item, in a word, with its sign and a kind for its colour. @param {Item} item */
export function stateOf({ busy, record, help, play }) {
  if (play) return play.done ? { word: "solved", sign: "✓", kind: "good" } : { word: "in play", sign: "▸", kind: "" };
  if (busy?.waits) return { word: "waiting", sign: "…", kind: "" };
  if (busy) return { word: "reading", sign: "↻", kind: "" };
  if (!record) return { word: "not read", sign: "○", kind: "" };
  const mistakes = help?.kind === "check" ? help.mistakes : record.mistakes;
  if (mistakes?.length) return { word: "mistake", sign: "!", kind: "bad" };
  if (record.status === "solved") return { word: "solved", sign: "✓", kind: "good" };
  if (record.status === "unreadable") return { word: "no puzzle", sign: "×", kind: "bad" };
  if (!record.regions && !record.is_of_puzzle) return { word: "failed", sign: "!", kind: "bad" };
  if (record.status === "ambiguous") return { word: "not unique", sign: "?", kind: "bad" };
  return { word: "refused", sign: "?", kind: "bad" };
}

/** An item's name, with its page where there are several. @param {Item} item */
export const titleOf = (item) => (item.pages > 1 ? `${item.name}, page\u00a0${item.page}` : item.name);
