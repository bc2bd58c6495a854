/** Light, dark, or as the system has it. What is chosen is remembered in this browser. */

import { announce, byId } from "./dom.js";

const KEY = "aquarium.theme";
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
    remember();
    apply();
    show();
    announce(THEMES[theme].words);
  });
}

function remembered() {
  try {
    const name = localStorage.getItem(KEY);
    return Object.hasOwn(THEMES, name) ? name : "auto";
  } catch {
    return "auto"; // the browser keeps nothing
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // then it holds until the page is closed
  }
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
