/** Clues and walls on the scene, pointed at: by mouse, finger or keyboard. */

import { byId, targetOf } from "../base/dom.js";
import { current, saidOf, subscribe } from "../item/store.js";
import { isClue, otherwise, parsePlace, placeWords, readValue, valueName, valueWords } from "../item/wording.js";
import { setFix, setWalls, toggleWall, valueOf } from "./changes.js";
import { listenForWalls } from "./drawing.js";
import { closePopover, openPopover } from "./popover.js";

/** Pixels that a pointer may move between down and up; what moves further drags the scene. */
const STILL = 8;
/** How much more a step aside counts than one in the direction of an arrow key. */
const ASIDE = 3;
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place that Tab comes to, and whether the focus is on it, so that a new drawing of the scene keeps both. */
const at = { place: "", focused: false };

/** Begins to listen. */
export function init() {
  const stage = byId("stage");
  let down = [0, 0];
  stage.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]), true);
  stage.addEventListener("click", (event) => {
    const place = placeUnder(targetOf(event));
    const moved = event.detail && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > STILL;
    if (place && !moved) act(place);
  });
  listenForWalls(() => read()?.record ?? null, draw);
  stage.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = placeUnder(targetOf(event));
    at.focused = Boolean(place);
    if (place) comeTo(place);
  });
  document.addEventListener("pointerdown", (event) => (at.focused &&= Boolean(placeUnder(targetOf(event)))), true);
  new MutationObserver(dress).observe(stage, { childList: true, subtree: true });
  subscribe((item, keys) => {
    if (item !== current()) return;
    if (keys.has("selected")) closePopover(false);
    if (keys.has("fixes") || keys.has("board")) dress();
  });
}

/** The item that is shown, if something is read of it. */
const read = () => /** @type {?ReadItem} */ (current()?.record ? current() : null);

/** Opens the form that corrects a clue. @param {string} place
 * @param {?Element} [opener]  What gets the focus back; the place on the scene if none
 * @param {string} [typed]  What was typed already */
export function editClue(place, opener = null, typed = undefined) {
  const item = read();
  if (!item) return;
  const { axis } = parsePlace(place);
  const value = valueOf(item, place);
  openPopover({
    title: `Clue of ${placeWords(place).toLowerCase()}`,
    label: placeWords(place),
    value: value === "none" ? "" : value,
    typed,
    max: axis === "column" ? item.record.rows : item.record.cols,
    choices: choicesAt(item, place),
    anchor: () => (opener?.isConnected ? opener : targetAt(place)),
    choose: (chosen) => setFix(item, place, chosen),
    closed: () => (opener?.isConnected ? opener : targetAt(place))?.focus({ preventScroll: true }),
  });
}

/** What a clue may be, to be chosen: what was read, what else it may be, none.
 * @param {ReadItem} item @param {string} place */
function choicesAt(item, place) {
  const doubts = [...(item.record.doubts ?? [])].filter((doubt) => doubt.place === place).map(otherwise);
  const seen = item.record.repairs?.some((repair) => repair.place === place) ? [item.record.reading?.looks_like[place]] : [];
  const read = saidOf(item).readAs[place] ?? readValue(item.record, place);
  const values = [...new Set([...doubts, ...seen, read, "none"])].filter((value) => value !== undefined && value !== null);
  return values.map((value) => ({
    value,
    words: value === "none" ? "No clue" : value === read ? `${value}, as read` : value,
    label: value === read ? `${valueWords(place, value)}, as read` : valueWords(place, value),
  }));
}

/** @param {string} place */
function act(place) {
  const item = read();
  if (isClue(place)) editClue(place);
  else if (item) toggleWall(item, place);
}

/** Shows the walls that a stroke draws, or removes where it began on a wall; when it is over, they are so.
 * @param {string[]} places @param {boolean} isOver */
function draw(places, isOver) {
  const item = read();
  if (!item) return;
  dress();
  if (!places.length) return;
  const value = valueOf(item, places[0]) === "yes" ? "no" : "yes";
  for (const target of places.map(targetAt)) {
    target?.classList.add("fixed");
    target?.setAttribute("aria-pressed", value === "yes");
  }
  if (isOver) setWalls(item, places, value);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const place = placeUnder(targetOf(event));
  if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") act(place);
  else if (ARROWS[event.key]) nextFrom(place, ARROWS[event.key])?.focus();
  else if (event.key === "Home") targets()[0]?.focus();
  else if (event.key === "End") targets().at(-1)?.focus();
  else if (/^\d$/.test(event.key) && isClue(place)) editClue(place, null, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The nearest target in a direction. @param {string} place @param {number[]} way */
function nextFrom(place, [right, down]) {
  const [u, v] = middleOf(place);
  let [best, least] = [/** @type {?Element} */ (null), Infinity];
  for (const target of targets()) {
    const [a, b] = middleOf(placeOf(target));
    const ahead = (a - u) * right + (b - v) * down;
    const cost = ahead + ASIDE * Math.abs((a - u) * down + (b - v) * right);
    if (ahead > 0 && cost < least) [best, least] = [target, cost];
  }
  return best;
}

/** Where a place is on the board, in cells: (u, v). @param {string} place */
function middleOf(place) {
  const { axis, line, row, col, below } = parsePlace(place);
  if (axis) return axis === "column" ? [line + 0.5, -0.5] : [-0.5, line + 0.5];
  return below ? [col + 0.5, row + 1] : [col + 1, row + 0.5];
}

/** Names the targets of a new drawing, and gives back what had the focus. */
function dress() {
  const item = read();
  const all = targets();
  if (!all.length || !item?.record.regions) return;
  if (!all.some((target) => placeOf(target) === at.place)) at.place = placeOf(targetAt("top:1") ?? all[0]);
  for (const target of all) {
    const place = placeOf(target);
    const value = valueOf(item, place);
    target.classList.toggle("fixed", place in saidOf(item).fixes);
    target.setAttribute("role", "button");
    target.setAttribute("tabindex", place === at.place ? 0 : -1);
    target.setAttribute("aria-label", labelOf(item, place, value));
    if (isClue(place)) target.setAttribute("aria-haspopup", "dialog");
    else target.setAttribute("aria-pressed", value === "yes");
  }
  if (at.focused && document.activeElement === document.body) targetAt(at.place)?.focus({ preventScroll: true });
}

/** @param {ReadItem} item @param {string} place @param {string} value */
function labelOf(item, place, value) {
  const corrected = place in saidOf(item).fixes ? ", corrected" : "";
  const doubtful = !corrected && item.record.doubts?.some((doubt) => doubt.place === place) ? ", doubtful" : "";
  const words = isClue(place) ? `${placeWords(place)}: ${valueName(place, value)}` : `Wall ${placeWords(place)}`;
  return words + corrected + doubtful;
}

/** Makes a place the one that Tab comes to. @param {string} place */
function comeTo(place) {
  targetAt(at.place)?.setAttribute("tabindex", -1);
  at.place = place;
  targetAt(place)?.setAttribute("tabindex", 0);
}

const targets = () => [...byId("stage").querySelectorAll(".targets [data-place]")];
/** @param {string} place */
const targetAt = (place) => byId("stage").querySelector(`.targets [data-place="${CSS.escape(place)}"]`);
/** @param {Element} target */
const placeOf = (target) => target.dataset.place ?? "";

/** The place of the target that an element belongs to, if any. @param {Element} element */
function placeUnder(element) {
  return element instanceof Element ? element.closest(".targets [data-place]")?.dataset.place ?? null : null;
}
