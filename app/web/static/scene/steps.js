/** A step of human logic, or rules that are broken: what to look at is lit, and the cells marked. */

import { s } from "../base/dom.js";
import { parsePlace } from "../item/wording.js";
import { band, cellsWhere, cross, DOTS, fromOne, haloed, inCells, sized, STRIPES } from "./shapes.js";

const AROUND = 0.15; // cells around a clue that are lit with it
const FARTHEST = 2.4; // cells from the board within which its clues stand

/** Lights what a step is about, dims the rest, and marks its cells. @param {Grid} grid
 * @param {Step} step  as the API has it: {lines, aquariums, water, air, chain}, cells from 1
 * @param {"nudge"|"cell"|"reason"} level  how much is given away @param {number[][]} regions
 * @param {number[]} [ground]  [left, top, right, bottom, radius of the corners] of what is dimmed @returns {SVGGElement} */
export function stepLayer(grid, step, level, regions, ground = grid.bounds(1)) {
  const [water, air] = level === "nudge" ? [[], []] : [fromOne(step.water), fromOne(step.air)];
  const aquariums = (step.aquariums ?? []).map((number) => cellsWhere(regions, (own) => own === number));
  const lines = (step.lines ?? []).map(parsePlace);
  const settled = new Set([...water, ...air].map(String));
  const looked = lines.flatMap((line) => cellsOf(grid, line)).filter((cell) => !settled.has(String(cell)));
  const strips = lines.map((line) => grid.path(beside(grid, line), true)).join("");
  const lit = [...lines.flatMap((line) => cellsOf(grid, line)), ...aquariums.flat(), ...water, ...air];
  const layer = s("g", { class: "step" },
    s("path", { class: "dim", d: frame(ground) + grid.outline(lit) + strips, "fill-rule": "evenodd" }),
    s("path", { class: "lit", d: grid.outline(looked) + strips, "fill-rule": "evenodd" }),
    ...aquariums.map((cells) => band(grid, cells, "looked-at")),
    s("path", { class: "step-water", d: grid.outline(water), "fill-rule": "evenodd" }),
    band(grid, water, "shore"),
    band(grid, air, "dry"),
    haloed("step-air", inCells(grid, air, cross())),
    ...(level === "reason" ? supposed(grid, step, settled) : []));
  return sized(layer, grid);
}

/** What was supposed to be otherwise, and what would follow from it.
 * @param {Grid} grid @param {Step} step @param {Set<string>} settled */
function supposed(grid, step, settled) {
  /** @param {number[][]} cells */
  const others = (cells) => fromOne(cells).filter((cell) => !settled.has(String(cell)));
  const chain = step.chain ?? [];
  const first = chain.length ? [...fromOne(chain[0].water), ...fromOne(chain[0].air)] : [];
  return [
    s("path", { class: "following", d: inCells(grid, chain.flatMap((link) => others(link.water)), STRIPES) }),
    haloed("following-air", inCells(grid, chain.flatMap((link) => others(link.air)), DOTS)),
    band(grid, first.filter((cell) => settled.has(String(cell))), "supposed"),
  ];
}

/** What breaks a rule, in red. @param {Broken[]} broken  as the API has it: {cells, lines, aquariums}
 * @param {Grid} grid @param {number[][]} regions */
export function brokenLayer(grid, broken, regions) {
  const layer = s("g", { class: "broken" });
  for (const { cells, lines, aquariums } of broken) {
    for (const line of (lines ?? []).map(parsePlace)) {
      layer.append(s("path", { class: "broken-line", d: grid.outline(cellsOf(grid, line)) + grid.path(beside(grid, line), true) }));
    }
    layer.append(s("path", { class: "broken-cells", d: grid.outline(fromOne(cells)) }));
    const bands = [...(aquariums ?? []).map((number) => cellsWhere(regions, (own) => own === number)), fromOne(cells)];
    layer.append(...bands.map((taking) => band(grid, taking, "broken-ring")).filter((layer) => layer !== null));
  }
  return sized(layer, grid);
}

/** @param {Grid} grid @param {Place} of */
function cellsOf(grid, { axis, line }) {
  const length = axis === "column" ? grid.rows : grid.cols;
  return Array.from({ length }, (_, at) => (axis === "column" ? [at, line] : [line, at]));
}

/** The positions around a line's clue, from the board on. @param {Grid} grid @param {Place} place */
function beside(grid, place) {
  const [left, top, right, bottom] = grid.clueBox(place);
  const isColumn = place.axis === "column";
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
  const along = corners.map(([x, y]) => grid.position(x, y)[isColumn ? 1 : 0]);
  const length = isColumn ? grid.rows : grid.cols;
  const [least, most] = [Math.min(...along), Math.max(...along)];
  const [near, far] = least + most < length
    ? [Math.max(-FARTHEST, Math.min(-AROUND, least - AROUND)), 0]
    : [length, Math.min(length + FARTHEST, Math.max(length + AROUND, most + AROUND))];
  const { line } = place;
  return isColumn
    ? [[line, near], [line + 1, near], [line + 1, far], [line, far]]
    : [[near, line], [far, line], [far, line + 1], [near, line + 1]];
}

/** @param {number[]} point */
function frame([left, top, right, bottom, round = 0]) {
  /** @param {number} x @param {number} y */
  const corner = (x, y) => `a${round},${round} 0 0 1 ${x * round},${y * round}`;
  return `M${left + round},${top}H${right - round}${corner(1, 1)}V${bottom - round}${corner(-1, 1)}`
    + `H${left + round}${corner(-1, -1)}V${top + round}${corner(1, -1)}Z`;
}
