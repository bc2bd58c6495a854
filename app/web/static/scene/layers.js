/** What is drawn over a picture or on the clean board, layer by layer; all are functions of a Grid.
 * Cells are [row, col] from 0. Strokes and letters go by --cell, which `sized` sets. */

import { s } from "../base/dom.js";
import { CROSS, WATER } from "../item/marks.js";
import { parsePlace } from "../item/wording.js";
import { boxAround, endsOf, sidesOf } from "./geometry.js";
import { BRACKETS, cellsWhere, cross, DOTS, haloed, inCells, QUESTIONS, sized, STRIPES } from "./shapes.js";
import { isPointed } from "./targets.js";

const REACH = 0.12; // cells between what is doubted and the ring around it
const OWN_CROSS = 0.17; // half a player's cross's side, in cells
const BESIDE = 0.85; // cells between a printed clue and what was read of it
/** @type {Record<string, number[][][]>} */
const MARKS = { air: DOTS, mistakes: BRACKETS, unclear: QUESTIONS };
const SURFACE = [[[0, 0], [1, 0], [1, 1 / 8], [0, 1 / 8]]]; // the line along the surface, within its cell

/** The water, with a line along its surface. Where the player has put water already, there is none.
 * @param {Grid} grid @param {any[][]} water  true or 1 where it is wet
 * @param {Partial<Looks> & {regions: number[][], put?: ?any[][]}} options  `put` is what the player has put there; with `lift`
 * dim paper is brightened below it */
export function waterLayer(grid, water, { regions, put = null, lift = false }) {
  const filled = cellsWhere(water, (wet, row, col) => wet && put?.[row]?.[col] !== WATER);
  const layer = sized(s("g", { class: "water" }), grid);
  if (!filled.length) return layer;
  const open = filled.filter(([row, col]) => !(water[row - 1]?.[col] && regions[row - 1][col] === regions[row][col]));
  const [body, top] = [grid.outline(filled), inCells(grid, open, SURFACE)];
  layer.append(...(lift ? ["lift", "dye"] : ["dye"]).map((name) => s("g", { class: name },
    s("path", { class: "body", d: body, "fill-rule": "evenodd" }), s("path", { class: "surface", d: top }))));
  return layer;
}

/** Stripes in cells of which is not known whether they are wet. @param {number[][]} cells @param {Grid} grid */
export const maybeLayer = (grid, cells) =>
  sized(s("g", { class: "maybe" }, s("path", { d: inCells(grid, cells, STRIPES) })), grid);

/** What the player has put in: water and crosses, for a board that is not a picture with them in it.
 * @param {any[][]} marks  as in records @param {Grid} grid */
export function ownLayer(grid, marks) {
  const water = cellsWhere(marks, (mark) => mark === WATER);
  return s("g", { class: "own" },
    s("path", { class: "own-water", d: grid.outline(water), "fill-rule": "evenodd" }), crossesLayer(grid, marks));
}

/** The crosses alone. @param {Grid} grid @param {any[][]} marks */
export const crossesLayer = (grid, marks) =>
  sized(s("path", { class: "own-crosses", d: inCells(grid, cellsWhere(marks, (mark) => mark === CROSS), cross(OWN_CROSS)) }), grid);

/** Lines, walls and clues of the clean board.
 * @param {Grid} grid @param {Puzzle} record  or what else has its fields @returns {SVGElement[]} */
export const puzzleLayers = (grid, record) => [...gridLayers(grid, record.regions), cluesLayer(grid, record)];

/** What was read, to be compared with the picture below: lines, walls, and clues beside the printed ones.
 * @param {Grid} grid @param {Answer} record @returns {SVGElement[]} */
export function readingLayers(grid, record) {
  const layers = [...gridLayers(grid, record.regions), cluesLayer(grid, record, BESIDE)];
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

/** Clues where they are printed, or farther away from the board by so many cells.
 * @param {Grid} grid @param {Puzzle} record @param {number} [beside] */
function cluesLayer(grid, { col_clues, row_clues }, beside = 0) {
  const layer = sized(s("g", { class: "clues" }), grid);
  const sides = /** @type {const} */ ([[col_clues, grid.top, grid.rows, 1], [row_clues, grid.left, grid.cols, 0]]);
  for (const [clues, boxes, length, at] of sides) {
    for (const [line, clue] of clues.entries()) {
      const [left, top, right, bottom] = boxes[line];
      const place = grid.position((left + right) / 2, (top + bottom) / 2);
      place[at] += place[at] < length / 2 ? -beside : beside;
      const [x, y] = grid.point(place[0], place[1]);
      if (clue !== null) layer.append(s("text", { x, y, dy: "0.35em" }, String(clue)));
    }
  }
  return layer;
}

/** Marks in cells: dots in those that are known to be dry, brackets around the player's mistakes, question marks where it cannot
 * be told what the player has put. @param {Grid} grid @param {string} name @param {number[][]} cells */
export const marksLayer = (grid, name, cells) => sized(haloed(name, inCells(grid, cells, MARKS[name])), grid);

/** Rings around what was corrected automatically, around doubts, of which only the one in question is seen, and, where they are
 * wanted, around what was corrected; and walls that end inside an aquarium.
 * @param {Grid} grid @param {Answer} record @param {Record<string, string>} fixes @returns {SVGGElement[]} */
export function ringLayers(grid, record, fixes) {
  const doubted = (record.doubts ?? []).map(({ place, sentence }) => ring(grid, place, sentence));
  const loose = (record.reading?.loose ?? []).map((wall) => grid.path(endsOf(parsePlace(wall.place)))).join("");
  return [
    s("g", { class: "repairs" }, ...(record.repairs ?? []).map(({ place, sentence }) => ring(grid, place, sentence))),
    s("g", { class: "doubts" }, loose && s("path", { class: "loose", d: loose }), ...doubted),
    s("g", { class: "corrected" }, ...Object.keys(fixes).map((place) => ring(grid, place, "Corrected"))),
  ].map((layer) => sized(layer, grid));
}

/** @param {Grid} grid @param {string} name @param {string} [title] */
function ring(grid, name, title = "") {
  const place = parsePlace(name);
  const ends = place.axis ? [] : endsOf(place).map(([u, v]) => grid.point(u, v));
  const [left, top, right, bottom] = place.axis ? grid.clueBox(place) : boxAround(ends.map((end) => [...end, ...end]));
  const reach = REACH * grid.pitch;
  const box = { x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach };
  return s("rect", { class: isPointed(name) ? "ring pointed" : "ring", ...box, rx: 2 * reach, "data-doubt": name }, s("title", {}, title));
}
