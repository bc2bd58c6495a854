/** The whole solution as steps: a slider, and the board as it is at each of them. */

import { byId, h } from "../base/dom.js";
import { capital } from "../base/words.js";
import { toldBy } from "../item/sentences.js";
import { current, updateItem } from "../item/store.js";

/** Begins to listen. */
export function init() {
  byId("step").addEventListener("input", () => go(Number(byId("step").value)));
  byId("step-back").addEventListener("click", () => go(Number(byId("step").value) - 1));
  byId("step-on").addEventListener("click", () => go(Number(byId("step").value) + 1));
}

/** What is shown of an explanation, at its first step.
 * @param {Answer} record  of the task explain
 * @param {?string} marks  of the player, if it goes on from them: those that are wrong were ignored */
export function explanationOf(record, marks) {
  const { steps, shared, rows, cols } = record;
  /** @param {number} row @param {number} col */
  const put = (row, col) => {
    const sign = marks?.[row * cols + col];
    const isWet = sign === "w" ? true : sign === "x" ? false : null;
    return isWet !== null && shared?.[row]?.[col] === Number(!isWet) ? null : isWet;
  };
  const start = Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => put(row, col)));
  const message = toldBy(record);
  return at({ kind: "explain", level: "reason", message, lines: [], mistakes: [], unclear: [], steps, start, number: 1 }, 1);
}

/** Writes the words of the step that is shown. @param {Explained} help */
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
  byId("step-words").replaceChildren(...reasonElements(step), h("p", { class: "puts" }, capital(step.settles)));
}

/** @param {number} number */
function go(number) {
  const item = current();
  if (item?.help?.kind === "explain") updateItem(item, { help: at(/** @type {Explained} */ (item.help), number) });
}

/** The explanation at another step: what is known before it, and the step itself.
 * @param {Explained} help @param {number} number @returns {Explained} */
function at(help, number) {
  const { steps, start } = help;
  const to = Math.min(Math.max(number, 1), steps.length);
  const known = start.map((line) => [...line]);
  for (const step of steps.slice(0, Math.max(0, to - 1))) {
    for (const [row, col] of step.water) known[row - 1][col - 1] = true;
    for (const [row, col] of step.air) known[row - 1][col - 1] = false;
  }
  return { ...help, number: to, known, step: steps[to - 1] ?? null };
}

/** The technique, the reason in words, and a chain of trials as a nested list.
 * @param {Step} step  as the API has it @returns {HTMLElement[]} */
export function reasonElements({ title, because, chain }) {
  return [h("p", { class: "technique" }, title), h("p", {}, because), ...chainList(chain)];
}

/** @param {?Step[]} chain @returns {HTMLElement[]} */
function chainList(chain) {
  if (!chain?.length) return [];
  return [h("ol", { class: "chain" }, ...chain.map((link) => h("li", {}, link.because, ...chainList(link.chain))))];
}
