/** Shapes of cells, as paths on a grid: crosses, dots, brackets, question marks; bands inside a border. */

import { s } from "../base/dom.js";

const INSET = 0.17; // of brackets, from a cell's border, in cells
const ARM = 0.2;

let made = 0;

/** A path over some cells, drawn within each. @param {Grid} grid
 * @param {number[][]} cells [row, col] @param {number[][][]} strokes  of positions within a cell */
export const inCells = (grid, cells, strokes) =>
  cells.flatMap(([row, col]) => strokes.map((stroke) => grid.path(stroke.map(([u, v]) => [col + u, row + v])))).join("");

/** The strokes of a cross. @param {number} [reach]  half its side, in cells */
export function cross(reach = 0.22) {
  const [near, far] = [0.5 - reach, 0.5 + reach];
  return [[[near, near], [far, far]], [[far, near], [near, far]]];
}

/** The stroke of a dot, with round ends. */
export const DOTS = [[[0.5, 0.5], [0.5, 0.5001]]];

/** Brackets in the four corners of a cell. */
export const BRACKETS = [[INSET, INSET + ARM], [1 - INSET, 1 - INSET - ARM]].flatMap(([x, inner], _, ends) =>
  ends.map(([y, below]) => [[inner, y], [x, y], [x, below]]));

/** @param {number} angle */
const bow = (angle) => [0.5 + 0.13 * Math.cos(angle), 0.36 + 0.13 * Math.sin(angle)];

/** A question mark: its bow with the stem, and its dot. */
export const QUESTIONS = [
  [...Array.from({ length: 15 }, (_, k) => bow(((20 * k - 190) * Math.PI) / 180)), [0.5, 0.6]], [[0.5, 0.74], [0.5, 0.7401]],
];

/** Slanting stripes that go on from cell to cell. */
export const STRIPES = [0.25, 0.75, 1.25, 1.75].map((sum) =>
  sum < 1 ? [[0, sum], [sum, 0]] : [[sum - 1, 1], [1, sum - 1]]);

/** A mark with a halo around it, for grounds of its own colour. @param {string} name  its class @param {string} d */
export const haloed = (name, d) =>
  d ? s("g", { class: `${name} marks` }, s("path", { class: "halo", d }), s("path", { d })) : s("g", { class: name });

/** A band inside the border of some cells. Its width is half its stroke's.
 * @param {Grid} grid @param {number[][]} cells @param {string} name */
export function band(grid, cells, name) {
  const [d, id] = [grid.outline(cells), `inside-${++made}`];
  return s("g", { class: `${name} band` }, ...(d ? [
    s("clipPath", { id }, s("path", { d, "clip-rule": "evenodd" })), s("path", { d, "clip-path": `url(#${id})` })] : []));
}

/** Sets how wide a cell is for the style of a layer: strokes and letters go by it.
 * @template {SVGElement} T @param {T} layer @param {Grid} grid */
export function sized(layer, grid) {
  layer.style.setProperty("--cell", `${grid.pitch}px`);
  return layer;
}

/** [row, col] of all cells of a matrix for which something holds. @template T @param {T[][]} matrix
 * @param {(value: T, row: number, col: number) => unknown} holds @returns {number[][]} */
export const cellsWhere = (matrix, holds) =>
  matrix.flatMap((line, row) => line.flatMap((value, col) => (holds(value, row, col) ? [[row, col]] : [])));

/** Cells counted from 1, as the API has them, counted from 0. @param {?number[][]} cells */
export const fromOne = (cells) => (cells ?? []).map(([row, col]) => [row - 1, col - 1]);

/** The cells [row, col], from 0, of mistakes as the API has them. @param {{row: number, col: number}[]} mistakes */
export const placesOf = (mistakes) => fromOne(mistakes.map(({ row, col }) => [row, col]));
