/** Correcting: the switch for it, undo and redo, boards of a page, and the parts that do the rest. */

import * as boards from "./boards.js";
import { hasSaid, redo, resetAll, undo } from "./changes.js";
import * as crop from "./crop.js";
import { announce, byId } from "../base/dom.js";
import * as doubtful from "./doubtful.js";
import * as pointing from "./pointing.js";
import * as popover from "./popover.js";
import * as sizing from "./sizing.js";
import { current, items, subscribe, updateItem } from "../item/store.js";
import * as ways from "./ways.js";

const SHOWN_BY = ["selected", "record", "fixes", "size", "asRead", "past", "future", "correcting", "play"];

/** Pixels of a clue that fingers and mice hit easily. */
const EASY = 20;

/** Begins to listen. */
export function init() {
  for (const part of [popover, pointing, doubtful, boards, sizing, crop, ways]) part.init();
  byId("correct-toggle").addEventListener("click", () => toggle(current()));
  byId("correct-undo").addEventListener("click", () => undo(current()));
  byId("correct-redo").addEventListener("click", () => redo(current()));
  byId("correct-reset").addEventListener("click", () => resetAll(current()));
  document.addEventListener("keydown", onKey);
  addEventListener("beforeunload", (event) => items().some(hasSaid) && event.preventDefault()); // it would all be lost
  subscribe((item, keys) => {
    if (item === current() && SHOWN_BY.some((key) => keys.has(key))) render(item);
  });
}

function toggle(item) {
  updateItem(item, { correcting: !item.correcting });
  announce(item.correcting ? `Correcting. ${how()}` : "Corrections closed");
}

/** What to do, in the words of who has a mouse or a finger. */
function how() {
  const word = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  const zoom = isSmall() ? " Zoom in to reach small cells." : "";
  return `${word} a clue to type its number, or a side between two cells to add or remove a wall.${zoom}`;
}

/** Whether clues are hard to hit as they are drawn now. */
function isSmall() {
  const clue = byId("stage").querySelector(".targets [data-place]");
  return Boolean(clue) && clue.getBoundingClientRect().width < EASY;
}

function render(item) {
  const read = Boolean(item?.record?.regions);
  const hasHistory = Boolean(item && (item.past.length || item.future.length));
  byId("correct-bar").hidden = !read && !hasHistory;
  byId("correct-toggle").hidden = !read;
  byId("correct-toggle").setAttribute("aria-pressed", Boolean(item?.correcting));
  byId("correct-how").hidden = !(read && item.correcting);
  byId("correct-how").textContent = how();
  const can = { undo: item?.past.length, redo: item?.future.length, reset: item && hasSaid(item) };
  for (const [name, enabled] of Object.entries(can)) {
    const button = byId(`correct-${name}`);
    if (!enabled && document.activeElement === button) byId("correct-toggle").focus();
    button.hidden = !hasHistory;
    button.disabled = !enabled;
  }
}

function onKey(event) {
  const item = current();
  const inField = event.target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog");
  if (!item || item.play || inField || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "z") (event.shiftKey ? redo : undo)(item);
  else if (key === "y" && !event.shiftKey) redo(item);
  else return;
  event.preventDefault();
}
