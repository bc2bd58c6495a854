/** A line below the header for what happened to no picture that is shown; it goes when something is brought. */

import { announce, on, reveal, write } from "./dom.js";

/** What the button in the line does. @type {?(() => void)} */
let action = null;

/** Makes its buttons work. */
export function init() {
  on("click", { "notice-close": () => notice(""), "notice-act": () => {
    const act = action;
    notice("");
    act?.();
  } });
}

/** Shows the line, and says it; an empty one closes it.
 * @param {string} words @param {?{words: string, act: () => void}} [button]  what can be done about it */
export function notice(words, button = null) {
  action = button?.act ?? null;
  reveal({ notice: words, "notice-act": button });
  write({ "notice-words": words, "notice-act": button?.words ?? "" });
  if (words) announce(words);
}
