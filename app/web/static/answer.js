/** The answer in words, for those who do not see the scene. */

import { byId, h } from "./dom.js";

/** Tells the water row by row to screen readers; nothing without any. @param {?Array[]} water  1 where it is wet */
export function tellAnswer(water) {
  const words = (water ?? []).map((line, row) => h("li", {}, `Row ${row + 1}: ${waterWords(line)}`));
  byId("answer").replaceChildren(...words);
}

/** The wet cells of a row in words: "water in columns 1–3 and 5". @param {Array} line @returns {string} */
export function waterWords(line) {
  const runs = [];
  for (const [col, wet] of line.entries()) {
    if (wet && line[col - 1]) runs.at(-1)[1] = col + 1;
    else if (wet) runs.push([col + 1, col + 1]);
  }
  if (!runs.length) return "no water";
  const names = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const isOne = runs.length === 1 && runs[0][0] === runs[0][1];
  const listed = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return `water in column${isOne ? "" : "s"} ${listed}`;
}
