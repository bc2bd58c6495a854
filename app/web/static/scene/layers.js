/**
 * What is drawn over a picture or on the clean board, layer by layer; all are functions of a Grid.
 * Cells are [row, col] from 0. Strokes and letters go by --cell, which `sized` sets.
 */

import { s } from "../base/dom.js";
import { CROSS, WATER } from "../item/marks.js";
import { parsePlace } from "../item/wording.js";
import { endsOf, sidesOf } from "./geometry.js";
import { BRACKETS, cellsWhere, cross, DOTS, haloed, inCells, QUESTIONS, sized, STRIPES } from "./shapes.js";
import { isPointed } from "./targets.js";

const REACH = 0.12; // cells between what is doubted and the ring around it
const WORST = 5; // of the least certain places stand out
const OWN_CROSS = 0.17; // half a player's cross's side, in cells
const BESIDE = 0.85; // cells between a printed clue and what was read of it
const MARKS = { air: DOTS, mistakes: BRACKETS, unclear: QUESTIONS };
const SURFACE = 1 / 8; // depth of the line along the surface, in cells

/** The water, with a line along its surface. Where the player has put water already, there is none.
 * @param {Grid} grid @param {any[][]} water  true or 1 where it is wet
 * @param {{regions?: ?number[][], put?: ?any[][], flow?: boolean, lift?: boolean}} [options]  `put` is what the player has put
 * there; with `flow` it rises in each aquarium of `regions`; with `lift` dim paper is brightened below it
 * @returns {SVGGElement} */
export function waterLayer(grid, water, { regions = null, put = null, flow = false, lift = false } = {}) {
  /** @param {number} row @param {number} col */
  const above = (row, col) => water[row - 1]?.[col] && (!regions || regions[row - 1][col] === regions[row][col]);
  const filled = cellsWhere(water, (wet, row, col) => wet && put?.[row]?.[col] !== WATER);
  const layer = sized(s("g", { class: "water" }), grid);
  if (!filled.length) return layer;
  const top = filled.filter(([row, col]) => !above(row, col)).map((cell) => strip(grid, cell)).join("");
  const body = grid.outline(filled);
  for (const name of lift ? ["lift", "dye"] : ["dye"]) {
    layer.append(s("g", { class: name },
      flow ? rising(grid, filled, regions ?? water.map((line) => line.map(() => 0))) : null,
      s("path", { class: flow ? "body settled" : "body", d: body, "fill-rule": "evenodd" }),
      s("path", { class: flow ? "surface settled" : "surface", d: top })));
  }
  return layer;
}

/** The strip along the top of a cell. @param {Grid} grid @param {number[]} point */
function strip(grid, [row, col]) {
  return grid.path([[col, row], [col + 1, row], [col + 1, row + SURFACE], [col, row + SURFACE]], true);
}

/** The same water row by row, each rising when the one below it in its aquarium has risen.
 * @param {Grid} grid @param {number[][]} cells @param {number[][]} regions */
function rising(grid, cells, regions) {
  /** @type {Map<number, Map<number, number[]>>} */
  const aquariums = new Map();
  for (const [row, col] of cells) {
    const rows = aquariums.get(regions[row][col]) ?? new Map();
    aquariums.set(regions[row][col], rows.set(row, [...(rows.get(row) ?? []), col]));
  }
  const layer = s("g", { class: "rising body" });
  for (const rows of aquariums.values()) {
    const order = [...rows.keys()].sort((a, b) => b - a);
    for (const [place, row] of order.entries()) {
      /** @param {number} top */
      const from = (top) => (rows.get(row) ?? []).map((col) => grid.path([[col, top], [col + 1, top], [col + 1, row + 1], [col, row + 1]], true)).join("");
      const part = s("path", { d: from(row) });
      const values = { "--low": `path("${from(row + 1)}")`, "--wait": place / order.length, "--share": 1 / order.length };
      for (const [name, value] of Object.entries(values)) part.style.setProperty(name, String(value));
      layer.append(part);
    }
  }
  return layer;
}

/** Stripes in cells of which is not known whether they are wet. @param {number[][]} cells @param {Grid} grid */
export function maybeLayer(grid, cells) {
  return sized(s("g", { class: "maybe" }, s("path", { d: inCells(grid, cells, STRIPES) })), grid);
}

/** What the player has put in: water and crosses, for a board that is not a picture with them in it.
 * @param {any[][]} marks  as in records @param {Grid} grid */
export function ownLayer(grid, marks) {
  const water = cellsWhere(marks, (mark) => mark === WATER);
  const crosses = cellsWhere(marks, (mark) => mark === CROSS);
  return sized(s("g", { class: "own" },
    s("path", { class: "own-water", d: grid.outline(water), "fill-rule": "evenodd" }),
    s("path", { class: "own-crosses", d: inCells(grid, crosses, cross(OWN_CROSS)) })), grid);
}

/** Lines, walls and clues of the clean board.
 * @param {Grid} grid @param {Puzzle} record  or what else has its fields @returns {SVGElement[]} */
export function puzzleLayers(grid, record) {
  return [...gridLayers(grid, record.regions), cluesLayer(grid, record)];
}

/** What was read, to be compared with the picture below: lines, walls, and clues beside the printed ones.
 * @param {Grid} grid @param {Answer} record @returns {SVGElement[]} */
export function readingLayers(grid, record) {
  const layers = [...gridLayers(grid, record.regions), cluesLayer(grid, record, besideOf(grid))];
  for (const layer of layers) layer.classList.add("as-read");
  return layers;
}

/** @param {Grid} grid @param {number[][]} regions */
function gridLayers(grid, regions) {
  const { rows, cols } = grid;
  const upright = Array.from({ length: cols - 1 }, (_, col) => grid.path([[col + 1, 0], [col + 1, rows]]));
  const level = Array.from({ length: rows - 1 }, (_, row) => grid.path([[0, row + 1], [cols, row + 1]]));
  const frame = grid.path([[0, 0], [cols, 0], [cols, rows], [0, rows]], true);
  const walls = sidesOf(regions).filter((side) => side.wall).map((side) => grid.path(endsOf(side)));
  const parts = { lines: [...upright, ...level], walls: [frame, ...walls] };
  return Object.entries(parts).map(([name, paths]) => sized(s("g", { class: name }, s("path", { d: paths.join("") })), grid));
}

/** @param {Grid} grid @param {Puzzle} record @param {(box: number[], isColumn: boolean) => number[]} [placed] */
function cluesLayer(grid, record, placed = (box) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]) {
  const layer = sized(s("g", { class: "clues" }), grid);
  for (const [clues, boxes] of /** @type {const} */ ([[record.col_clues, grid.top], [record.row_clues, grid.left]])) {
    for (const [line, clue] of clues.entries()) {
      const [x, y] = placed(boxes[line], boxes === grid.top);
      if (clue !== null) layer.append(s("text", { x, y, dy: "0.35em" }, String(clue)));
    }
  }
  return layer;
}

/** Where to write beside a printed clue: away from the board, as far for all of a side.
 * @param {Grid} grid @returns {(box: number[], isColumn: boolean) => number[]} */
function besideOf(grid) {
  /** @param {number[]} point */
  const middle = ([left, top, right, bottom]) => grid.position((left + right) / 2, (top + bottom) / 2);
  return (box, isColumn) => {
    const [u, v] = middle(box);
    return isColumn ? grid.point(u, v + (v < grid.rows / 2 ? -BESIDE : BESIDE)) : grid.point(u + (u < grid.cols / 2 ? -BESIDE : BESIDE), v);
  };
}

/** Marks in cells: dots in those that are known to be dry, brackets around the player's mistakes, question marks where it cannot
 * be told what the player has put. @param {Grid} grid @param {keyof typeof MARKS} name @param {number[][]} cells */
export const marksLayer = (grid, name, cells) => sized(haloed(name, inCells(grid, cells, MARKS[name])), grid);

/** Rings around what was read otherwise at first, and around all doubts, the least certain ones on top and bolder; walls that
 * end inside an aquarium; and, where they are wanted, rings around what was corrected.
 * @param {Grid} grid @param {Answer} record @param {Record<string, string>} fixes @returns {SVGGElement[]} */
export function ringLayers(grid, record, fixes) {
  const repairs = (record.repairs ?? []).map((repair) => ring(grid, repair.place, repair.sentence ?? ""));
  const doubts = [...(record.doubts ?? [])].sort((a, b) => a.confidence - b.confidence);
  const doubted = doubts.map((doubt, number) => ring(grid, doubt.place, doubt.sentence ?? "", number < WORST ? "ring worst" : "ring"));
  const loose = (record.reading?.loose ?? []).map((wall) => grid.path(endsOf(parsePlace(wall.place))));
  const walls = loose.length ? s("path", { class: "loose", d: loose.join("") }) : null;
  const corrected = Object.keys(fixes).map((place) => ring(grid, place, "Corrected"));
  return [
    s("g", { class: "repairs" }, ...repairs),
    s("g", { class: "doubts" }, walls, ...doubted.reverse()),
    s("g", { class: "corrected" }, ...corrected),
  ].map((layer) => sized(layer, grid));
}

/** @param {Grid} grid @param {string} name @param {string} title @param {string} [looks] */
function ring(grid, name, title, looks = "ring") {
  const place = parsePlace(name);
  const [left, top, right, bottom] = boxOf(grid, place);
  const reach = REACH * grid.pitch;
  const box = { x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach };
  return s("rect", { class: isPointed(name) ? `${looks} pointed` : looks, ...box, rx: 2 * reach, "data-doubt": name }, s("title", {}, title));
}

/** [left, top, right, bottom] of a clue or side. @param {Grid} grid @param {Place} place */
function boxOf(grid, place) {
  if (place.axis) return grid.clueBox(place);
  const [[a, b], [x, y]] = endsOf(place).map(([u, v]) => grid.point(u, v));
  return [Math.min(a, x), Math.min(b, y), Math.max(a, x), Math.max(b, y)];
}
