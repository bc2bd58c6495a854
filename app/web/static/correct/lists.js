/** Lists of places in the panel: made anew without losing the focus, and pointed at on the scene. */

import { byId, h } from "../base/dom.js";

/** Replaces what is in a part of the panel. If the focus was in it, it goes to the element with the same
 * `data-key`, else to the one in the same place, else to `fallback`.
 * @param {HTMLElement} part @param {(Node|null)[]} children @param {HTMLElement} fallback */
export function replaceKept(part, children, fallback) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const at = focused ? buttonsOf(part).indexOf(focused) : -1;
  part.replaceChildren(...children.filter(Boolean));
  if (!focused) return;
  const buttons = buttonsOf(part);
  const same = buttons.find((button) => button.dataset.key && button.dataset.key === focused.dataset.key);
  (same ?? buttons[Math.min(at, buttons.length - 1)] ?? fallback).focus();
}

/** A line about a place: hovered or focused, it is pointed at on the scene.
 * @param {?string} place @param {(Node|string)[]} words @param {HTMLElement[]} buttons @returns {HTMLElement} */
export function placeLine(place, words, buttons) {
  const pointing = place ? { onpointerenter: () => point(place), onpointerleave: () => point(null), onfocusin: () => point(place), onfocusout: () => point(null) } : {};
  return h("li", { "data-about": place, ...pointing }, h("span", { class: "what" }, ...words), h("span", { class: "buttons" }, ...buttons));
}

/** A button of such a line. @param {string} words @param {string} label  for who does not see the line
 * @param {function(): void} act @param {string} key  tells it from others when the list is made anew */
export function lineButton(words, label, act, key) {
  return h("button", { type: "button", "aria-label": label === words ? null : label, "data-key": key, onclick: act }, words);
}

/** Marks a place on the scene, or none. @param {?string} place */
function point(place) {
  const stage = byId("stage");
  for (const former of stage.querySelectorAll(".pointed")) former.classList.remove("pointed");
  for (const mark of place ? marksOf(place) : []) mark.classList.add("pointed");
}

/** What stands for a place on the scene: its target, its ring. @param {string} place @returns {Element[]} */
export function marksOf(place) {
  const name = CSS.escape(place);
  return [...byId("stage").querySelectorAll(`[data-place="${name}"], [data-doubt="${name}"]`)];
}

function buttonsOf(part) {
  return [...part.querySelectorAll("button, summary, input")];
}
