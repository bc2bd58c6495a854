/** The current item on the stage, and the toolbar above it. */

import { byId, h, patch } from "../base/dom.js";
import { store, stored } from "../base/storage.js";
import { columnWords } from "../base/words.js";
import { current, subscribe, updateItem, withCurrent } from "../item/store.js";
import { looksOf } from "./looks.js";
import { sceneOf } from "./scene.js";
import * as zoom from "./zoom.js";

const DRAWN_OF = ["selected", "picture", "record", "view", "help", "play", "board", "fixes", "correcting", "hidesWater"];
const WATER_KEY = "aquarium.show-water";

/** Whether people want to see solutions before they ask for them. */
let showsWater = stored(WATER_KEY) !== "no";
/** Items whose water is in sight: it flows in but once. */
const wet = new WeakSet();

/** Begins to show. */
export function init() {
  zoom.init();
  for (const radio of views()) {
    radio.addEventListener("change", withCurrent((item) => updateItem(item, { view: /** @type {Item["view"]} */ (radio.value) })));
  }
  for (const name of ["show-water", "show-solutions"]) {
    byId(name).addEventListener("change", () => {
      const item = current();
      if (!item?.hidesWater || !showsWater) showsWater = byId(name).checked;
      store(WATER_KEY, showsWater ? "yes" : "no"); // or it holds until the page is closed
      if (item) updateItem(item, { hidesWater: false });
      render();
    });
  }
  subscribe((item, keys) => {
    if (item === current() && DRAWN_OF.some((key) => keys.has(key))) render();
  });
  render();
}

/** The switch of views. @returns {NodeListOf<HTMLInputElement>} */
const views = () => document.querySelectorAll("input[name=view]");

function render() {
  const item = current();
  const water = showsWater && !item?.hidesWater;
  byId("show-water").checked = byId("show-solutions").checked = water;
  for (const radio of views()) radio.checked = radio.value === item?.view;
  describeWater([]);
  if (item?.play) return; // its board is put on the stage by the game
  const scene = item && drawn(item, water);
  patch(byId("stage"), scene ? [scene] : []);
  zoom.fitDrawing();
}

/** @param {Item} item @param {boolean} water */
function drawn(item, water) {
  const looks = looksOf(item, () => item === current() && !item.play && render());
  const isWet = Boolean(item.record?.water) && water && !looks.waits;
  const flow = isWet && !item.help && !wet.has(item) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isWet) wet.add(item);
  else if (!looks.waits) wet.delete(item);
  if (isWet && !item.help) describeWater(item.record?.water ?? []);
  return sceneOf(item, { ...looks, water, flow });
}

/** Puts a drawing on the stage that keeps its elements itself. @param {SVGSVGElement} scene */
export function showScene(scene) {
  byId("stage").replaceChildren(scene);
  zoom.fitDrawing();
}

/** Describes the water row by row to screen readers. @param {number[][]} water  1 where it is wet */
function describeWater(water) {
  byId("answer").replaceChildren(...water.map((line, row) => h("li", {}, `Row ${row + 1}: ${waterWords(line)}`)));
}

/** The wet cells of a row in words: "water in columns 1–3 and 5". @param {number[]} line */
function waterWords(line) {
  const wet = [...line.keys()].filter((col) => line[col]).map((col) => col + 1);
  return wet.length ? `water in ${columnWords(wet)}` : "no water";
}
