/** Correcting: the switch for it, undo and redo, the boards of a page, ways on from a refusal, and the parts that do the
 * rest. */

import { announce, byId, h, targetOf } from "../base/dom.js";
import { hasEntries } from "../item/marks.js";
import { readItem } from "../item/record.js";
import { current, items, saidOf, subscribe, updateItem, withCurrent } from "../item/store.js";
import { isOtherPuzzle, valueWords } from "../item/wording.js";
import { hasSaid, isSaid, redo, removeFix, resetAll, setIgnoreEntries, setSize, undo } from "./changes.js";
import * as crop from "./crop.js";
import * as doubts from "./doubts.js";
import { replaceKept } from "./doubts.js";
import * as pointing from "./pointing.js";
import * as popover from "./popover.js";
import * as size from "./size.js";

/** Statuses of which asking once more may make more. */
const PASSING = ["unreachable", "busy", "unavailable", "slow", "timeout", "crashed", "cancelled"];
const SHOWN_BY = [
  "selected", "record", "trouble", "found", "board", "fixes", "size", "asRead", "ignoreEntries", "past", "future", "correcting", "play",
];

/** Pixels of a clue that fingers and mice hit easily. */
const EASY = 20;

/** Begins to listen. */
export function init() {
  for (const part of [popover, pointing, doubts, size, crop]) part.init();
  byId("correct-toggle").addEventListener("click", withCurrent(toggle));
  byId("correct-undo").addEventListener("click", withCurrent(undo));
  byId("correct-redo").addEventListener("click", withCurrent(redo));
  byId("correct-reset").addEventListener("click", withCurrent(resetAll));
  byId("ignore-entries").addEventListener("click", withCurrent((item) => setIgnoreEntries(item, !saidOf(item).ignoreEntries)));
  document.addEventListener("keydown", onKey);
  addEventListener("beforeunload", (event) => {
    if (items().some(hasSaid)) event.preventDefault(); // it would all be lost
  });
  for (const name of /** @type {const} */ (["click", "keydown"])) byId("stage").addEventListener(name, press);
  subscribe((item, keys) => {
    if (item === current() && SHOWN_BY.some((key) => keys.has(key))) render(item);
  });
}

/** @param {Item} item */
function toggle(item) {
  const correcting = !saidOf(item).correcting;
  updateItem(item, {}, { correcting });
  announce(correcting ? `Correcting. ${how()}` : "Corrections closed");
}

/** What to do, in the words of who has a mouse or a finger. */
function how() {
  const word = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  const zoom = isSmall() ? " Zoom in to reach small cells." : "";
  return `${word} a clue to type its number, or a side between two cells to add or remove a wall. Drag along the lines to draw several.${zoom}`;
}

/** Whether clues are hard to hit as they are drawn now. */
function isSmall() {
  const clue = byId("stage").querySelector(".targets [data-place]");
  return clue !== null && clue.getBoundingClientRect().width < EASY;
}

/** @param {Item|null} item */
function render(item) {
  renderBoards(item);
  renderWays(item);
  renderEntries(item);
  const read = Boolean(item?.record?.regions && !isOtherPuzzle(item.record));
  const { past, future, correcting } = item ? saidOf(item) : { past: [], future: [], correcting: false };
  const hasHistory = Boolean(past.length || future.length);
  byId("correct-bar").hidden = !read && !hasHistory;
  byId("correct-toggle").hidden = !read;
  byId("correct-toggle").setAttribute("aria-pressed", correcting);
  byId("correct-how").hidden = !(read && correcting);
  byId("correct-how").textContent = how();
  const can = { undo: past.length, redo: future.length, reset: item && isSaid(saidOf(item)) };
  for (const [name, enabled] of Object.entries(can)) {
    const button = byId(`correct-${name}`);
    if (!enabled && document.activeElement === button) byId("correct-toggle").focus();
    button.hidden = !hasHistory;
    button.disabled = !enabled;
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const item = current();
  const inField = targetOf(event).closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog");
  if (!item || item.play || inField || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "z") (event.shiftKey ? redo : undo)(item);
  else if (key === "y" && !event.shiftKey) redo(item);
  else return;
  event.preventDefault();
}

/** Shows the board whose frame is pressed on the scene. @param {MouseEvent|KeyboardEvent} event */
function press(event) {
  const frame = targetOf(event).closest("[data-board]");
  const item = current();
  if (!item || !frame || ("key" in event && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  showBoard(item, Number(frame.dataset.board));
}

/** Shows another board of the page. @param {Item} item @param {number} board  from 1 */
function showBoard(item, board) {
  if (board === item.board) return;
  updateItem(item, { board });
  readItem(item, { said: `Board ${board}` });
}

/** The boards of a page: which of them is shown and corrected. @param {Item|null} item */
function renderBoards(item) {
  const part = byId("boards");
  const found = item?.found ?? [];
  part.hidden = found.length < 2;
  if (!item || part.hidden) return part.replaceChildren();
  const had = part.contains(document.activeElement);
  const radios = found.map((board, at) => h("label", {},
    h("input", { type: "radio", name: "board", value: at + 1, checked: at + 1 === item.board, onchange: () => showBoard(item, at + 1) }),
    ` ${at + 1} of ${found.length}`, board.rows ? ` (${board.rows}×${board.cols}${board.status === "solved" ? "" : ", no answer"})` : ""));
  part.replaceChildren(h("legend", {}, "Board"), ...radios);
  if (had) part.querySelector(":checked")?.focus();
}

/** Whether entries count, where there are any and the water is certain; those of a game always do. @param {Item|null} item */
function renderEntries(item) {
  const isIgnored = Boolean(item && saidOf(item).ignoreEntries);
  byId("ignore-entries").hidden = Boolean(item?.play) || !item?.record?.shared || !(isIgnored || hasEntries(item.record));
  byId("ignore-entries").textContent = isIgnored ? "Use the entries again" : "Ignore entries";
}

/** Ways on from a refusal, as buttons below the message: those that help with what is amiss. @param {Item|null} item */
function renderWays(item) {
  const found = item && !item.play ? waysOf(item) : [];
  replaceKept(byId("ways"), found.map(([words, act]) => h("button", { type: "button", "data-key": words, onclick: act }, words)), byId("correct-toggle"));
  byId("ways").hidden = !found.length;
}

/** @param {Item} item @returns {[string, () => void][]}  the words and what is done */
function waysOf(item) {
  const { record, trouble } = item;
  if (trouble || (record && !record.regions && PASSING.includes(record.status))) {
    return [[trouble?.status === "cancelled" ? "Read it after all" : "Try again", () => readItem(item)]];
  }
  if (!record) return [];
  /** @type {[string, () => void][]} */
  const ways = [];
  for (const fix of record.reading?.misfits ?? []) {
    const [place, value] = fix.split("=");
    ways.push([`Remove “${valueWords(place, value)}”`, () => removeFix(item, place)]);
  }
  if (record.reading?.is_cut && !saidOf(item).size) ways.push([`It is a whole ${record.rows}×${record.cols} board`, () => setSize(item, `${record.rows}x${record.cols}`)]);
  return ways;
}
