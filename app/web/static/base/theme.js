/** Light, dark, or as the system has it. What is chosen is remembered in this browser. */

import { announce, byId, on } from "./dom.js";
import { store, stored } from "./storage.js";

const KEY = "aquarium.theme";
const THEMES = [
  { name: "auto", sign: "◐", words: "Colours: system" },
  { name: "light", sign: "☀", words: "Colours: light" },
  { name: "dark", sign: "☾", words: "Colours: dark" },
];

let at = Math.max(0, THEMES.findIndex(({ name }) => name === stored(KEY)));
document.documentElement.dataset.theme = THEMES[at].name; // at once, before anything is shown

/** Makes the button go through the themes. */
export function init() {
  show();
  on("click", { theme: () => {
    at = (at + 1) % THEMES.length;
    store(KEY, THEMES[at].name); // or it holds until the page is closed
    show();
    announce(THEMES[at].words);
  } });
}

function show() {
  const { name, sign, words } = THEMES[at];
  document.documentElement.dataset.theme = name;
  Object.assign(byId("theme"), { textContent: sign, ariaLabel: words, title: words });
}
