/** What can be pointed at on the stage, by mouse, finger or keyboard: clues, walls, and the boards of a page. */

import { ARROWS, byId, s, targetOf } from "../base/dom.js";
import { saidOf } from "../item/store.js";
import { isClue, parsePlace, placeWords, valueName, valueOf } from "../item/wording.js";
import { endsOf, sidesOf } from "./geometry.js";
import { sized } from "./shapes.js";

const WIDE = 0.42; // how far a side's target reaches to the cells' middles, in cells
const LEAST = 0.42; // half of a clue's target, at least, in cells
const ASIDE = 3; // how much more a step aside counts than one in the direction of an arrow key

/** The place that Tab comes to, and the one that stands out. */
const state = { tabStop: "", pointed: "" };

/** A target for every clue and every side between two cells. @param {Grid} grid @param {ReadItem} item */
export function targetsLayer(grid, item) {
  const shapes = /** @type {Map<string, SVGElement[]>} */ (new Map());
  for (const [col, box] of grid.top.entries()) shapes.set(`top:${col + 1}`, [hitOfClue(grid, box)]);
  for (const [row, box] of grid.left.entries()) shapes.set(`left:${row + 1}`, [hitOfClue(grid, box)]);
  for (const side of sidesOf(item.record.regions)) shapes.set(side.place, shapesOfSide(grid, side));
  if (!shapes.has(state.tabStop)) state.tabStop = "top:1";
  const doubtful = new Set(item.record.doubts?.map(({ place }) => place));
  const targets = [...shapes].map(([place, parts]) => s("g", attributesOf(item, place, doubtful), ...parts));
  return sized(s("g", { class: "targets", role: "group", "aria-label": "Clues and walls as read" }, ...targets), grid);
}

/** @param {ReadItem} item @param {string} place @param {Set<string>} doubtful */
function attributesOf(item, place, doubtful) {
  const [value, isCorrected] = [valueOf(item, place), place in saidOf(item).fixes];
  const name = isClue(place) ? `${placeWords(place)}: ${valueName(place, value)}` : `Wall ${placeWords(place)}`;
  return {
    "data-key": place, "data-place": place, role: "button", tabindex: place === state.tabStop ? 0 : -1,
    class: `target${isCorrected ? " fixed" : ""}${place === state.pointed ? " pointed" : ""}`,
    "aria-label": `${name}${isCorrected ? ", corrected" : doubtful.has(place) ? ", doubtful" : ""}`,
    ...(isClue(place) ? { "aria-haspopup": "dialog" } : { "aria-pressed": String(value === "yes") }),
  };
}

/** The frame of a board of several on a page: a button, unless it is the one that is shown. @param {Grid} grid
 * @param {number} board  from 1 as the largest @param {number} number  in reading order @param {boolean} isCurrent */
export function boardTarget(grid, board, number, isCurrent) {
  const [left, top, right, bottom] = grid.bounds(0.3);
  const frame = s("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: grid.pitch / 3 });
  if (isCurrent) return s("g", { class: "board-frame current" }, frame);
  const label = `Board ${number}, ${grid.rows}×${grid.cols}`;
  return s("g", { class: "board-frame", "data-board": board, role: "button", tabindex: 0, "aria-label": label }, s("title", {}, label), frame);
}

/** Listens on the stage. @param {Pointing} to */
export function listenForTargets({ correct, choose }) {
  const stage = byId("stage");
  /** @param {Element} element @param {string} [digit] */
  const act = (element, digit) => {
    const { place, board } = element.closest(TARGET)?.dataset ?? {};
    if (place) correct(place, digit);
    else if (board) choose(Number(board));
  };
  stage.addEventListener("click", (event) => act(targetOf(event)));
  stage.addEventListener("focusin", (event) => comeTo(targetOf(event).dataset.place));
  stage.addEventListener("keydown", (event) => {
    const target = targetOf(event).closest(TARGET);
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    const { place } = target.dataset;
    if (event.key === "Enter" || event.key === " ") act(target);
    else if (!place) return;
    else if (ARROWS[event.key]) nextFrom(place, ARROWS[event.key])?.focus();
    else if (event.key === "Home") targets()[0].focus();
    else if (event.key === "End") targets().at(-1)?.focus();
    else if (/^\d$/.test(event.key) && isClue(place)) act(target, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

const TARGET = ".targets [data-place], [data-board]";
const targets = () => [...byId("stage").querySelectorAll(".targets [data-place]")];

/** The target of a place, if it can be pointed at now. @param {string} place */
export const targetAt = (place) => byId("stage").querySelector(`.targets [data-place="${CSS.escape(place)}"]`);

/** Lets a place stand out on the stage, in place of another; none if it is empty. @param {string} place */
export function pointAt(place) {
  for (const mark of marksOf(state.pointed)) mark.classList.remove("pointed");
  state.pointed = place;
  for (const mark of marksOf(place)) mark.classList.add("pointed");
}

/** Whether a place stands out. @param {string} place */
export const isPointed = (place) => place === state.pointed;

/** What stands for a place on the stage: its target, its ring. @param {string} place */
export const marksOf = (place) => /** @type {NodeListOf<SVGGraphicsElement>} */ (
  byId("stage").querySelectorAll(`:is([data-place="${CSS.escape(place)}"], [data-doubt="${CSS.escape(place)}"])`));

/** Shows sides as they would become; without a value, as they are. @param {ReadItem} item @param {string[]} places
 * @param {?string} value */
export function previewWalls(item, places, value) {
  for (const place of places) {
    const target = targetAt(place);
    target?.classList.toggle("fixed", value !== null || place in saidOf(item).fixes);
    target?.setAttribute("aria-pressed", (value ?? valueOf(item, place)) === "yes");
  }
}

/** Makes a place the one that Tab comes to. @param {string} [place] */
function comeTo(place) {
  if (!place) return;
  targetAt(state.tabStop)?.setAttribute("tabindex", -1);
  state.tabStop = place;
  targetAt(place)?.setAttribute("tabindex", 0);
}

/** The nearest target in a direction. @param {string} place @param {number[]} way */
function nextFrom(place, [right, down]) {
  const [u, v] = middleOf(place);
  const found = targets().map((target) => {
    const [a, b] = middleOf(target.dataset.place ?? "");
    const ahead = (a - u) * right + (b - v) * down;
    return { target, ahead, cost: ahead + ASIDE * Math.abs((a - u) * down + (b - v) * right) };
  });
  return found.filter(({ ahead }) => ahead > 0).sort((a, b) => a.cost - b.cost)[0]?.target;
}

/** Where a place is on the board, in cells: (u, v). @param {string} place */
function middleOf(place) {
  const { axis, line, row, col, below } = parsePlace(place);
  if (axis) return axis === "column" ? [line + 0.5, -0.5] : [-0.5, line + 0.5];
  return below ? [col + 0.5, row + 1] : [col + 1, row + 0.5];
}

/** A rhomb to the middles of its cells, so that targets never overlap, and the side itself.
 * @param {Grid} grid @param {Side & {place: string}} side @returns {SVGElement[]} */
function shapesOfSide(grid, side) {
  const [start, end] = endsOf(side);
  const [u, v] = middleOf(side.place);
  const [across, down] = side.below ? [0, WIDE] : [WIDE, 0];
  const rhomb = grid.path([start, [u + across, v + down], end, [u - across, v - down]], true);
  return [s("path", { class: "hit", d: rhomb }), s("path", { class: "edge", d: grid.path([start, end]) })];
}

/** @param {Grid} grid @param {number[]} box @returns {SVGElement} */
function hitOfClue(grid, [left, top, right, bottom]) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [wide, high] = [right - left, bottom - top].map((length) => Math.max(length / 2 + 0.1 * grid.pitch, LEAST * grid.pitch));
  return s("rect", { class: "hit", x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: 0.15 * grid.pitch });
}
