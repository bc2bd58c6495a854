/** An item → the drawing that is shown of it: its picture, or a clean board, with layers over it. */

import { s } from "../base/dom.js";
import { saidOf } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { Grid, PITCH } from "./geometry.js";
import {
  airLayer, boardTargets, doubtsLayer, maybeLayer, mistakesLayer, ownLayer, puzzleLayers,
  readingLayers, repairsLayer, saidLayer, targetsLayer, unclearLayer, waterLayer,
} from "./layers.js";
import { boardsOf, tintOf, WHITE } from "./looks.js";
import { fits } from "./pictures.js";
import { cellsWhere, fromOne, placesOf } from "./shapes.js";
import { brokenLayer, stepLayer } from "./steps.js";

/** The drawing of an item as it stands; its viewBox is all of it, and data-focus what matters: "x y width height".
 * The empty drawing has no size.
 * @param {Item} item @param {Partial<Looks>} [looks] @returns {SVGSVGElement} */
export function sceneOf(item, looks = {}) {
  const { picture, record, view } = item;
  const wanted = { water: true, tone: WHITE, ground: "#ffffff", ...looks };
  if (picture && !(view === "board" && record?.regions)) return pictureScene(item, picture, wanted);
  return record?.regions ? boardScene({ ...item, record }, wanted) : s("svg", { class: "scene empty" });
}

/** @param {Item} item @param {Picture} picture @param {Looks} looks */
function pictureScene(item, picture, looks) {
  const { record } = item;
  const { url, width, height } = picture;
  const scene = s("svg", { class: `scene on-picture ${looks.tone.dark ? "on-dark" : "on-light"}`, viewBox: `0 0 ${width} ${height}` },
    s("rect", { fill: looks.ground, width, height }),
    s("image", { href: url, width, height, preserveAspectRatio: "none" }));
  const tint = tintOf(looks.tone);
  colour(scene, tint);
  const wanted = { ...looks, lift: Boolean(tint.lift) };
  if (!record?.layout || looks.waits || !fits(picture, record)) return named(scene, null);
  const read = { ...item, record };
  const boards = boardsOf(item, record);
  const reads = record.regions && (item.view === "both" || saidOf(item).correcting || isStuck(read));
  if (reads) scene.append(s("rect", { class: "veil", width, height }));
  for (const { record: board, number, grid } of boards) {
    const isShown = board === record;
    scene.append(...(isShown ? answerLayers(read, grid, wanted, [0, 0, width, height]) : otherLayers(board, grid, wanted)));
    if (boards.length > 1 && !saidOf(item).correcting) scene.append(boardTargets(grid, number, isShown));
  }
  const grid = Grid.of(record.layout);
  if (reads) scene.append(...readingLayers(grid, record));
  scene.dataset.focus = focusOf(boards.map((board) => board.grid), scene);
  return finished(scene, read, grid);
}

/** @param {ReadItem} item @param {Looks} looks */
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

/** Whether there is nothing to be shown but what was read. @param {ReadItem} of */
function isStuck({ record, shown }) {
  return !record.water && !shown && !isOtherPuzzle(record);
}

/** The answer, or what is shown in its place: a check, a hint, a step of the explanation. `ground` is what a step
 * dims. @param {ReadItem} of @param {Grid} grid @param {Looks} looks @param {number[]} ground */
function answerLayers({ record, shown, view }, grid, looks, ground) {
  const put = record.marks;
  const { regions } = record;
  if (!regions) return [];
  const known = shown?.known ?? null;
  const layers = [];
  if (known) layers.push(waterLayer(grid, known, { regions, lift: looks.lift, put: shown?.kind === "explain" && view === "board" ? null : put }));
  if (shown?.kind === "explain" && known) layers.push(airLayer(grid, cellsWhere(known, (wet) => wet === false)));
  if (shown?.step) layers.push(stepLayer(grid, shown.step, shown.level ?? "reason", regions, ground));
  if (shown?.broken) layers.push(brokenLayer(grid, shown.broken, regions));
  if (shown?.unclear) layers.push(unclearLayer(grid, fromOne(shown.unclear)));
  if (shown?.mistakes && shown.level !== "nudge") layers.push(mistakesLayer(grid, placesOf(shown.mistakes)));
  return shown ? layers : [...otherLayers(record, grid, looks)];
}

/** The answer of a board, as far as there is one. @param {Answer} record @param {Grid} grid @param {Looks} of */
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

/** Adds what stands above all else, and says what matters of the drawing.
 * @param {SVGSVGElement} scene @param {ReadItem} item @param {Grid} grid */
function finished(scene, item, grid) {
  const [{ record }, { correcting, fixes }] = [item, saidOf(item)];
  if (!isOtherPuzzle(record)) scene.append(repairsLayer(grid, record), doubtsLayer(grid, record));
  if (!correcting) scene.append(saidLayer(grid, fixes));
  else if (record.regions) scene.append(targetsLayer(grid, record, fixes));
  return named(scene, record);
}

/** What matters of a page: its boards with their clues, and what is written beside these.
 * @param {Grid[]} grids @param {SVGElement} scene */
function focusOf(grids, scene) {
  const boxes = grids.map((grid) => grid.bounds(0.8));
  const pitch = grids[0].pitch / 2;
  for (const word of scene.querySelectorAll(".clues text")) {
    const [x, y] = [Number(word.getAttribute("x")), Number(word.getAttribute("y"))];
    boxes.push([x - pitch, y - pitch, x + pitch, y + pitch]);
  }
  /** @param {number} at @param {(...numbers: number[]) => number} most */
  const edge = (at, most) => boxes.reduce((edge, box) => most(edge, box[at]), boxes[0][at]);
  const [left, top, right, bottom] = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** Says in words what is to be seen. @param {SVGSVGElement} scene @param {?Answer} record */
function named(scene, record) {
  const size = record?.rows ? `${record.rows}×${record.cols} board` : "";
  const words = [size || "Picture", record?.water ? "with its water" : ""].filter(Boolean).join(" ");
  scene.setAttribute("role", scene.querySelector(".targets, .board-frame") ? "group" : "img");
  scene.setAttribute("aria-label", words);
  return scene;
}

/** @param {SVGElement} scene @param {Tint} of */
function colour(scene, { blend, dye, lift }) {
  /** @param {number[]} levels */
  const rgb = (levels) => `rgb(${levels.join(" ")})`;
  const values = { "--blend": blend, "--water-body": rgb(dye.body), "--water-surface": rgb(dye.surface) };
  if (lift) Object.assign(values, { "--lift-body": rgb(lift.body), "--lift-surface": rgb(lift.surface) });
  for (const [name, value] of Object.entries(values)) scene.style.setProperty(name, value);
}
