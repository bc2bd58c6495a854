/** Taps, drags and keys on the board that is played. One pointer draws; a second finger means zoom, and what was begun is
 * taken back. */

import { ARROWS, byId, targetOf } from "../base/dom.js";
import { onKeys } from "../base/keys.js";
import { strokes } from "../base/strokes.js";
import { CROSS, EMPTY, WATER } from "../item/marks.js";
import { current } from "../item/store.js";
import { bringIntoView } from "../scene/zoom.js";
import { markAt } from "./game.js";

/** Begins to listen. @param {Playing} game */
export function init(game) {
  byId("stage").addEventListener("keydown", (event) => {
    const board = game.board();
    const play = current()?.play;
    const cell = board?.cellOf(targetOf(event));
    if (!play || !board || !cell || event.altKey || !pressed(event, board, cell, markAt(play.game, cell[0], cell[1]), game.put)) return;
    event.preventDefault();
    event.stopPropagation();
    bringIntoView(board.boxOf(board.focused));
  }, { capture: true });
  onKeys({ "Control+z": game.undo, "Control+Shift+z": game.redo, "Control+y": game.redo }, () => Boolean(current()?.play));
}

/** Does what a key is for; tells whether it is for anything. @param {KeyboardEvent} of @param {Board} board
 * @param {number[]} point @param {number} holds @param {(row: number, col: number, mark: number) => void} put */
function pressed({ key, shiftKey, ctrlKey, metaKey }, board, [row, col], holds, put) {
  const { rows, cols } = board.puzzle;
  if (ARROWS[key]) {
    const [toRow, toCol] = [row + ARROWS[key][1], col + ARROWS[key][0]];
    board.focus(toRow, toCol);
    if (shiftKey && toRow >= 0 && toRow < rows && toCol >= 0 && toCol < cols) put(toRow, toCol, holds);
  } else if (key === "Home") board.focus(ctrlKey ? 0 : row, 0);
  else if (key === "End") board.focus(ctrlKey ? rows - 1 : row, cols - 1);
  else if (ctrlKey || metaKey) return false;
  else if (key === " " || key === "Enter") put(row, col, holds === WATER ? EMPTY : WATER);
  else if (key.toLowerCase() === "x") put(row, col, holds === CROSS ? EMPTY : CROSS);
  else if (key === "Backspace" || key === "Delete") put(row, col, EMPTY);
  else return false;
  return true;
}

/** Listens on a board; returns what takes back the stroke that is under way. @param {Board} board @param {Drawing} drawing
 * @returns {() => void} */
export function listenForStrokes(board, drawing) {
  board.element.addEventListener("contextmenu", (event) => event.preventDefault());
  return strokes(board.element, {
    begin(event) {
      const cell = board.cellOf(targetOf(event));
      if (!cell || ![0, 2].includes(event.button) || event.altKey) return null;
      event.preventDefault(); // the page is not scrolled, nothing is selected
      if (event.pointerType === "mouse") board.element.setPointerCapture?.(event.pointerId);
      drawing.begin(cell, event.button === 2);
      return { last: cell };
    },
    move(stroke, event) {
      const cell = board.cellOf(document.elementFromPoint(event.clientX, event.clientY));
      if (!cell || (cell[0] === stroke.last[0] && cell[1] === stroke.last[1])) return;
      stroke.last = cell;
      drawing.extend(cell);
    },
    end: (_, how) => (how === "over" ? drawing.end() : drawing.cancel()),
  });
}
