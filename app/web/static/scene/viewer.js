/**
 * The stage: the scene of the current item, zoomed and moved; and the toolbar above it.
 * A scene's viewBox is all of it, its data-focus what matters ("x y width height"). While it is redrawn with the same
 * viewBox for the same item, zoom and focus stay.
 */

import { byId, h } from "../base/dom.js";
import { store, stored } from "../base/storage.js";
import { columnWords } from "../base/words.js";
import { current, subscribe, updateItem, withCurrent } from "../item/store.js";
import { between, bounded, dragged, fitted, joined, viewBoxOf, zoomed } from "./frame.js";
import { listen } from "./gestures.js";
import { looksOf } from "./looks.js";
import { sceneOf } from "./scene.js";

const REDRAWN = ["selected", "picture", "record", "view", "help", "play", "board", "correcting", "hidesWater"];
const MOST = 12; // times as large as the fitted drawing, or pixels a unit, it can be
const CLOSER = 1.15; // times as large the board must become for it to be fitted rather than the whole
const STEP = 1.4;
const MILLISECONDS = 180;
const WATER_KEY = "aquarium.show-water";

/** What is shown: `mode` is "focus" or "whole" while it is fitted to one of these, and "free" once it was moved, to `aim`.
 * @type {{key: ?string, svg: ?SVGSVGElement, whole: number[], focus: number[], mode: "focus"|"whole"|"free", view: ?View,
 *   aim: View, moving: number}} */
const shown = { key: null, svg: null, whole: [0, 0, 1, 1], focus: [0, 0, 1, 1], mode: "focus", view: null, aim: { x: 0, y: 0, scale: 1 }, moving: 0 };
/** Whether people want to see solutions before they ask for them. */
let showsWater = stored(WATER_KEY) !== "no";
/** Items whose water is in sight: it flows in but once. */
const wet = new WeakSet();

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() || !current()) if (REDRAWN.some((key) => keys.has(key))) render();
  });
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
  const stage = byId("stage");
  listen(stage, { zoom, move, fit: toggleFit, scrolls });
  const middle = () => [stage.clientWidth / 2, stage.clientHeight / 2];
  byId("zoom-in").addEventListener("click", () => zoom(STEP, middle()));
  byId("zoom-out").addEventListener("click", () => zoom(1 / STEP, middle()));
  byId("zoom-fit").addEventListener("click", toggleFit);
  render();
  new ResizeObserver(() => place()).observe(stage);
  addEventListener("beforeprint", () => shown.svg?.setAttribute("viewBox", shown.focus.join(" ")));
  addEventListener("afterprint", () => place());
}

/** The switch of views. @returns {NodeListOf<HTMLInputElement>} */
const views = () => document.querySelectorAll("input[name=view]");

function render() {
  const item = current();
  const water = showsWater && !item?.hidesWater;
  byId("show-water").checked = byId("show-solutions").checked = water;
  tellAnswer(null);
  if (!item) return showScene(null);
  for (const radio of views()) radio.checked = radio.value === item.view;
  if (item.play) return;
  const looks = looksOf(item, () => item === current() && !item.play && render());
  const isWet = Boolean(item.record?.water) && water && !looks.waits;
  showScene(sceneOf(item, { ...looks, water, flow: isWet && !item.help && !wet.has(item) && !isStill() }));
  if (isWet && !item.help) tellAnswer(item.record?.water);
  if (isWet) wet.add(item);
  else if (!looks.waits) wet.delete(item);
}

/** Shows a drawing on the stage; nothing if it is null. @param {?SVGSVGElement} scene */
export function showScene(scene) {
  const stage = byId("stage");
  const focused = focusedName(stage);
  cancelAnimationFrame(shown.moving);
  const whole = scene?.getAttribute("viewBox");
  byId("zoom").hidden = !whole;
  stage.replaceChildren(...(scene && whole ? [scene] : []));
  Object.assign(shown, scene && whole ? { svg: scene } : { svg: null, key: null });
  if (!scene || !whole) return;
  const item = current();
  const key = `${item?.id} ${item?.page} ${Boolean(item?.play)} ${whole}`;
  shown.whole = numbers(whole);
  shown.focus = numbers(scene.dataset.focus ?? whole);
  const isSame = key === shown.key;
  Object.assign(shown, { key, mode: isSame ? shown.mode : "focus", view: isSame ? shown.view : null });
  const most = { width: stage.clientWidth, height: 0.72 * innerHeight }; // as the style of narrow windows has it
  const [, , width, height] = fitted(shown.focus, most).scale > CLOSER * fitted(extent(), most).scale ? shown.focus : extent();
  stage.style.setProperty("--aspect", String(width / height));
  if (focused) stage.querySelector(focused)?.focus({ preventScroll: true });
  place(isSame);
}

/** Fits the scene to the stage: to its board, or, if that is done already, to all of it. */
function toggleFit() {
  shown.mode = shown.mode === "focus" && isCloser() ? "whole" : "focus";
  place(true);
}

/** Shows a part of the scene, as large as it can be, and brings the stage into the window.
 * @param {number[]} box  [x, y, width, height] */
export function showBox(box) {
  if (!shown.svg) return;
  Object.assign(shown, { aim: bounded(fit(box), extent(), [least(), most()]), mode: "free" });
  place(true);
  byId("stage").scrollIntoView({ block: "nearest" });
}

/** Moves the scene, if it is zoomed, as far as is needed for a box of it to be seen. @param {number[]} box
 * [x, y, width, height] */
export function reveal([x, y, width, height]) {
  if (shown.mode !== "free") return;
  const [stage, view] = [sizeOfStage(), target()];
  /** @param {number} from @param {number} to @param {number} middle @param {number} half */
  const beyond = (from, to, middle, half) =>
    to - from > 2 * half ? (from + to) / 2 - middle : Math.min(0, from - middle + half) || Math.max(0, to - middle - half);
  const right = beyond(x, x + width, view.x, stage.width / 2 / view.scale);
  const down = beyond(y, y + height, view.y, stage.height / 2 / view.scale);
  if (right || down) move(-right * view.scale, -down * view.scale);
}

/** @param {number} factor @param {number[]} at */
function zoom(factor, at, atOnce = false) {
  if (!shown.svg) return;
  const next = zoomed(target(), bounds(factor), at, sizeOfStage());
  if (factor < 1 && next.scale <= least() * 1.001) shown.mode = "whole";
  else Object.assign(shown, { mode: "free", aim: bounded(next, extent(), [least(), most()]) });
  place(!atOnce);
}

/** The factor, as far as the drawing may become larger or smaller. @param {number} factor */
function bounds(factor) {
  const { scale } = target();
  return Math.min(Math.max(scale * factor, least()), Math.max(most(), scale)) / scale;
}

/** @param {number} right @param {number} down */
function move(right, down, atOnce = false) {
  if (!shown.svg) return;
  Object.assign(shown, { aim: bounded(dragged(target(), right, down), extent(), [0, Infinity]), mode: "free" });
  place(!atOnce);
}

/** Whether one finger, or the wheel, scrolls the page: where the stage is a part of a longer page, until it is zoomed. */
function scrolls() {
  const page = document.scrollingElement ?? document.body;
  return shown.mode !== "free" && page.scrollHeight > page.clientHeight + 1;
}

/** Where the scene is, or is moving to. */
function target() {
  if (shown.mode === "free") return shown.aim;
  return fit(shown.mode === "focus" && isCloser() ? shown.focus : extent());
}

/** The view of a box, clear of the buttons where these stand on the stage: above them or beside them.
 * @param {number[]} box */
function fit(box) {
  const { width, height } = sizeOfStage();
  const buttons = byId("zoom");
  const isOnStage = getComputedStyle(buttons).position === "absolute";
  const [wide, high] = isOnStage ? [buttons.offsetWidth + 8, buttons.offsetHeight + 8] : [0, 0];
  const [above, beside] = [[0, high], [wide, 0]].map(([right, down]) => {
    const view = fitted(box, { width: Math.max(1, width - right), height: Math.max(1, height - down) });
    return { ...view, x: view.x + right / 2 / view.scale, y: view.y + down / 2 / view.scale };
  });
  return beside.scale > above.scale ? beside : above;
}

/** Brings the scene to its target, at once or smoothly. */
function place(smoothly = false) {
  cancelAnimationFrame(shown.moving);
  if (!shown.svg) return;
  const [from, to] = [shown.view, target()];
  tellFit();
  if (!smoothly || !from || isStill()) return put(to);
  const start = performance.now();
  /** @param {number} now */
  const next = (now) => {
    const share = Math.min(1, Math.max(0, (now - start) / MILLISECONDS));
    put(share === 1 ? to : between(from, to, share * (2 - share)));
    if (share < 1) shown.moving = requestAnimationFrame(next);
  };
  put(from);
  shown.moving = requestAnimationFrame(next);
}

/** @param {View} view */
function put(view) {
  const stage = sizeOfStage();
  shown.view = view;
  if (stage.width && stage.height) shown.svg?.setAttribute("viewBox", viewBoxOf(view, stage));
}

/** Says what the button will do, and lets the page scroll by the stage, or not. */
function tellFit() {
  const button = byId("zoom-fit");
  const label = !isCloser() ? "Fit" : shown.mode === "focus" ? "Fit the whole picture" : "Fit the board";
  button.setAttribute("aria-label", label);
  button.title = label;
  byId("stage").classList.toggle("zoomed", shown.mode === "free");
}

/** Whether people want nothing to move. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @param {string} text */
const numbers = (text) => text.trim().split(/\s+/).map(Number);
const extent = () => joined(shown.whole, shown.focus);
const isCloser = () => fit(shown.focus).scale > CLOSER * fit(extent()).scale;
const least = () => fit(extent()).scale;
const most = () => Math.max(MOST, MOST * fit(shown.focus).scale);
const sizeOfStage = () => ({ width: byId("stage").clientWidth, height: byId("stage").clientHeight });

/** A selector of what has the focus on the stage, to find it again in the next drawing. @param {HTMLElement} stage */
function focusedName(stage) {
  const focused = stage.contains(document.activeElement) ? document.activeElement?.dataset ?? {} : {};
  const name = ["place", "cell", "board"].find((one) => one in focused);
  return name ? `[data-${name}="${CSS.escape(focused[name] ?? "")}"]` : null;
}

/** Tells the water row by row to screen readers; nothing without any. @param {?number[][]} [water]  1 where it is wet */
function tellAnswer(water) {
  const words = (water ?? []).map((line, row) => h("li", {}, `Row ${row + 1}: ${waterWords(line)}`));
  byId("answer").replaceChildren(...words);
}

/** The wet cells of a row in words: "water in columns 1–3 and 5". @param {number[]} line */
function waterWords(line) {
  const wet = [...line.keys()].filter((col) => line[col]).map((col) => col + 1);
  return wet.length ? `water in ${columnWords(wet)}` : "no water";
}
