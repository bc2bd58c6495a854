/** Which part of the drawing on the stage is seen: by buttons, wheel, fingers and keys. */

import { byId, on } from "../base/dom.js";
import { bounded, clamp, dragged, fitted, joined, viewBoxOf, zoomed } from "./frame.js";
import { listen, STEP } from "./gestures.js";

const MOST = 12; // times as large as the fitted drawing, or pixels a unit, it can be
const CLOSER = 1.15; // times as wide or high as the board the whole must be for the board alone to be fitted
const EASY = 24; // pixels of a cell that a finger hits

/** The drawing; all of it, and what matters of it; which of these it is fitted to, none once it was moved, to `view`.
 * @type {{svg: ?SVGSVGElement, whole: number[], focus: number[], fit: "focus"|"whole"|null, view: View}} */
const state = { svg: null, whole: [0, 0, 1, 1], focus: [0, 0, 1, 1], fit: "focus", view: { x: 0, y: 0, scale: 1 } };

/** Begins to listen. */
export function init() {
  const stage = byId("stage");
  listen(stage, { zoom, move, fit: toggleFit, scrolls });
  on("click", { "zoom-in": () => zoom(STEP), "zoom-out": () => zoom(1 / STEP), "zoom-fit": toggleFit });
  new ResizeObserver(place).observe(stage);
  addEventListener("beforeprint", () => state.svg?.setAttribute("viewBox", state.focus.join(" ")));
  addEventListener("afterprint", place);
}

/** Fits the drawing that is on the stage now, if there is one: its viewBox is all of it, its data-focus what matters, if
 * that is less. One that is the same as before, drawn anew, stays zoomed. */
export function fitDrawing() {
  const stage = byId("stage");
  const svg = /** @type {?SVGSVGElement} */ (stage.firstElementChild);
  if (svg !== state.svg) Object.assign(state, { svg, fit: "focus" });
  byId("zoom").hidden = !svg;
  if (!svg) return;
  const viewBox = svg.getAttribute("viewBox") ?? "";
  const focus = numbers(svg.dataset.focus ?? viewBox);
  const whole = joined(numbers(viewBox), focus);
  const isCloser = whole[2] > CLOSER * focus[2] || whole[3] > CLOSER * focus[3];
  Object.assign(state, { whole, focus: isCloser ? focus : whole });
  stage.style.setProperty("--aspect", String(state.focus[2] / state.focus[3]));
  place();
}

/** Shows a part of the drawing, as large as it can be, and brings the stage into the window.
 * @param {number[]} box  [x, y, width, height] */
export function showBox(box) {
  moveTo(fitted(box, sizeOfStage()));
  byId("stage").scrollIntoView({ block: "nearest" });
}

/** Scrolls to a part of the panel, between a board that stays in sight and the bar of a game; to its beginning if it is higher.
 * @param {HTMLElement} part */
export function scrollToPart(part) {
  const [board, bar] = [byId("middle"), byId("game")];
  const above = getComputedStyle(board).position === "sticky" ? board.offsetHeight : 0;
  const below = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  Object.assign(part.style, { scrollMarginTop: `${above}px`, scrollMarginBottom: `${below}px` });
  part.scrollIntoView({ block: part.offsetHeight > innerHeight - above - below ? "start" : "nearest" });
}

/** Moves the drawing, if it is zoomed, as far as is needed for a box of it to be seen.
 * @param {number[]} box  [x, y, width, height] */
export function bringIntoView([x, y, width, height]) {
  if (state.fit && !isEnlarged()) return;
  const [stage, view] = [sizeOfStage(), shown()];
  /** @param {number} middle @param {number} from @param {number} length @param {number} seen */
  const near = (middle, from, length, seen) => clamp(middle, from + Math.min(length - seen / 2, length / 2), from + Math.max(seen, length) / 2);
  moveTo({ ...view, x: near(view.x, x, width, stage.width / view.scale), y: near(view.y, y, height, stage.height / view.scale) });
}

/** Fits the drawing to the stage: its board, or, if that is done already, all of it. */
function toggleFit() {
  state.fit = state.fit === "focus" ? "whole" : "focus";
  place();
}

/** @param {number} factor @param {number[]} [at]  the middle if not given */
function zoom(factor, at = [byId("stage").clientWidth / 2, byId("stage").clientHeight / 2]) {
  const { scale } = shown();
  const next = zoomed(shown(), clamp(scale * factor, least(), Math.max(most(), scale)) / scale, at, sizeOfStage());
  if (factor > 1 || next.scale > least() * 1.001) return moveTo(next);
  state.fit = "whole";
  place();
}

/** @param {number} right @param {number} down */
const move = (right, down) => moveTo(dragged(shown(), right, down));

/** @param {View} view */
function moveTo(view) {
  Object.assign(state, { view: bounded(view, state.whole, sizeOfStage(), [least(), Math.max(most(), view.scale)]), fit: null });
  place();
}

/** Whether one finger, or the wheel, scrolls the page: where the stage is a part of a longer page, until it is zoomed. */
function scrolls() {
  const page = document.scrollingElement ?? document.body;
  return state.fit !== null && page.scrollHeight > page.clientHeight + 1;
}

/** What is seen of the drawing. */
const shown = () => (!state.fit ? state.view : isEnlarged() ? enlarged() : fitted(state[state.fit], sizeOfStage()));

/** Whether a drawing that fingers tap in is shown larger than it fits, from its top left corner: its cells would be too small. */
const isEnlarged = () => state.fit === "focus" && matchMedia("(pointer: coarse)").matches && fitted(state.focus, sizeOfStage()).scale < leastEasy();
const leastEasy = () => EASY / Number(state.svg?.dataset.pitch ?? Infinity);
const enlarged = () => bounded({ x: -Infinity, y: -Infinity, scale: leastEasy() }, state.whole, sizeOfStage(), [0, Infinity]);

/** Shows what is to be seen of the drawing. */
function place() {
  const stage = sizeOfStage();
  labelFit();
  if (stage.width && stage.height) state.svg?.setAttribute("viewBox", viewBoxOf(shown(), stage));
}

/** Says what the button will do, and lets the page scroll by the stage, or not. */
function labelFit() {
  const words = state.focus === state.whole ? "Fit" : state.fit === "focus" ? "Fit the whole picture" : "Fit the board";
  Object.assign(byId("zoom-fit"), { title: words, ariaLabel: words });
  byId("stage").classList.toggle("zoomed", !state.fit);
}

/** @param {string} text */
const numbers = (text) => text.trim().split(/\s+/).map(Number);
const sizeOfStage = () => ({ width: byId("stage").clientWidth, height: byId("stage").clientHeight });
const least = () => fitted(state.whole, sizeOfStage()).scale;
const most = () => Math.max(MOST, MOST * fitted(state.focus, sizeOfStage()).scale);
