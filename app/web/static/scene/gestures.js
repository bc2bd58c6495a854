/** Wheel, fingers, mouse and keys on the stage → zooming and moving. A drag is never taken for a click. */

import { ARROWS, targetOf } from "../base/dom.js";
import { strokes } from "../base/strokes.js";
import { clamp } from "./frame.js";

export const STILL = 8; // pixels that a press may move and still be a click
export const STEP = 1.4; // by which keys and buttons zoom
const HELD = 300; // milliseconds from which a press is held
const PART = 0.15; // of the stage by which arrow keys move
const LINE = 24; // pixels a line of a wheel that counts lines

/** Targets on the scene: a double click there is two clicks. */
const TARGETS = "[data-place], [data-cell], [data-board]";
/** Where one pointer draws rather than moves the scene. */
const DRAWN_ON = "[data-cell], [data-place^='wall:']";
/** What a press chooses or plays in, so that it is not held. */
const CHOSEN = ".targets, .game";

/** Listens to an element. With a second pointer it gets the event "gesture", upon which what the first one draws is to be
 * given up. While it is held and nothing is drawn or chosen by that, it has the class "bare".
 * @param {HTMLElement} stage @param {Zooming} listener */
export function listen(stage, listener) {
  /** Where a press began, and what it may do. @type {{at: number[], moves: boolean, isDrag: boolean, timer?: number}} */
  const press = { at: [0, 0], moves: false, isDrag: false };
  /** @param {MouseEvent} event */
  const place = (event) => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const release = () => {
    clearTimeout(press.timer);
    stage.classList.remove("bare");
  };

  strokes(stage, /** @type {Strokes<Finger>} */ ({
    begin(event, [other]) {
      if (event.pointerType === "mouse" && event.button > 1) return null;
      const [stroke, target] = [{ id: event.pointerId, at: place(event) }, targetOf(event)];
      release();
      if (other) {
        Object.assign(press, { moves: true, isDrag: true });
        stage.dispatchEvent(new CustomEvent("gesture"));
        for (const { id } of [other, stroke]) stage.setPointerCapture(id);
      } else {
        Object.assign(press, { at: stroke.at, moves: !target.closest(DRAWN_ON), isDrag: false });
        if (!target.closest(CHOSEN)) press.timer = setTimeout(() => stage.classList.add("bare"), HELD);
      }
      return stroke;
    },
    move(stroke, event, [other]) {
      const [from, to] = [stroke.at, place(event)];
      if (!press.isDrag && (distance(press.at, to) <= STILL || (event.pointerType === "touch" && listener.scrolls()))) return;
      if (!press.isDrag && press.moves) stage.setPointerCapture(event.pointerId);
      press.isDrag = true;
      stroke.at = to;
      if (!press.moves) return;
      release();
      stage.classList.add("dragged");
      if (!other) return listener.move(to[0] - from[0], to[1] - from[1]);
      const [before, now] = [from, to].map((at) => middle(other.at, at));
      listener.zoom(Math.max(distance(other.at, to), 1) / Math.max(distance(other.at, from), 1), before);
      listener.move(now[0] - before[0], now[1] - before[1]);
    },
    end(_, __, [other]) {
      release();
      if (other) return; // a finger that is left goes on moving
      stage.classList.remove("dragged");
      setTimeout(() => (press.isDrag = false)); // its click comes before
    },
  }), 2);

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
    if (event.shiftKey || Math.abs(right) > Math.abs(down)) listener.move(-(right || down), 0);
    else listener.zoom(Math.exp(-clamp(down, -200, 200) * (event.ctrlKey ? 0.01 : 0.002)), place(event));
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
