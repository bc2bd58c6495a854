/** The keys of the board that is played, and of undo. */

import { byId } from "../base/dom.js";
import { CROSS, EMPTY, markAt, WATER } from "./game.js";
import { current } from "../item/store.js";
import { reveal } from "../scene/viewer.js";

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
