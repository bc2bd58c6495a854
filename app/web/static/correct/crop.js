/** A part of a picture, chosen by dragging a frame, as a new picture that is read in its place. */

import { byId, h, s, targetOf } from "../base/dom.js";
import { withCurrent } from "../item/store.js";
import { fileOf } from "../scene/pictures.js";
import { bring } from "../bring/bring.js";

/** Of the picture around the frame, before it is dragged. */
const MARGIN = 0.04;
/** Pixels that a part must have along a side. */
const LEAST = 20;
/** How far an arrow key moves a corner, as a part of the picture's longer side; a pixel with Shift. */
const STEP = 1 / 100;

/** What is cropped, and the frame: [left, top, right, bottom].
 * @type {{item: ?Item, picture: Picture, frame: number[]}} */
const state = { item: null, picture: { url: "", width: 0, height: 0, isPage: false }, frame: [0, 0, 0, 0] };

/** Begins to listen. */
export function init() {
  const stage = byId("crop-stage");
  byId("crop").addEventListener("click", withCurrent(open));
  byId("crop-cancel").addEventListener("click", () => byId("crop-dialog").close());
  byId("crop-dialog").addEventListener("close", () => {
    stage.replaceChildren();
    state.item = null;
  });
  byId("crop-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take();
  });
  stage.addEventListener("pointerdown", drag);
  stage.addEventListener("keydown", onKey);
}

/** @param {Item} item */
function open(item) {
  const { picture } = item;
  if (!picture) return;
  const { url, width, height } = picture;
  Object.assign(state, { item, picture, frame: [MARGIN * width, MARGIN * height, (1 - MARGIN) * width, (1 - MARGIN) * height].map(Math.round) });
  const unit = Math.max(width, height) / 100;
  /** @param {string} name @param {string} label */
  const corner = (name, label) => s("circle", { class: "corner", id: `crop-${name}`, r: 2 * unit, tabindex: 0, role: "button", "aria-label": `${label}: move with the arrow keys` });
  byId("crop-stage").replaceChildren(s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "The picture" },
    s("image", { href: url, width, height }),
    s("path", { class: "outside", "fill-rule": "evenodd" }),
    s("rect", { class: "frame" }),
    corner("start", "Top left corner"), corner("end", "Bottom right corner")));
  byId("crop-wrong").hidden = true;
  byId("crop-dialog").showModal();
  show();
}

/** Shows the frame in the picture. */
function show() {
  const { width, height } = state.picture;
  const [left, top, right, bottom] = state.frame;
  const stage = byId("crop-stage");
  stage.querySelector(".outside")?.setAttribute("d", `M0,0H${width}V${height}H0Z M${left},${top}H${right}V${bottom}H${left}Z`);
  /** @param {string} selector @param {Record<string, string | number>} values */
  const put = (selector, values) => {
    for (const [name, value] of Object.entries(values)) stage.querySelector(selector)?.setAttribute(name, value);
  };
  put(".frame", { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) });
  put("#crop-start", { cx: left, cy: top });
  put("#crop-end", { cx: right, cy: bottom });
}

/** Takes a frame, within the picture. @param {number[]} point */
function become([left, top, right, bottom]) {
  const { width, height } = state.picture;
  /** @param {number} value @param {number} most */
  const within = (value, most) => Math.round(Math.max(0, Math.min(value, most)));
  state.frame = [within(left, width), within(top, height), within(right, width), within(bottom, height)];
  byId("crop-wrong").hidden = true;
  show();
}

/** @param {PointerEvent} event */
function drag(event) {
  const start = pointOf(event);
  const { frame } = state;
  const corner = targetOf(event).id;
  const [x, y] = corner === "crop-start" ? frame.slice(2) : corner === "crop-end" ? frame.slice(0, 2) : start;
  const stage = byId("crop-stage");
  stage.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    const [a, b] = pointOf(moved);
    become([Math.min(x, a), Math.min(y, b), Math.max(x, a), Math.max(y, b)]);
  };
  const end = () => {
    stage.removeEventListener("pointermove", move);
    if (Math.min(state.frame[2] - state.frame[0], state.frame[3] - state.frame[1]) < LEAST) become(frame);
  };
  stage.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, end, { once: true });
}

/** The point of the picture under a pointer. @param {PointerEvent} event */
function pointOf(event) {
  const scene = byId("crop-stage").querySelector("svg");
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(scene?.getScreenCTM()?.inverse());
  return [x, y];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  /** @type {Record<string, number[]>} */
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const move = moves[event.key];
  if (!move || !targetOf(event).id.startsWith("crop-")) return;
  event.preventDefault();
  const { width, height } = state.picture;
  const step = event.shiftKey ? 1 : Math.max(1, STEP * Math.max(width, height));
  const first = targetOf(event).id === "crop-start" ? 0 : 2;
  become(state.frame.map((value, at) => value + (at === first ? step * move[0] : at === first + 1 ? step * move[1] : 0)));
}

/** Makes the part a picture of its own, and has it read. */
async function take() {
  const { item, frame } = state;
  if (!item) return;
  const [left, top, right, bottom] = frame;
  if (right - left < LEAST || bottom - top < LEAST) {
    byId("crop-wrong").hidden = false;
    return byId("crop-stage").querySelector("#crop-start")?.focus();
  }
  const part = await partOf(item, frame);
  byId("crop-dialog").close();
  bring([new File([part], `${item.name.replace(/\.[^.]*$/, "")} (part).png`, { type: "image/png" })]);
}

/** A part of the picture as a PNG: of the file itself, as large pictures are shown reduced, or of the page that is shown in its
 * place. @param {Item} item @param {number[]} frame @returns {Promise<Blob>} */
async function partOf(item, [left, top, right, bottom]) {
  const { picture } = state;
  const url = URL.createObjectURL(fileOf(item));
  const image = h("img", { src: picture.isPage ? picture.url : url });
  await image.decode();
  const canvas = h("canvas", { width: right - left, height: bottom - top });
  canvas.getContext("2d")?.drawImage(image, -left, -top);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob((blob) => blob && resolve(blob), "image/png"));
}
