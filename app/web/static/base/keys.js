/** Keys that work wherever the focus is, except in fields and dialogs. */

import { isTyping } from "./dom.js";

/** What keys do, and when they are meant for it. @type {Record<string, {act: () => unknown, isMeant: () => boolean}[]>} */
const acts = {};

/** Begins to listen. */
export function init() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event)) return;
    const held = [(event.ctrlKey || event.metaKey) && "Control+", event.shiftKey && "Shift+"].filter(Boolean).join("");
    const meant = acts[held + event.key.toLowerCase()]?.find(({ isMeant }) => isMeant());
    if (!meant) return;
    event.preventDefault();
    meant.act();
  });
}

/** Has keys do something while they are meant for it: {"Control+z": undo}. @param {Record<string, () => unknown>} named
 * @param {() => boolean} isMeant */
export function onKeys(named, isMeant) {
  for (const [key, act] of Object.entries(named)) (acts[key] ??= []).push({ act, isMeant });
}
