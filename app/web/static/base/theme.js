/** Light, dark, or as the system has it. What is chosen is remembered in this browser. */

import { announce, byId } from "./dom.js";
import { store, stored } from "./storage.js";

const KEY = "aquarium.theme";
/** @type {Record<string, {sign: string, words: string}>} */
const THEMES = {
  auto: { sign: "◐", words: "Colours: system" },
  light: { sign: "☀", words: "Colours: light" },
  dark: { sign: "☾", words: "Colours: dark" },
};

let theme = remembered();
apply(); // at once, before anything is shown

/** Makes the button go through the themes. */
export function init() {
  show();
  byId("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    theme = names[(names.indexOf(theme) + 1) % names.length];
    store(KEY, theme); // or it holds until the page is closed
    apply();
    show();
    announce(THEMES[theme].words);
  });
}

function remembered() {
  const name = stored(KEY) ?? "auto";
  return Object.hasOwn(THEMES, name) ? name : "auto";
}

function apply() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function show() {
  const button = byId("theme");
  button.textContent = THEMES[theme].sign;
  button.setAttribute("aria-label", THEMES[theme].words);
  button.title = THEMES[theme].words;
}
