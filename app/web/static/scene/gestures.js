/** Wheel, fingers, mouse and keys on the stage → zooming and moving. A drag is never taken for a click. */

import { targetOf } from "../base/dom.js";

/** @type {Record<string, number>} */
const SLACK = { mouse: 4, pen: 6, touch: 9 }; // pixels that a press may move and still be a click
const DOUBLE = 320; // milliseconds between the taps of a double tap
const LINE = 24; // pixels a line of a wheel that counts lines
const STEP = 1.4; // by which keys and double taps zoom
const PART = 0.15; // of the stage by which arrow keys move

/** Targets on the scene: a double click there is two clicks. */
const TARGETS = "[data-place], [data-cell], [data-board]";

/** Listens to an element. One pointer on a cell that is being played does not move the scene; with a second one, the
 * element gets the event "gesture", upon which a stroke over cells is to be given up.
 * @param {HTMLElement} stage @param {Zooming} listener */
export function listen(stage, listener) {
  /** @type {Map<number, number[]>} */
  const pointers = new Map();
  /** @type {?number[]} */
  let start = null; // of a press, or null when it is none that could move the scene
  let wasDragged = false;
  let tap = { time: 0, at: [0, 0] };
  /** @param {MouseEvent} event */
  const place = (event) => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (!pointers.size) wasDragged = false;
    pointers.set(event.pointerId, place(event));
    const onCell = targetOf(event).closest("[data-cell], [data-place^='wall:']"); // there one draws
    start = pointers.size === 1 && !onCell ? place(event) : null;
    if (pointers.size !== 2) return;
    wasDragged = true;
    stage.dispatchEvent(new CustomEvent("gesture"));
    for (const id of pointers.keys()) capture(stage, id);
  });

  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    if (pointers.size === 2) pinch(event.pointerId, before, now);
    else if (start) drag(event, before, now);
    else pointers.set(event.pointerId, now);
  });

  /** @param {PointerEvent} event @param {number[]} before @param {number[]} now */
  function drag(event, before, now) {
    if (!wasDragged && distance(start ?? now, now) <= (SLACK[event.pointerType] ?? SLACK.mouse)) return;
    if (!wasDragged && event.pointerType === "touch" && listener.scrolls()) return;
    if (!wasDragged) capture(stage, event.pointerId);
    wasDragged = true;
    stage.classList.add("dragged");
    pointers.set(event.pointerId, now);
    listener.move(now[0] - before[0], now[1] - before[1], true);
  }

  /** @param {number} id @param {number[]} before @param {number[]} now */
  function pinch(id, before, now) {
    const [other] = [...pointers].filter(([one]) => one !== id).map(([, at]) => at);
    pointers.set(id, now);
    const [from, to] = [middle(other, before), middle(other, now)];
    listener.move(to[0] - from[0], to[1] - from[1], true);
    listener.zoom(Math.max(distance(other, now), 1) / Math.max(distance(other, before), 1), to, true);
  }

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    stage.addEventListener(name, (event) => {
      const at = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (!at) return;
      [start = null] = pointers.values(); // the finger that is left goes on moving
      if (pointers.size) return;
      stage.classList.remove("dragged");
      if (wasDragged) setTimeout(() => (wasDragged = false)); // its click comes before
      else if (name === "pointerup" && event.pointerType === "touch") tapped(event, at);
    });
  }

  /** @param {PointerEvent} event @param {number[]} at */
  function tapped(event, at) {
    const isSecond = event.timeStamp - tap.time < DOUBLE && distance(at, tap.at) < 30;
    tap = { time: isSecond ? 0 : event.timeStamp, at };
    if (isSecond && !targetOf(event).closest(TARGETS)) listener.zoom(STEP * STEP, at);
  }

  stage.addEventListener("dblclick", (event) => {
    if (!event.sourceCapabilities?.firesTouchEvents && !targetOf(event).closest(TARGETS)) listener.zoom(STEP * STEP, place(event));
  });
  stage.addEventListener("click", (event) => {
    if (!wasDragged) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  stage.addEventListener("touchstart", (event) => {
    if (event.touches.length > 1) event.preventDefault(); // the browser would zoom the page
  }, { passive: false });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && listener.scrolls()) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? stage.clientHeight : 1;
    const [right, down] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || Math.abs(right) > Math.abs(down)) listener.move(-(right || down), 0, true);
    else listener.zoom(Math.exp(-Math.max(-200, Math.min(200, down)) * (event.ctrlKey ? 0.01 : 0.002)), place(event), true);
  }, { passive: false });
  stage.addEventListener("keydown", (event) => pressed(event, stage, listener));
}

/** Keys: arrows only where no target has the focus, as there they go from one to the next.
 * @param {KeyboardEvent} event @param {HTMLElement} stage @param {Zooming} listener */
function pressed(event, stage, listener) {
  if (event.ctrlKey || event.metaKey || event.altKey || targetOf(event).closest("input, select, textarea")) return;
  const { clientWidth: width, clientHeight: height } = stage;
  const middle = [width / 2, height / 2];
  /** @type {Record<string, number[]>} */
  const moves = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const move = event.target === stage ? moves[event.key] : null;
  if (event.key === "+" || event.key === "=") listener.zoom(STEP, middle);
  else if (event.key === "-" || event.key === "_") listener.zoom(1 / STEP, middle);
  else if (event.key === "0" && event.target === stage) listener.fit();
  else if (move) listener.move(PART * width * move[0], PART * height * move[1]);
  else return;
  event.preventDefault();
}

/** @param {HTMLElement} stage @param {number} id */
function capture(stage, id) {
  try {
    stage.setPointerCapture(id);
  } catch {
    // the pointer is gone already
  }
}

/** @param {number[]} from @param {number[]} to */
const distance = ([a, b], [x, y]) => Math.hypot(x - a, y - b);
/** @param {number[]} from @param {number[]} to */
const middle = ([a, b], [x, y]) => [(a + x) / 2, (b + y) / 2];
