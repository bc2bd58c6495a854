/** Wheel, fingers, mouse and keys on the stage → zooming and moving. A drag is never taken for a click. */

import { ARROWS, targetOf } from "../base/dom.js";
import { clamp } from "./frame.js";

export const STILL = 8; // pixels that a press may move and still be a click
export const STEP = 1.4; // by which keys and buttons zoom
const PART = 0.15; // of the stage by which arrow keys move
const LINE = 24; // pixels a line of a wheel that counts lines

/** Targets on the scene: a double click there is two clicks. */
const TARGETS = "[data-place], [data-cell], [data-board]";
/** Where one pointer draws rather than moves the scene. */
const DRAWN_ON = "[data-cell], [data-place^='wall:']";

/** Listens to an element. With a second pointer it gets the event "gesture", upon which what the first one draws is to be
 * given up. @param {HTMLElement} stage @param {Zooming} listener */
export function listen(stage, listener) {
  const pointers = /** @type {Map<number, number[]>} */ (new Map());
  /** Where a press began, and what it may do. @type {{at: number[], moves: boolean, isDrag: boolean}} */
  let press = { at: [0, 0], moves: false, isDrag: false };
  /** @param {MouseEvent} event */
  const place = (event) => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (event.isPrimary) pointers.clear(); // one may have been lifted unheard
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) press = { at: place(event), moves: !targetOf(event).closest(DRAWN_ON), isDrag: false };
    if (pointers.size !== 2) return;
    Object.assign(press, { moves: true, isDrag: true });
    stage.dispatchEvent(new CustomEvent("gesture"));
    for (const id of pointers.keys()) stage.setPointerCapture(id);
  });

  stage.addEventListener("pointermove", (event) => {
    const [before, now] = [pointers.get(event.pointerId), place(event)];
    if (!before || (!press.isDrag && distance(press.at, now) <= STILL)) return;
    if (!press.isDrag && event.pointerType === "touch" && listener.scrolls()) return;
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    pointers.set(event.pointerId, now);
    if (!press.isDrag && press.moves) stage.setPointerCapture(event.pointerId);
    press.isDrag = true;
    if (!press.moves) return;
    stage.classList.add("dragged");
    const [from, to] = other ? [middle(other, before), middle(other, now)] : [before, now];
    if (other) listener.zoom(Math.max(distance(other, now), 1) / Math.max(distance(other, before), 1), from, true);
    listener.move(to[0] - from[0], to[1] - from[1], true);
  });

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    stage.addEventListener(name, (event) => {
      pointers.delete(event.pointerId); // a finger that is left goes on moving
      if (pointers.size) return;
      stage.classList.remove("dragged");
      setTimeout(() => (press.isDrag = false)); // its click comes before
    });
  }

  stage.addEventListener("click", (event) => {
    if (!press.isDrag) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  stage.addEventListener("dblclick", (event) => {
    if (!targetOf(event).closest(TARGETS)) listener.zoom(STEP * STEP, place(event));
  });
  stage.addEventListener("touchstart", (event) => {
    if (event.touches.length > 1) event.preventDefault(); // the browser would zoom the page
  }, { passive: false });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && listener.scrolls()) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? stage.clientHeight : 1;
    const [right, down] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || Math.abs(right) > Math.abs(down)) listener.move(-(right || down), 0, true);
    else listener.zoom(Math.exp(-clamp(down, -200, 200) * (event.ctrlKey ? 0.01 : 0.002)), place(event), true);
  }, { passive: false });
  stage.addEventListener("keydown", (event) => onKey(event, stage, listener));
}

/** Keys: arrows only where no target has the focus, as there they go from one to the next.
 * @param {KeyboardEvent} event @param {HTMLElement} stage @param {Zooming} listener */
function onKey(event, stage, listener) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { clientWidth: width, clientHeight: height } = stage;
  const move = event.target === stage ? ARROWS[event.key] : null;
  if ("+=".includes(event.key)) listener.zoom(STEP);
  else if ("-_".includes(event.key)) listener.zoom(1 / STEP);
  else if (event.key === "0" && event.target === stage) listener.fit();
  else if (move) listener.move(-PART * width * move[0], -PART * height * move[1]);
  else return;
  event.preventDefault();
}

/** @param {number[]} from @param {number[]} to */
const distance = ([a, b], [x, y]) => Math.hypot(x - a, y - b);
/** @param {number[]} from @param {number[]} to */
const middle = ([a, b], [x, y]) => [(a + x) / 2, (b + y) / 2];
