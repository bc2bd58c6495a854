/** The answer in words, for those who do not see the scene. */

import { byId, h } from "../base/dom.js";
import { columnWords } from "../base/words.js";

/** Tells the water row by row to screen readers; nothing without any. @param {?Array[]} water  1 where it is wet */
export function tellAnswer(water) {
  const words = (water ?? []).map((line, row) => h("li", {}, `Row ${row + 1}: ${waterWords(line)}`));
  byId("answer").replaceChildren(...words);
}

/** The wet cells of a row in words: "water in columns 1–3 and 5". */
function waterWords(line) {
  const wet = [...line.keys()].filter((col) => line[col]).map((col) => col + 1);
  return wet.length ? `water in ${columnWords(wet)}` : "no water";
}
