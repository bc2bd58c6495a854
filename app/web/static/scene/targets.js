/** What can be clicked on a scene: clues and sides to be corrected, cells to be played, other boards of a page. */

import { s } from "../base/dom.js";
import { endsOf, sidesOf } from "./geometry.js";
import { sized } from "./shapes.js";

const WIDE = 0.42; // how far a side's target reaches to the cells' middles, in cells
const LEAST = 0.42; // half of a clue's target, at least, in cells

/** A target for every clue and every side between two cells; correct.js makes them buttons.
 * @param {import("./geometry.js").Grid} grid @param {Object} record
 * @param {Object<string, string>} [fixes]  what a person has said: these look otherwise @returns {SVGGElement} */
export function targetsLayer(grid, record, fixes = {}) {
  const target = (place, ...looks) =>
    s("g", { "data-place": place, class: place in fixes ? "target fixed" : "target" }, ...looks);
  const sides = sidesOf(record.regions).map((side) =>
    target(side.place, s("polygon", { class: "hit", points: hitOfSide(grid, side) }), s("path", { class: "edge", d: grid.path(endsOf(side)) })));
  const columns = grid.top.map((box, col) => target(`top:${col + 1}`, hitOfClue(grid, box)));
  const rows = grid.left.map((box, row) => target(`left:${row + 1}`, hitOfClue(grid, box)));
  return sized(s("g", { class: "targets", role: "group", "aria-label": "Clues and walls as read" }, ...columns, ...rows, ...sides), grid);
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
