/** The stage: the scene of the current item, zoomed and moved. */

import { byId } from "./dom.js";
import { sceneOf } from "./scene.js";
import { current, subscribe, updateItem } from "./store.js";

const REDRAWN = ["selected", "picture", "record", "view", "shown", "play"];

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() || !current()) if (REDRAWN.some((key) => keys.has(key))) render();
  });
  for (const radio of document.querySelectorAll("input[name=view]")) {
    radio.addEventListener("change", () => updateItem(current(), { view: radio.value }));
  }
}

function render() {
  const item = current();
  if (item && !item.play) showScene(sceneOf(item));
}

/** Shows a drawing on the stage. @param {SVGSVGElement} scene */
export function showScene(scene) {
  byId("stage").replaceChildren(scene);
}
