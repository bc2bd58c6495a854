/** What can be clicked on a scene: clues and sides to be corrected, cells to be played, other boards of a page. */

import { s } from "./dom.js";
import { endsOf, sidesOf } from "./geometry.js";
import { sized } from "./shapes.js";

const WIDE = 0.42; // how far a side's target reaches to the cells' middles, in cells
const LEAST = 0.42; // half of a clue's target, at least, in cells

/** A button for every clue and every side between two cells. The first can be reached by Tab, the others by who
 * listens. @param {import("./geometry.js").Grid} grid @param {Object} record
 * @param {Object<string, string>} [fixes]  what a person has said: these look otherwise @returns {SVGGElement} */
export function targetsLayer(grid, record, fixes = {}) {
  const clues = [
    ...record.col_clues.map((clue, col) => [`top:${col + 1}`, `Column ${col + 1}`, clue, grid.top[col]]),
    ...record.row_clues.map((clue, row) => [`left:${row + 1}`, `Row ${row + 1}`, clue, grid.left[row]]),
  ].map(([place, line, clue, box]) => target(place, `${line} clue, ${clue ?? "none"}`, {}, hitOfClue(grid, box)));
  const sides = sidesOf(record.regions).map((side) =>
    target(side.place, sideWords(side), { "aria-pressed": String(side.wall) },
      s("polygon", { class: "hit", points: hitOfSide(grid, side) }),
      s("path", { class: "edge", d: grid.path(endsOf(side)) })));
  for (const [at, one] of [...clues, ...sides].entries()) {
    one.setAttribute("tabindex", at ? -1 : 0);
    if (one.dataset.place in fixes) one.classList.add("fixed");
  }
  return sized(s("g", { class: "targets", role: "group", "aria-label": "Clues and walls as read" }, ...sides, ...clues), grid);
}

function target(place, label, state, ...looks) {
  return s("g", { "data-place": place, class: "target", role: "button", "aria-label": label, ...state }, ...looks);
}

/** A target for every cell, whose role is up to who plays. @returns {SVGGElement} */
export function cellTargets(grid, rows, cols) {
  const layer = s("g", { class: "cells" });
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      layer.append(s("polygon", { class: "cell", points: grid.box(row, col), "data-cell": `${row},${col}` }));
    }
  }
  return sized(layer, grid);
}

/** The frame of a board of several on a page: a button, unless it is the one that is shown.
 * @param {number} number  from 1 as the largest @param {boolean} isShown */
export function boardTargets(grid, number, isShown) {
  const [left, top, right, bottom] = grid.bounds(0.3);
  const looks = s("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: grid.pitch / 3 });
  if (isShown) return s("g", { class: "board-frame shown" }, looks);
  const label = `Board ${number}, ${grid.rows}×${grid.cols}`;
  return s("g", { class: "board-frame", "data-board": number, role: "button", tabindex: 0, "aria-label": label }, s("title", {}, label), looks);
}

function sideWords({ row, col, below }) {
  const [other, beside] = below ? [row + 2, col + 1] : [row + 1, col + 2];
  return `Wall between row ${row + 1} column ${col + 1} and row ${other} column ${beside}`;
}

/** Around a side: a rhomb to the middles of its cells, so that targets never overlap. */
function hitOfSide(grid, side) {
  const [start, end] = endsOf(side);
  const [u, v] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  const [across, down] = side.below ? [0, WIDE] : [WIDE, 0];
  return grid.points(start, [u + across, v + down], end, [u - across, v - down]);
}

function hitOfClue(grid, [left, top, right, bottom]) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [wide, high] = [right - left, bottom - top].map((length) => Math.max(length / 2 + 0.1 * grid.pitch, LEAST * grid.pitch));
  return s("rect", { class: "hit", x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: 0.15 * grid.pitch });
}
