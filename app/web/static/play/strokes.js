/** Taps and drags on a board: one pointer draws; a second finger means zoom, and what was begun is taken back. */

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
