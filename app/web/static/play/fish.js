/** Fish for a board that is solved. */

import { s } from "../base/dom.js";
import { PITCH } from "../scene/geometry.js";

const MOST = 5;
const COLOURS = ["#ff9a3c", "#ff6f59", "#ffd23f"];
const BODY = "M-7,0C-4,-6 5,-6 9,0C5,6 -4,6 -7,0Z";
const TAIL = "M-6,0L-12,-5Q-9,0 -12,5Z";

/** Some fish, each in a row of water of its own. @param {import("../scene/geometry.js").Grid} grid
 * @param {number[][]} regions @param {function(number, number): boolean} isWet  of [row, col] @returns {SVGGElement} */
export function fishLayer(grid, regions, isWet) {
  const rows = waters(regions, isWet).sort((a, b) => b.length - a.length);
  const homes = spread(rows.filter(({ length }) => length > 1).length ? rows.filter(({ length }) => length > 1) : rows);
  return s("g", { class: "fish", "aria-hidden": "true" }, ...homes.map(({ row, col, length }, number) => {
    const [x, y] = grid.point(col + length / 2, row + 0.56);
    const fish = s("g", { class: "swims" },
      s("path", { d: TAIL }), s("path", { d: BODY }), s("circle", { class: "eye", cx: 5, cy: -1.2, r: 1.1 }));
    fish.style.setProperty("--reach", `${((length - 1) / 2) * PITCH + 2}px`);
    fish.style.setProperty("--late", `${-1.7 * number}s`);
    return s("g", { transform: `translate(${x},${y})`, fill: COLOURS[number % COLOURS.length] }, fish);
  }));
}

/** Wet cells of one aquarium beside each other. */
function waters(regions, isWet) {
  const found = [];
  for (const [row, line] of regions.entries()) {
    for (const col of line.keys()) {
      if (!isWet(row, col)) continue;
      const last = found.at(-1);
      const goesOn = last?.row === row && last.col + last.length === col && line[col - 1] === line[col];
      if (goesOn) last.length += 1;
      else found.push({ row, col, length: 1 });
    }
  }
  return found;
}

/** Some of many, not all in one part of the board: no two in a row, if that can be had. */
function spread(rows) {
  const taken = new Set();
  const apart = rows.filter(({ row }) => !taken.has(row) && taken.add(row));
  return apart.slice(0, MOST);
}
