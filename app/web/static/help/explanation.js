/** The whole solution as steps: a slider, and the board as it is at each of them. */

import { byId, enable, h, on, write } from "../base/dom.js";
import { capital } from "../base/words.js";
import { toldBy } from "../item/sentences.js";
import { current, updateItem } from "../item/store.js";

/** Begins to listen. */
export function init() {
  on("input", { step: () => go(0) });
  on("click", { "step-back": () => go(-1), "step-on": () => go(1) });
}

/** What is shown of an explanation, at its first step. @param {Answer} record  of the task explain @param {?string} marks  of the
 * player, if it goes on from them: those that are wrong were ignored */
export function explanationOf(record, marks) {
  const { steps, shared, regions, cols } = record;
  const start = regions.map((line, row) => line.map((_, col) => {
    const sign = marks?.[row * cols + col];
    const isWet = sign === "w" ? true : sign === "x" ? false : null;
    return isWet !== null && shared?.[row]?.[col] === Number(!isWet) ? null : isWet;
  }));
  const message = toldBy(record);
  return at({ kind: "explain", level: "reason", message, lines: [], mistakes: [], unclear: [], steps, start, number: 1 }, 1);
}

/** Writes the words of the step that is shown. @param {Explained} help */
export function showExplanation({ message, steps, number, step }) {
  const words = `Step ${number} of ${steps.length}`;
  write({ "explanation-title": message, "step-number": words });
  byId("step-controls").hidden = !steps.length;
  if (!step) return byId("step-words").replaceChildren();
  Object.assign(byId("step"), { max: steps.length, value: number, ariaValueText: `${words}: ${step.because}` });
  enable({ "step-back": number > 1, "step-on": number < steps.length });
  byId("step-words").replaceChildren(...reasonElements(step), h("p", { class: "puts" }, capital(step.settles)));
}

/** Shows a step so far from where the slider is. @param {number} by */
function go(by) {
  const item = current();
  if (item?.help?.kind === "explain") updateItem(item, { help: at(/** @type {Explained} */ (item.help), Number(byId("step").value) + by) });
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

/** The technique, the reason in words, and a chain of trials as a nested list. @param {Step} step */
export const reasonElements = ({ title, because, chain }) =>
  [h("p", { class: "technique" }, title), h("p", {}, because), ...chainList(chain)];

/** @param {?Step[]} chain @returns {HTMLElement[]} */
const chainList = (chain) =>
  chain?.length ? [h("ol", { class: "chain" }, ...chain.map((link) => h("li", {}, link.because, ...chainList(link.chain))))] : [];
