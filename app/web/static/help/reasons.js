/** The reason of a step, as elements. */

import { h } from "../base/dom.js";
import { techniqueWords } from "./helpwords.js";
import { capital } from "../base/words.js";

/** The technique, the reason in words, and a chain of trials as a nested list.
 * @param {Object} step  as the API has it @returns {HTMLElement[]} */
export function reasonElements({ technique, because, chain }) {
  return [h("p", { class: "technique" }, capital(techniqueWords(technique))), h("p", {}, because), chainList(chain)].filter(Boolean);
}

function chainList(chain) {
  if (!chain?.length) return null;
  return h("ol", { class: "chain" }, ...chain.map((link) => h("li", {}, link.because, chainList(link.chain))));
}
