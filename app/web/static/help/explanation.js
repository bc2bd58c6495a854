/** The whole solution as steps: a slider, and the board as it is at each of them. */

import { byId, h } from "../base/dom.js";
import { capital } from "../base/words.js";
import { current, updateItem } from "../item/store.js";
import { settledWords, techniqueWords } from "./helpwords.js";

/** Begins to listen. */
export function init() {
  byId("step").addEventListener("input", () => go(Number(byId("step").value)));
  byId("step-back").addEventListener("click", () => go(current().shown.number - 1));
  byId("step-on").addEventListener("click", () => go(current().shown.number + 1));
}

/** What is shown of an explanation, at its first step.
 * @param {Object} record  of the task explain
 * @param {?string} marks  of the player, if it goes on from them: those that are wrong were ignored */
export function explanationOf(record, marks) {
  const { steps, shared, rows, cols } = record;
  const cells = (of) => Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => of(row, col)));
  const start = cells((row, col) => {
    const put = { w: true, x: false }[marks?.[row * cols + col]] ?? null;
    return put !== null && shared?.[row]?.[col] === Number(!put) ? null : put;
  });
  return at({ kind: "explain", level: "reason", message: capital(record.message), steps, start, mistakes: [], unclear: [] }, 1);
}

/** Writes the words of the step that is shown. @param {Object} shown  as of `explanationOf` */
export function showExplanation({ message, steps, number, step }) {
  byId("explanation-title").textContent = message;
  byId("step-controls").hidden = !steps.length;
  if (!step) return byId("step-words").replaceChildren();
  const slider = byId("step");
  slider.max = steps.length;
  slider.value = number;
  slider.setAttribute("aria-valuetext", `Step ${number} of ${steps.length}: ${step.because}`);
  byId("step-number").textContent = `Step ${number} of ${steps.length}`;
  byId("step-back").disabled = number === 1;
  byId("step-on").disabled = number === steps.length;
  byId("step-words").replaceChildren(...reasonElements(step), h("p", { class: "puts" }, capital(settledWords(step))));
}

function go(number) {
  const item = current();
  if (item?.shown?.kind === "explain") updateItem(item, { shown: at(item.shown, number) });
}

/** The explanation at another step: what is known before it, and the step itself. */
function at(shown, number) {
  const { steps, start } = shown;
  const to = Math.min(Math.max(number, 1), steps.length);
  const known = start.map((line) => [...line]);
  for (const step of steps.slice(0, Math.max(0, to - 1))) {
    for (const [row, col] of step.water) known[row - 1][col - 1] = true;
    for (const [row, col] of step.air) known[row - 1][col - 1] = false;
  }
  return { ...shown, number: to, known, step: steps[to - 1] ?? null };
}

/** The technique, the reason in words, and a chain of trials as a nested list.
 * @param {Object} step  as the API has it @returns {HTMLElement[]} */
export function reasonElements({ technique, because, chain }) {
  return [h("p", { class: "technique" }, capital(techniqueWords(technique))), h("p", {}, because), chainList(chain)].filter(Boolean);
}

function chainList(chain) {
  if (!chain?.length) return null;
  return h("ol", { class: "chain" }, ...chain.map((link) => h("li", {}, link.because, chainList(link.chain))));
}
