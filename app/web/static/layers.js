/** What is drawn over a picture or on the clean board, layer by layer. */

import { s } from "./dom.js";
import { sidesOf } from "./geometry.js";

/** The water. @param {import("./geometry.js").Grid} grid @param {number[][]} water  1 wet, 0 dry */
export function waterLayer(grid, water) {
  const layer = s("g", { class: "water" });
  for (const [row, line] of water.entries()) {
    for (const [col, wet] of line.entries()) if (wet) layer.append(s("polygon", { points: grid.box(row, col) }));
  }
  return layer;
}

/** Lines, walls and clues. @returns {SVGElement[]} */
export function puzzleLayers(grid, record) {
  const { rows, cols } = record;
  const thin = s("g", { class: "lines" });
  const walls = s("g", { class: "walls" }, s("polygon", { points: grid.box(0, 0, rows, cols) }));
  for (const { row, col, below, wall } of sidesOf(record.regions)) {
    const ends = below ? [[col, row + 1], [col + 1, row + 1]] : [[col + 1, row], [col + 1, row + 1]];
    (wall ? walls : thin).append(s("polyline", { points: grid.points(...ends) }));
  }
  const clues = s("g", { class: "clues" });
  const write = (clue, u, v) => {
    const [x, y] = grid.point(u, v);
    if (clue !== null) clues.append(s("text", { x, y }, String(clue)));
  };
  record.col_clues.forEach((clue, col) => write(clue, col + 0.5, -0.5));
  record.row_clues.forEach((clue, row) => write(clue, -0.5, row + 0.5));
  return [thin, walls, clues];
}
