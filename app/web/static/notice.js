/** A line below the header for what happened to no picture in particular; it goes when something is brought. */

import { announce, byId } from "./dom.js";

/** Makes its button close it. */
export function init() {
  byId("notice-close").addEventListener("click", () => notice(""));
}

/** Shows the line, and says it; an empty one closes it. @param {string} words */
export function notice(words) {
  byId("notice").hidden = !words;
  byId("notice-words").textContent = words;
  if (words) announce(words);
}
