/** Correcting: the switch for it, what is pointed at on the stage, undo and redo. */

import { announce, byId, targetOf } from "../base/dom.js";
import { hasEntries } from "../item/marks.js";
import { current, items, saidOf, subscribe, updateItem, withCurrent } from "../item/store.js";
import { isClue, isOtherPuzzle, valueOf } from "../item/wording.js";
import { listenForTargets, previewWalls } from "../scene/targets.js";
import * as boards from "./boards.js";
import { hasCorrections, isCorrected, redo, resetAll, setIgnoreEntries, setWalls, toggleWall, undo } from "./changes.js";
import { editClue } from "./clue.js";
import * as crop from "./crop.js";
import * as doubts from "./doubts.js";
import { listenForWalls } from "./drawing.js";
import * as popover from "./popover.js";
import * as size from "./size.js";
import * as ways from "./ways.js";

const SHOWN_BY = ["selected", "record", "board", "fixes", "size", "asRead", "ignoreEntries", "past", "future", "correcting", "play"];

/** Pixels of a clue that fingers and mice hit easily. */
const EASY = 20;

/** Begins to listen. */
export function init() {
  for (const part of [popover, doubts, boards, ways, size, crop]) part.init();
  byId("correct-toggle").addEventListener("click", withCurrent(toggle));
  byId("correct-undo").addEventListener("click", withCurrent(undo));
  byId("correct-redo").addEventListener("click", withCurrent(redo));
  byId("correct-reset").addEventListener("click", withCurrent(resetAll));
  byId("ignore-entries").addEventListener("click", withCurrent((item) => setIgnoreEntries(item, !saidOf(item).ignoreEntries)));
  document.addEventListener("keydown", onKey);
  addEventListener("beforeunload", (event) => {
    if (items().some(hasCorrections)) event.preventDefault(); // it would all be lost
  });
  listenForTargets({
    correct: (place, digit) => isClue(place) ? editClue(place, undefined, digit) : withRead((item) => toggleWall(item, place)),
    choose: (board) => withCurrent((item) => boards.showBoard(item, board))(),
  });
  listenForWalls((places, how) => withRead((item) => drawWalls(item, places, how)));
  subscribe((item, keys) => {
    if (item !== current()) return;
    if (keys.has("selected")) popover.closePopover();
    if (SHOWN_BY.some((key) => keys.has(key))) render(item);
  });
}

/** Does something with the item that is shown, if a board was read of it. @param {(item: ReadItem) => void} act */
const withRead = (act) => withCurrent((item) => item.record?.regions && act(/** @type {ReadItem} */ (item)))();

/** Shows the walls that a stroke draws, or removes where it began on a wall; when it is over, they are so.
 * @param {ReadItem} item @param {string[]} places @param {"drawn"|"over"|"cancelled"} how */
function drawWalls(item, places, how) {
  const value = valueOf(item, places[0]) === "yes" ? "no" : "yes";
  if (how === "over") setWalls(item, places, value);
  else previewWalls(item, places, how === "drawn" ? value : null);
}

/** @param {Item} item */
function toggle(item) {
  const correcting = !saidOf(item).correcting;
  updateItem(item, {}, { correcting });
  announce(correcting ? `Correcting. ${instructions()}` : "Corrections closed");
}

/** What to do, in the words of who has a mouse or a finger. */
function instructions() {
  const word = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  const clue = byId("stage").querySelector(".targets [data-place]");
  const zoom = clue && clue.getBoundingClientRect().width < EASY ? " Zoom in to reach small cells." : "";
  return `${word} a clue to type its number, or a side between two cells to add or remove a wall. Drag along the lines to draw several.${zoom}`;
}

/** @param {Item|null} item */
function render(item) {
  const isRead = Boolean(item?.record?.regions && !isOtherPuzzle(item.record));
  const said = item && saidOf(item);
  const isIgnored = Boolean(said?.ignoreEntries);
  const isOpen = isRead && Boolean(said?.correcting);
  const can = { undo: said?.past.length, redo: said?.future.length, reset: said && isCorrected(said) };
  const hasHistory = Boolean(can.undo || can.redo);
  byId("ignore-entries").hidden = Boolean(item?.play) || !item?.record?.shared || !(isIgnored || hasEntries(item.record));
  byId("ignore-entries").textContent = isIgnored ? "Use the entries again" : "Ignore entries";
  byId("correct-bar").hidden = !isRead && !hasHistory;
  byId("correct-toggle").hidden = !isRead;
  byId("correct-toggle").setAttribute("aria-pressed", isOpen);
  byId("correct-how").hidden = !isOpen;
  byId("correct-how").textContent = isOpen ? instructions() : "";
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
