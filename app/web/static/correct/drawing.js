/** Walls drawn along the lines of the board: with one finger, or the mouse. A second finger zooms, and what was begun is
 * taken back. */

import { byId, pointIn, targetOf } from "../base/dom.js";
import { strokes } from "../base/strokes.js";
import { current } from "../item/store.js";
import { Grid } from "../scene/geometry.js";
import { STILL } from "../scene/gestures.js";

/** How far from a line one may be, in cells, and still draw along it. */
const NEAR = 0.35;

/** Listens on the stage.
 * @param {(places: string[], how: "drawn"|"over"|"cancelled") => void} draw  gets the sides that a stroke has come along */
export function listenForWalls(draw) {
  const stage = byId("stage");
  strokes(stage, {
    begin(event) {
      const place = targetOf(event).closest(".targets [data-place^='wall:']")?.dataset.place;
      const record = current()?.record;
      if (!place || !record || event.button) return null;
      const grid = stage.querySelector(".scene.on-board") || !record.layout ? Grid.even(record.rows, record.cols) : Grid.of(record.layout);
      return { start: [event.clientX, event.clientY], grid, places: [place], at: positionOf(event, grid), moved: false };
    },
    move(stroke, event) {
      if (!stroke.moved && Math.hypot(event.clientX - stroke.start[0], event.clientY - stroke.start[1]) <= STILL) return;
      if (!stroke.moved && event.pointerType === "mouse") stage.setPointerCapture(event.pointerId);
      stroke.moved = true;
      const { at, grid, places } = stroke;
      const to = positionOf(event, grid);
      places.push(...sidesBetween(at, to, grid).filter((side) => !places.includes(side)));
      if (isNearLine(to)) stroke.at = to;
      draw(places, "drawn");
    },
    end: ({ moved, places }, how) => moved && draw(places, how),
  });
}

/** Where a pointer is on the board, in cells. @param {PointerEvent} event @param {Grid} grid */
const positionOf = (event, grid) => grid.position(...pointIn(byId("stage"), event));

/** @param {number[]} position */
const isNearLine = (position) => position.some((part) => Math.abs(part - Math.round(part)) <= NEAR);

/** The sides, within the board, from the corner of cells that is nearest to one position to that of another, where both corners
 * are on one line. @param {number[]} from @param {number[]} to @param {{rows: number, cols: number}} board @returns {string[]} */
export function sidesBetween(from, to, { rows, cols }) {
  const [[u, v], [x, y]] = [from.map(Math.round), to.map(Math.round)];
  if (!isNearLine(to) || (u !== x && v !== y)) return [];
  const [start, end] = u === x ? [Math.min(v, y), Math.max(v, y)] : [Math.min(u, x), Math.max(u, x)];
  const along = Array.from({ length: end - start }, (_, step) => start + step + 1);
  if (u === x) return u > 0 && u < cols ? along.filter((row) => row > 0 && row <= rows).map((row) => `wall:${row},${u}-${row},${u + 1}`) : [];
  return v > 0 && v < rows ? along.filter((col) => col > 0 && col <= cols).map((col) => `wall:${v},${col}-${v + 1},${col}`) : [];
}
