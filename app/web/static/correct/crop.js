/** A part of a picture, chosen by dragging a frame, as a new picture that is read in its place. */

import { ARROWS, byId, h, on, patch, pointIn, s, targetOf, write } from "../base/dom.js";
import { strokes } from "../base/strokes.js";
import { withCurrent } from "../item/store.js";
import { clamp } from "../scene/frame.js";
import { fileOf } from "../scene/pictures.js";
import { bring } from "../bring/bring.js";

/** Of the picture around the frame, before it is dragged. */
const MARGIN = 0.04;
/** Pixels that a part must have along a side. */
const LEAST = 20;
/** How far an arrow key moves a corner, as a part of the picture's longer side; a pixel with Shift. */
const STEP = 1 / 100;

/** What is cropped, and the frame: [left, top, right, bottom]. @type {{item: ?Item, picture: Picture, frame: number[]}} */
const state = { item: null, picture: { url: "", width: 0, height: 0, isPage: false }, frame: [0, 0, 0, 0] };

/** Begins to listen. */
export function init() {
  on("click", { crop: withCurrent(openCrop) });
  on("close", { "crop-dialog": () => byId("crop-stage").replaceChildren() });
  on("submit", { "crop-form": take });
  strokes(byId("crop-stage"), { begin, move: drag, end: ({ frame }) => isSmall(state.frame) && become(frame) });
  on("keydown", { "crop-stage": onKey });
}

/** Opens the dialog. @param {Item} item @param {number[]} [frame]  to begin with; most of the picture if not given */
export function openCrop(item, frame) {
  const { picture } = item;
  if (!picture) return;
  const { width, height } = picture;
  Object.assign(state, { item, picture });
  become(frame ?? [MARGIN * width, MARGIN * height, (1 - MARGIN) * width, (1 - MARGIN) * height]);
  byId("crop-dialog").showModal(); // the focus comes to the first corner
}

/** Takes a frame, within the picture, and shows it. @param {number[]} frame */
function become(frame) {
  const { url, width, height } = state.picture;
  state.frame = frame.map((value, at) => Math.round(clamp(value, 0, at % 2 ? height : width)));
  const [left, top, right, bottom] = state.frame;
  const label = "move with the arrow keys";
  const corner = { class: "corner", r: Math.max(width, height) / 50, tabindex: 0, role: "button" };
  patch(byId("crop-stage"), [s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "The picture" },
    s("image", { href: url, width, height }),
    s("path", { class: "outside", "fill-rule": "evenodd", d: `M0,0H${width}V${height}H0Z M${left},${top}H${right}V${bottom}H${left}Z` }),
    s("rect", { class: "frame", x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }),
    s("circle", { ...corner, id: "crop-start", cx: left, cy: top, "aria-label": `Top left corner: ${label}` }),
    s("circle", { ...corner, id: "crop-end", cx: right, cy: bottom, "aria-label": `Bottom right corner: ${label}` }))]);
  write({ "crop-wrong": "" });
}

/** Begins to draw a frame from where the pointer is, or, at a corner, from the other one. @param {PointerEvent} event */
function begin(event) {
  const { frame } = state;
  const { id } = targetOf(event);
  const stage = byId("crop-stage");
  stage.setPointerCapture(event.pointerId);
  return { frame, from: id === "crop-start" ? frame.slice(2) : id === "crop-end" ? frame.slice(0, 2) : pointIn(stage, event) };
}

/** @param {{from: number[]}} stroke @param {PointerEvent} event */
function drag({ from: [x, y] }, event) {
  const [a, b] = pointIn(byId("crop-stage"), event);
  become([Math.min(x, a), Math.min(y, b), Math.max(x, a), Math.max(y, b)]);
}

/** @param {number[]} frame */
const isSmall = ([left, top, right, bottom]) => Math.min(right - left, bottom - top) < LEAST;

/** @param {KeyboardEvent} event */
function onKey(event) {
  const [move, first] = [ARROWS[event.key], { "crop-start": 0, "crop-end": 2 }[targetOf(event).id]];
  if (!move || first === undefined) return;
  event.preventDefault();
  const step = event.shiftKey ? 1 : Math.max(1, STEP * Math.max(state.picture.width, state.picture.height));
  become(state.frame.map((value, at) => value + step * (move[at - first] ?? 0)));
}

/** Makes the part a picture of its own, and has it read. */
async function take() {
  const { item, frame } = state;
  if (!item) return;
  if (isSmall(frame)) {
    write({ "crop-wrong": "The frame is too small. Drag it around the whole board." });
    return byId("crop-stage").querySelector("#crop-start")?.focus();
  }
  const part = await partOf(item, frame).catch(() => null);
  if (!part) return write({ "crop-wrong": "The browser cannot crop this picture: it may be too large. Crop it in another program." });
  byId("crop-dialog").close();
  bring([new File([part], `${item.name.replace(/\.[^.]*$/, "")} (part).png`, { type: "image/png" })]);
}

/** A part of the picture as a PNG: of the file itself, as large pictures are shown reduced, or of the page that is shown in its
 * place. @param {Item} item @param {number[]} frame @returns {Promise<?Blob>} */
async function partOf(item, [left, top, right, bottom]) {
  const { picture } = state;
  const url = URL.createObjectURL(fileOf(item));
  const image = h("img", { src: picture.isPage ? picture.url : url });
  await image.decode();
  const canvas = h("canvas", { width: right - left, height: bottom - top });
  canvas.getContext("2d")?.drawImage(image, -left, -top);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
