/** The current item on the stage, and the toolbar above it. */

import { byId, h, on, patch } from "../base/dom.js";
import { store, stored } from "../base/storage.js";
import { columnWords } from "../base/words.js";
import { current, follow, updateItem, withCurrent } from "../item/store.js";
import { sceneOf } from "./scene.js";
import * as zoom from "./zoom.js";

const WATER_KEY = "aquarium.show-water";

/** Whether people want to see solutions before they ask for them. */
let showsWater = stored(WATER_KEY) !== "no";

/** Begins to show. */
export function init() {
  zoom.init();
  for (const radio of views()) {
    radio.addEventListener("change", withCurrent((item) => updateItem(item, { view: /** @type {Item["view"]} */ (radio.value) })));
  }
  on("change", { "show-water": showWater, "show-solutions": showWater });
  follow(["picture", "record", "view", "help", "play", "board", "fixes", "correcting", "hidesWater"], render);
  render(current());
}

/** @param {Event & {target: HTMLInputElement}} event */
function showWater({ target }) {
  const item = current();
  if (!item?.hidesWater || !showsWater) showsWater = target.checked;
  store(WATER_KEY, showsWater ? "yes" : "no"); // or it holds until the page is closed
  if (item) updateItem(item, { hidesWater: false });
  render(item);
}

/** The switch of views. @returns {NodeListOf<HTMLInputElement>} */
const views = () => document.querySelectorAll("input[name=view]");

/** @param {?Item} item */
function render(item) {
  const water = showsWater && !item?.hidesWater;
  byId("show-water").checked = byId("show-solutions").checked = water;
  for (const radio of views()) radio.checked = radio.value === item?.view;
  describeWater(water && !item?.help && !item?.play ? item?.record?.water ?? [] : []);
  if (item?.play) return; // its board is put on the stage by the game
  const scene = item && sceneOf(item, { water });
  patch(byId("stage"), scene ? [scene] : []);
  zoom.fitDrawing();
}

/** Puts a drawing on the stage that keeps its elements itself. @param {SVGSVGElement} scene */
export function showScene(scene) {
  byId("stage").replaceChildren(scene);
  zoom.fitDrawing();
}

/** Describes the water row by row to screen readers. @param {number[][]} water  1 where it is wet */
function describeWater(water) {
  byId("answer").replaceChildren(...water.map((line, row) => {
    const wet = [...line.keys()].filter((col) => line[col]).map((col) => col + 1);
    return h("li", {}, `Row ${row + 1}: ${wet.length ? `water in ${columnWords(wet)}` : "no water"}`);
  }));
}
