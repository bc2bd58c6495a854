/** Rings around what is doubted about a reading, the worst with a label, and around what was corrected. */

import { s } from "../base/dom.js";
import { endsOf } from "./geometry.js";
import { sized } from "./shapes.js";
import { parsePlace } from "../item/wording.js";

const REACH = 0.12; // cells between what is doubted and the ring around it

/** How many of the least certain places stand out. */
const WORST = 5;

/** Rings around all doubts, the least certain ones on top and bolder; and walls that end inside an aquarium. @param {import("./geometry.js").Grid} grid
 * @param {Object} record @returns {SVGGElement} */
export function doubtsLayer(grid, record) {
  const doubts = [...(record.doubts ?? [])].sort((a, b) => a.confidence - b.confidence);
  const rings = doubts.map((doubt, number) => ring(grid, doubt, number < WORST ? "ring worst" : "ring"));
  const loose = (record.reading?.loose ?? []).map((wall) => grid.path(endsOf(parsePlace(wall.place))));
  const walls = loose.length ? s("path", { class: "loose", d: loose.join("") }) : null;
  return sized(s("g", { class: "doubts" }, walls, ...rings.reverse()), grid);
}

/** Rings around clues and walls that were read otherwise at first. */
export function repairsLayer(grid, record) {
  const rings = (record.repairs ?? []).map((repair) => ring(grid, repair, "ring"));
  return sized(s("g", { class: "repairs" }, ...rings), grid);
}

/** Rings around what a person has said. @param {Object<string, string>} fixes */
export function saidLayer(grid, fixes) {
  const rings = Object.keys(fixes).map((place) => ring(grid, { place, what: "Corrected" }, "ring")).filter(Boolean);
  return sized(s("g", { class: "said" }, ...rings), grid);
}

function ring(grid, { place: name, what }, looks) {
  const place = parsePlace(name);
  const [left, top, right, bottom] = boxOf(grid, place);
  const reach = REACH * grid.pitch;
  const box = { x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach };
  return s("rect", { class: looks, ...box, rx: 2 * reach, "data-doubt": name }, s("title", {}, what));
}

/** [left, top, right, bottom] of a clue or side. */
function boxOf(grid, place) {
  if (place.axis) return grid.clueBox(place);
  const [[a, b], [x, y]] = endsOf(place).map(([u, v]) => grid.point(u, v));
  return [Math.min(a, x), Math.min(b, y), Math.max(a, x), Math.max(b, y)];
}
