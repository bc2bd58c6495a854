/** A line below the header for what happened to no picture that is shown; it goes when something is brought. */

import { announce, byId } from "./dom.js";

/** What the button in the line does. @type {?(() => void)} */
let action = null;

/** Makes its buttons work. */
export function init() {
  byId("notice-close").addEventListener("click", () => notice(""));
  byId("notice-act").addEventListener("click", () => {
    const act = action;
    notice("");
    act?.();
  });
}

/** Shows the line, and says it; an empty one closes it.
 * @param {string} words @param {?{words: string, act: () => void}} [button]  what can be done about it */
export function notice(words, button = null) {
  action = button?.act ?? null;
  byId("notice").hidden = !words;
  byId("notice-words").textContent = words;
  byId("notice-act").hidden = !button;
  byId("notice-act").textContent = button?.words ?? "";
  if (words) announce(words);
}
