/** A step of human logic: what to look at is lit, and the cells marked. */

import { s } from "../base/dom.js";
import { parsePlace } from "../item/wording.js";
import { band, cellsWhere, cross, DOTS, fromOne, haloed, inCells, sized, STRIPES } from "./shapes.js";

const AROUND = 0.15; // cells around a clue that are lit with it
const FARTHEST = 2.4; // cells from the board within which its clues stand

/** Lights what a step is about, dims the rest, and marks its cells. @param {Grid} grid
 * @param {Step} step @param {"nudge"|"cell"|"reason"} level  how much is given away @param {number[][]} regions
 * @param {number[]} ground  [left, top, right, bottom] of what is dimmed */
export function stepLayer(grid, step, level, regions, [left, top, right, bottom]) {
  const [water, air] = level === "nudge" ? [[], []] : [fromOne(step.water), fromOne(step.air)];
  const aquariums = step.aquariums.map((number) => cellsWhere(regions, (own) => own === number));
  const lines = step.lines.map(parsePlace);
  const settled = new Set([...water, ...air].map(String));
  /** @param {number[][]} cells */
  const others = (cells) => fromOne(cells).filter((cell) => !settled.has(String(cell)));
  const along = lines.flatMap((line) => cellsOf(grid, line));
  const strips = lines.map((line) => grid.path(beside(grid, line), true)).join("");
  const lit = [...along, ...aquariums.flat(), ...water, ...air];
  const frame = `M${left},${top}H${right}V${bottom}H${left}Z`;
  const layer = s("g", { class: "step" },
    s("path", { class: "dim", d: frame + grid.outline(lit) + strips, "fill-rule": "evenodd" }),
    s("path", { class: "lit", d: grid.outline(along.filter((cell) => !settled.has(String(cell)))) + strips, "fill-rule": "evenodd" }),
    ...aquariums.map((cells) => band(grid, cells, "looked-at")),
    s("path", { class: "step-water", d: grid.outline(water), "fill-rule": "evenodd" }),
    band(grid, water, "shore"),
    band(grid, air, "dry"),
    haloed("step-air", inCells(grid, air, cross())),
    ...(level === "reason" ? [haloed("step-air", inCells(grid, (step.premises ?? []).flatMap((premise) => others(premise.air)), DOTS)), ...supposed(grid, step, others, settled)] : []));
  return sized(layer, grid);
}

/** What was supposed to be otherwise, and what would follow from it.
 * @param {Grid} grid @param {Step} step @param {(cells: number[][]) => number[][]} others @param {Set<string>} settled */
function supposed(grid, step, others, settled) {
  const chain = step.chain ?? [];
  const first = chain.length ? [...fromOne(chain[0].water), ...fromOne(chain[0].air)] : [];
  return [
    s("path", { class: "following", d: inCells(grid, chain.flatMap((link) => others(link.water)), STRIPES) }),
    haloed("following-air", inCells(grid, chain.flatMap((link) => others(link.air)), DOTS)),
    band(grid, first.filter((cell) => settled.has(String(cell))), "supposed"),
  ];
}

/** @param {Grid} grid @param {Place} of */
const cellsOf = (grid, { axis, line }) =>
  Array.from({ length: axis === "column" ? grid.rows : grid.cols }, (_, at) => (axis === "column" ? [at, line] : [line, at]));

/** The positions around a line's clue, from the board on. @param {Grid} grid @param {Place} place */
function beside(grid, place) {
  const [left, top, right, bottom] = grid.clueBox(place);
  const { line, axis } = place;
  const [length, at] = axis === "column" ? [grid.rows, 1] : [grid.cols, 0];
  const along = [[left, top], [right, top], [right, bottom], [left, bottom]].map(([x, y]) => grid.position(x, y)[at]);
  const [least, most] = [Math.min(...along), Math.max(...along)];
  const [near, far] = least + most < length
    ? [Math.max(-FARTHEST, Math.min(-AROUND, least - AROUND)), 0]
    : [length, Math.min(length + FARTHEST, Math.max(length + AROUND, most + AROUND))];
  const corners = [[line, near], [line + 1, near], [line + 1, far], [line, far]];
  return axis === "column" ? corners : corners.map(([u, v]) => [v, u]);
}
