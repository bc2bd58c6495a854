/** Keys that work wherever the focus is, except in fields and dialogs. */

import { isTyping } from "./dom.js";

/** What keys do. @type {Record<string, (() => unknown)[]>} */
const acts = {};

/** Begins to listen. */
export function init() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event)) return;
    const held = [(event.ctrlKey || event.metaKey) && "Control+", event.shiftKey && "Shift+"].filter(Boolean).join("");
    if (acts[held + event.key.toLowerCase()]?.some((act) => act())) event.preventDefault();
  });
}

/** Has keys do something: {"Control+z": undo}. Several may be for one key; each tells whether it was meant now.
 * @param {Record<string, () => unknown>} named */
export function onKeys(named) {
  for (const [key, act] of Object.entries(named)) (acts[key] ??= []).push(act);
}
