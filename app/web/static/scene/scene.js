/** An item → the drawing that is shown of it: its picture, or a clean board, with layers over it. */

import { s } from "../base/dom.js";
import { saidOf } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { boxAround, Grid, PITCH } from "./geometry.js";
import { marksLayer, maybeLayer, ownLayer, puzzleLayers, readingLayers, ringLayers, waterLayer } from "./layers.js";
import { tintOf, WHITE } from "./looks.js";
import { fits } from "./pictures.js";
import { cellsWhere, fromOne, placesOf } from "./shapes.js";
import { brokenLayer, stepLayer } from "./steps.js";
import { boardTarget, targetsLayer } from "./targets.js";

/** The drawing of an item as it stands, if there is anything to draw; its viewBox is all of it, and data-focus what matters,
 * if that is less: "x y width height". The same picture or board has the same data-key.
 * @param {Item} item @param {Partial<Looks>} [looks] @returns {?SVGSVGElement} */
export function sceneOf(item, looks = {}) {
  const { picture, record, view } = item;
  const wanted = { water: true, tone: WHITE, ground: "#ffffff", ...looks };
  const isPicture = picture && !(view === "board" && record?.regions);
  const scene = isPicture ? pictureScene(item, picture, wanted) : record?.regions ? boardScene({ ...item, record }, wanted) : null;
  if (scene) scene.dataset.key = `${item.id} ${item.page} ${scene.getAttribute("viewBox")}`;
  return scene;
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
  const boards = boardsOf(read);
  const reads = record.regions && (item.view === "both" || saidOf(item).correcting || isStuck(read));
  if (reads) scene.append(s("rect", { class: "veil", width, height }));
  for (const { record: board, number, grid } of boards) {
    const isCurrent = board === record;
    scene.append(...(isCurrent ? answerLayers(read, grid, wanted, [0, 0, width, height]) : otherLayers(board, grid, wanted)));
    if (boards.length > 1 && !saidOf(item).correcting) scene.append(boardTarget(grid, number, isCurrent));
  }
  const grid = Grid.of(record.layout);
  if (reads) scene.append(...readingLayers(grid, record));
  scene.dataset.focus = focusOf(boards.map((board) => board.grid), scene);
  return finished(scene, read, grid);
}

/** The boards of the page, the one that is shown by its newest record.
 * @param {ReadItem} item @returns {{number: number, record: Answer, grid: Grid}[]} */
function boardsOf({ board, found, record }) {
  const records = found.length ? found.with(board - 1, record) : [record];
  return records.flatMap((one, at) => (one.layout ? [{ number: at + 1, record: one, grid: Grid.of(one.layout) }] : []));
}

/** @param {ReadItem} item @param {Looks} looks */
function boardScene(item, looks) {
  const { record } = item;
  const grid = Grid.even(record.rows, record.cols);
  const [width, height] = [(record.cols + 2) * PITCH, (record.rows + 2) * PITCH];
  const scene = s("svg", { class: "scene on-board", viewBox: `0 0 ${width} ${height}` },
    s("rect", { class: "sheet", width, height, rx: PITCH / 3 }));
  if (record.marks && item.help?.kind !== "explain") scene.append(ownLayer(grid, record.marks));
  const layers = answerLayers(item, grid, looks, [0, 0, width, height, PITCH / 3]);
  const over = layers.filter((layer) => !layer.matches(".water, .maybe"));
  scene.append(...layers.filter((layer) => !over.includes(layer)), ...puzzleLayers(grid, record), ...over);
  return finished(scene, item, grid);
}

/** Whether there is nothing to be shown but what was read. @param {ReadItem} of */
function isStuck({ record, help }) {
  return !record.water && !help && !isOtherPuzzle(record);
}

/** The answer, or what is shown in its place: a check, a hint, a step of the explanation. `ground` is what a step
 * dims. @param {ReadItem} of @param {Grid} grid @param {Looks} looks @param {number[]} ground */
function answerLayers({ record, help, view }, grid, looks, ground) {
  const put = record.marks;
  const { regions } = record;
  if (!regions) return [];
  const known = help?.known ?? null;
  const layers = [];
  if (known) layers.push(waterLayer(grid, known, { regions, lift: looks.lift, put: help?.kind === "explain" && view === "board" ? null : put }));
  if (help?.kind === "explain" && known) layers.push(marksLayer(grid, "air", cellsWhere(known, (wet) => wet === false)));
  if (help?.step) layers.push(stepLayer(grid, help.step, help.level ?? "reason", regions, ground));
  if (help?.broken) layers.push(brokenLayer(grid, help.broken, regions));
  if (help?.unclear) layers.push(marksLayer(grid, "unclear", fromOne(help.unclear)));
  if (help?.mistakes && help.level !== "nudge") layers.push(marksLayer(grid, "mistakes", placesOf(help.mistakes)));
  return help ? layers : [...otherLayers(record, grid, looks)];
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
  if (mistakes?.length) layers.push(marksLayer(grid, "mistakes", placesOf(mistakes)));
  return layers;
}

/** Adds what stands above all else, and says what matters of the drawing.
 * @param {SVGSVGElement} scene @param {ReadItem} item @param {Grid} grid */
function finished(scene, item, grid) {
  const [{ record }, { correcting, fixes }] = [item, saidOf(item)];
  if (!isOtherPuzzle(record)) scene.append(...ringLayers(grid, record, correcting ? {} : fixes));
  if (correcting && record.regions) scene.append(targetsLayer(grid, item));
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
  const [left, top, right, bottom] = boxAround(boxes);
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
