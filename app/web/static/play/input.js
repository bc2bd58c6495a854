/** Taps, drags and keys on the board that is played. One pointer draws; a second finger means zoom, and what was begun is
 * taken back. */

import { byId } from "../base/dom.js";
import { CROSS, EMPTY, WATER } from "../item/marks.js";
import { current } from "../item/store.js";
import { reveal } from "../scene/viewer.js";
import { markAt } from "./game.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Begins to listen. @param {{put: function(number, number, number): void, undo: function(): void,
 *   redo: function(): void, board: function(): ?import("./board.js").Board}} game */
export function init(game) {
  byId("stage").addEventListener("keydown", (event) => {
    const board = game.board();
    const cell = current()?.play && board?.cellOf(event.target);
    if (!cell || event.altKey || !pressed(event, board, cell, game.put)) return;
    event.preventDefault();
    event.stopPropagation();
    reveal(board.boxOf(...board.focused));
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (!current()?.play || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.target.matches?.("input[type=text], input[type=number], textarea") || !"zy".includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "y" || event.shiftKey) game.redo();
    else game.undo();
  }, { capture: true });
}

/** Does what a key is for; tells whether it is for anything. */
function pressed({ key, shiftKey, ctrlKey, metaKey }, board, [row, col], put) {
  const { rows, cols } = board.puzzle;
  const holds = markAt(current().play.game, row, col);
  if (ARROWS[key]) {
    const [toRow, toCol] = [row + ARROWS[key][0], col + ARROWS[key][1]];
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

/**
 * @typedef {Object} Drawing  What becomes of it; cells are [row, col].
 * @property {function(number[], boolean): void} begin  The second is whether crosses are meant: the other button.
 * @property {function(number[]): void} extend
 * @property {function(): void} end
 * @property {function(): void} cancel
 */

/** Listens on a board; returns what takes back the stroke that is under way. @param {import("./board.js").Board} board @param {Drawing} drawing
 * @returns {function(): void} */
export function listenForStrokes(board, drawing) {
  let pointer = null;
  let last = null;
  const stop = (how) => {
    pointer = null;
    drawing[how]();
  };
  board.element.addEventListener("pointerdown", (event) => {
    const cell = board.cellOf(event.target);
    if (!cell || pointer !== null || !event.isPrimary || ![0, 2].includes(event.button) || event.altKey) return;
    event.preventDefault(); // the page is not scrolled, nothing is selected
    if (event.pointerType === "mouse") board.element.setPointerCapture?.(event.pointerId);
    pointer = event.pointerId;
    last = cell;
    drawing.begin(cell, event.button === 2);
  });
  board.element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const cell = board.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!cell || (cell[0] === last[0] && cell[1] === last[1])) return;
    last = cell;
    drawing.extend(cell);
  });
  board.element.addEventListener("pointerup", (event) => event.pointerId === pointer && stop("end"));
  board.element.addEventListener("pointercancel", (event) => event.pointerId === pointer && stop("cancel"));
  board.element.addEventListener("contextmenu", (event) => event.preventDefault());
  return () => pointer !== null && stop("cancel");
}
