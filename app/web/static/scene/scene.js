/** An item → the drawing that is shown of it: its picture, or a clean board, with layers over it. */

import { s } from "../base/dom.js";
import { saidOf } from "../item/store.js";
import { Grid, PITCH } from "./geometry.js";
import {
  airLayer, boardTargets, doubtsLayer, maybeLayer, mistakesLayer, ownLayer, puzzleLayers,
  readingLayers, repairsLayer, saidLayer, targetsLayer, unclearLayer, waterLayer,
} from "./layers.js";
import { boardsOf, tintOf, WHITE } from "./looks.js";
import { fits } from "./pictures.js";
import { cellsWhere, fromOne, placesOf } from "./shapes.js";
import { brokenLayer, stepLayer } from "./steps.js";

/**
 * @typedef {Object} Looks
 * @property {boolean} [water]  whether the answer is shown
 * @property {boolean} [waits]  whether nothing is drawn on the picture yet
 * @property {boolean} [flow]  whether the water rises, for once
 * @property {import("./looks.js").Tone} [tone]  of the picture
 * @property {string} [ground]  below what is transparent in it
 */

/** The drawing of an item as it stands; its viewBox is all of it, and data-focus what matters: "x y width height".
 * The empty drawing has no size.
 * @param {import("../item/store.js").Item} item @param {Looks} [looks] @returns {SVGSVGElement} */
export function sceneOf(item, looks = {}) {
  const record = item.record;
  const onBoard = !item.picture || (item.view === "board" && record?.regions);
  const wanted = { water: true, tone: WHITE, ground: "#ffffff", ...looks };
  if (!onBoard) return pictureScene(item, wanted);
  return record?.regions ? boardScene(item, wanted) : s("svg", { class: "scene empty" });
}

function pictureScene(item, looks) {
  const { url, width, height } = item.picture;
  const { record } = item;
  const scene = s("svg", { class: `scene on-picture ${looks.tone.dark ? "on-dark" : "on-light"}`, viewBox: `0 0 ${width} ${height}` },
    s("rect", { fill: looks.ground, width, height }),
    s("image", { href: url, width, height, preserveAspectRatio: "none" }));
  const tint = tintOf(looks.tone);
  colour(scene, tint);
  const wanted = { ...looks, lift: Boolean(tint.lift) };
  if (!record?.layout || looks.waits || !fits(item.picture, record)) return named(scene, null);
  const boards = boardsOf(item);
  const reads = record.regions && (item.view === "both" || saidOf(item).correcting || isStuck(item));
  if (reads) scene.append(s("rect", { class: "veil", width, height }));
  for (const { record: board, number } of boards) {
    const grid = Grid.of(board.layout);
    const isShown = board === record;
    scene.append(...(isShown ? answerLayers(item, grid, wanted, [0, 0, width, height]) : otherLayers(board, grid, wanted)));
    if (boards.length > 1 && !saidOf(item).correcting) scene.append(boardTargets(grid, number, isShown));
  }
  const grid = Grid.of(record.layout);
  if (reads) scene.append(...readingLayers(grid, record));
  scene.dataset.focus = focusOf(boards.map((board) => Grid.of(board.record.layout)), scene);
  return finished(scene, item, grid);
}

function boardScene(item, looks) {
  const { record } = item;
  const grid = Grid.even(record.rows, record.cols);
  const [width, height] = [(record.cols + 2) * PITCH, (record.rows + 2) * PITCH];
  const scene = s("svg", { class: "scene on-board", viewBox: `0 0 ${width} ${height}` },
    s("rect", { class: "sheet", width, height, rx: PITCH / 3 }));
  if (record.marks && item.shown?.kind !== "explain") scene.append(ownLayer(grid, record.marks));
  const layers = answerLayers(item, grid, looks, [0, 0, width, height, PITCH / 3]);
  const over = layers.filter((layer) => !layer.matches(".water, .maybe"));
  scene.append(...layers.filter((layer) => !over.includes(layer)), ...puzzleLayers(grid, record), ...over);
  scene.dataset.focus = `0 0 ${width} ${height}`;
  return finished(scene, item, grid);
}

/** Whether there is nothing to be shown but what was read. */
function isStuck({ record, shown }) {
  return !record.water && !shown;
}

/** The answer, or what is shown in its place: a check, a hint, a step of the explanation. `ground` is what a step
 * dims. */
function answerLayers({ record, shown, view }, grid, looks, ground) {
  const put = record.marks;
  const { regions } = record;
  if (!regions) return [];
  const known = shown?.known ?? null;
  const layers = [];
  if (known) layers.push(waterLayer(grid, known, { regions, lift: looks.lift, put: shown.kind === "explain" && view === "board" ? null : put }));
  if (shown?.kind === "explain" && known) layers.push(airLayer(grid, cellsWhere(known, (wet) => wet === false)));
  if (shown?.step) layers.push(stepLayer(grid, shown.step, shown.level ?? "reason", regions, ground));
  if (shown?.broken) layers.push(brokenLayer(grid, shown.broken, regions));
  if (shown?.unclear) layers.push(unclearLayer(grid, fromOne(shown.unclear)));
  if (shown?.mistakes && shown.level !== "nudge") layers.push(mistakesLayer(grid, placesOf(shown.mistakes)));
  return shown ? layers : [...otherLayers(record, grid, looks)];
}

/** The answer of a board, as far as there is one. */
function otherLayers(record, grid, { water, flow, lift }) {
  const { regions, marks: put, mistakes } = record;
  if (!water || !regions) return [];
  const layers = [];
  if (record.water) layers.push(waterLayer(grid, record.water, { regions, put, flow, lift }));
  else if (record.shared) {
    layers.push(waterLayer(grid, record.shared, { regions, put, lift }), maybeLayer(grid, cellsWhere(record.shared, (wet) => wet === null)));
  }
  if (mistakes?.length) layers.push(mistakesLayer(grid, placesOf(mistakes)));
  return layers;
}

/** Adds what stands above all else, and says what matters of the drawing. */
function finished(scene, item, grid) {
  const [{ record }, { correcting, fixes }] = [item, saidOf(item)];
  scene.append(repairsLayer(grid, record), doubtsLayer(grid, record));
  if (!correcting) scene.append(saidLayer(grid, fixes));
  else if (record.regions) scene.append(targetsLayer(grid, record, fixes));
  return named(scene, record);
}

/** What matters of a page: its boards with their clues, and what is written beside these. */
function focusOf(grids, scene) {
  const boxes = grids.map((grid) => grid.bounds(0.8));
  const pitch = grids[0].pitch / 2;
  for (const word of scene.querySelectorAll(".clues text")) {
    const [x, y] = [Number(word.getAttribute("x")), Number(word.getAttribute("y"))];
    boxes.push([x - pitch, y - pitch, x + pitch, y + pitch]);
  }
  const edge = (at, most) => boxes.reduce((edge, box) => most(edge, box[at]), boxes[0][at]);
  const [left, top, right, bottom] = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** Says in words what is to be seen. */
function named(scene, record) {
  const size = record?.rows ? `${record.rows}×${record.cols} board` : "";
  const words = [size || "Picture", record?.water ? "with its water" : ""].filter(Boolean).join(" ");
  scene.setAttribute("role", scene.querySelector(".targets, .board-frame") ? "group" : "img");
  scene.setAttribute("aria-label", words);
  return scene;
}

function colour(scene, { blend, dye, lift }) {
  const rgb = (levels) => `rgb(${levels.join(" ")})`;
  const values = { "--blend": blend, "--water-body": rgb(dye.body), "--water-surface": rgb(dye.surface) };
  if (lift) Object.assign(values, { "--lift-body": rgb(lift.body), "--lift-surface": rgb(lift.surface) });
  for (const [name, value] of Object.entries(values)) scene.style.setProperty(name, value);
}
