/** Correcting: the switch for it, what is pointed at on the stage, undo and redo. */

import { announce, byId, enable, on, reveal, write } from "../base/dom.js";
import { onKeys } from "../base/keys.js";
import { hasEntries } from "../item/marks.js";
import { current, follow, items, saidOf, updateItem, withCurrent } from "../item/store.js";
import { isClue, isOtherPuzzle, valueOf } from "../item/wording.js";
import { listenForTargets, previewWalls } from "../scene/targets.js";
import { hasCorrections, isCorrected, redo, resetAll, setIgnoreEntries, setWalls, toggleWall, undo } from "./changes.js";
import * as clue from "./clue.js";
import * as crop from "./crop.js";
import * as doubts from "./doubts.js";
import { listenForWalls } from "./drawing.js";
import * as ways from "./ways.js";

/** Pixels of a clue that fingers and mice hit easily. */
const EASY = 20;

/** Begins to listen. */
export function init() {
  for (const part of [clue, doubts, ways, crop]) part.init();
  on("click", {
    "correct-toggle": withCurrent(toggle), "correct-undo": withCurrent(undo), "correct-redo": withCurrent(redo),
    "correct-reset": withCurrent(resetAll), "ignore-entries": withCurrent((item) => setIgnoreEntries(item, !saidOf(item).ignoreEntries)),
  });
  const keys = { "Control+z": withCurrent(undo), "Control+Shift+z": withCurrent(redo), "Control+y": withCurrent(redo) };
  onKeys(keys, () => Boolean(current()) && !current()?.play);
  addEventListener("beforeunload", (event) => {
    if (items().some(hasCorrections)) event.preventDefault(); // it would all be lost
  });
  listenForTargets({
    correct: (place, digit) => isClue(place) ? clue.editClue(place, undefined, digit) : withRead((item) => toggleWall(item, place)),
    choose: (board) => withCurrent((item) => ways.showBoard(item, board))(),
  });
  listenForWalls((places, how) => withRead((item) => drawWalls(item, places, how)));
  follow(["record", "board", "fixes", "size", "asRead", "ignoreEntries", "past", "future", "correcting", "play"], render);
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
  const first = byId("stage").querySelector(".targets [data-place]");
  const zoom = first && first.getBoundingClientRect().width < EASY ? " Zoom in to reach small cells." : "";
  return `${word} a clue to type its number, or a side between two cells to add or remove a wall. Drag along the lines to draw several.${zoom}`;
}

/** @param {Item|null} item */
function render(item) {
  const isRead = Boolean(item?.record?.regions && !isOtherPuzzle(item.record));
  const said = item && saidOf(item);
  const isOpen = isRead && Boolean(said?.correcting);
  const can = { "correct-undo": said?.past.length, "correct-redo": said?.future.length, "correct-reset": said && isCorrected(said) };
  const hasHistory = can["correct-undo"] || can["correct-redo"];
  for (const [id, isOn] of Object.entries(can)) if (!isOn && document.activeElement === byId(id)) byId("correct-toggle").focus();
  enable(can);
  reveal({
    "correct-bar": isRead || hasHistory, "correct-toggle": isRead,
    "correct-undo": hasHistory, "correct-redo": hasHistory, "correct-reset": hasHistory,
    "ignore-entries": item && !item.play && item.record?.shared && (said?.ignoreEntries || hasEntries(item.record)),
  });
  write({
    "ignore-entries": said?.ignoreEntries ? "Use the entries again" : "Ignore entries", "correct-how": isOpen ? instructions() : "",
  });
  byId("correct-toggle").setAttribute("aria-pressed", isOpen);
}
