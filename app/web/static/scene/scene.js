/** An item → the drawing that is shown of it: its picture, or a clean board, with layers over it. */

import { s } from "../base/dom.js";
import { saidOf } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { boxAround, Grid, inReadingOrder, PITCH } from "./geometry.js";
import { marksLayer, maybeLayer, ownLayer, puzzleLayers, readingLayers, ringLayers, waterLayer } from "./layers.js";
import { fits } from "./pictures.js";
import { cellsWhere, fromOne, placesOf } from "./shapes.js";
import { stepLayer } from "./steps.js";
import { boardTarget, targetsLayer } from "./targets.js";

/** RGB of water, and how many times as far from the paper's colour its surface is. */
const [WATER, SURFACE] = [[44, 142, 240], 1.4];

/** The drawing of an item as it stands, if there is anything to draw; its viewBox is all of it, and data-focus what matters,
 * if that is less: "x y width height". The same picture or board has the same data-key.
 * @param {Item} item @param {Looks} [looks] @returns {?SVGSVGElement} */
export function sceneOf(item, looks = { water: true }) {
  const { picture, record, view } = item;
  const isPicture = picture && !(view === "board" && record?.regions);
  const scene = isPicture ? pictureScene(item, picture, looks) : record?.regions ? boardScene({ ...item, record }, looks) : null;
  if (scene) scene.dataset.key = `${item.id} ${item.page} ${scene.getAttribute("viewBox")}`;
  return scene;
}

/** @param {Item} item @param {Picture} picture @param {Looks} looks */
function pictureScene(item, picture, looks) {
  const { record } = item;
  const { url, width, height } = picture;
  const dyes = record?.layout ? dyesOf(record.layout) : {};
  const ground = record?.layout?.dark ? "on-dark" : "on-light";
  const scene = s("svg", { class: `scene on-picture ${ground}`, viewBox: `0 0 ${width} ${height}`, ...dyes },
    s("rect", { fill: record?.ground ?? "#ffffff", width, height }),
    s("image", { href: url, width, height, preserveAspectRatio: "none" }));
  if (!record?.layout || !fits(picture, record)) return named(scene, null);
  const tinted = { ...looks, lift: "--lift-body" in dyes };
  const read = { ...item, record };
  const boards = boardsOf(read).flatMap(({ grid, ...one }) => (grid ? [{ ...one, grid }] : []));
  const reads = record.regions && (item.view === "both" || saidOf(item).correcting || isStuck(read));
  if (reads) scene.append(s("rect", { class: "veil", width, height }));
  for (const [at, { record: one, board, grid }] of boards.entries()) {
    const isCurrent = one === record;
    scene.append(...(isCurrent ? answerLayers(read, grid, tinted, [0, 0, width, height]) : otherLayers(one, grid, tinted)));
    if (boards.length > 1 && !saidOf(item).correcting) scene.append(boardTarget(grid, board, at + 1, isCurrent));
  }
  const grid = Grid.of(record.layout);
  if (reads) scene.append(...readingLayers(grid, record));
  scene.dataset.focus = focusOf(boards.map((one) => one.grid), scene);
  return completed(scene, read, grid);
}

/** The colours with which paper becomes azure, as the styles have them: it is brightened (`lift`), and then dyed by blending.
 * A dim picture is not made up for wholly, as it would shine. @param {Layout} of */
function dyesOf({ dark, paper }) {
  const light = Math.max(...paper, 1);
  const body = dark ? WATER : WATER.map((level) => (level * (light + 255)) / 510);
  const surface = body.map((level, k) => Math.max(0, paper[k] + SURFACE * (level - paper[k])));
  const gains = [body, surface].map((levels) =>
    levels.map((level, k) => (dark ? (255 - level) / Math.max(1, 255 - paper[k]) : level / Math.max(1, paper[k]))));
  /** @param {string} name @param {(gain: number) => number} share */
  const dyed = (name, share) => {
    const [deep, top] = gains.map((levels) => `rgb(${levels.map((gain) => 255 * share(gain)).join(" ")})`);
    return { [`--${name}-body`]: deep, [`--${name}-surface`]: top };
  };
  if (dark) return { "--blend": "screen", ...dyed("water", (by) => 1 - by) };
  const isDim = gains[0].some((gain) => gain > 1.02);
  return { "--blend": "multiply", ...dyed("water", (by) => by), ...(isDim && dyed("lift", (by) => 1 - 1 / Math.max(1, by))) };
}

/** The boards of the page in reading order, those that are not found any more last, the one that is shown by its newest record;
 * `board` is its number for the server, from 1 as the largest.
 * @param {Pick<Item, "board"|"found"|"record">} item @returns {{board: number, record: Answer, grid: ?Grid}[]} */
export function boardsOf({ board, found, record }) {
  const records = found.map((one, at) => (record && at === board - 1 ? record : one));
  const boards = (records.length || !record ? records : [record]).map((one, at) =>
    ({ board: at + 1, record: one, grid: one.layout && Grid.of(one.layout) }));
  const inSight = boards.filter(({ grid }) => grid);
  const order = inReadingOrder(inSight.flatMap(({ grid }) => (grid ? [grid.bounds()] : [])));
  return [...order.map((at) => inSight[at]), ...boards.filter(({ grid }) => !grid)];
}

/** @param {ReadItem} item @param {Looks} looks */
function boardScene(item, looks) {
  const { record } = item;
  const grid = Grid.even(record.rows, record.cols);
  const [width, height] = [(record.cols + 2) * PITCH, (record.rows + 2) * PITCH];
  const layers = answerLayers(item, grid, looks, [0, 0, width, height]);
  /** @param {Element} layer */
  const isUnder = (layer) => layer.matches(".water, .maybe");
  const scene = s("svg", { class: "scene on-board", viewBox: `0 0 ${width} ${height}` },
    s("rect", { class: "sheet", width, height, rx: PITCH / 3 }),
    record.marks && item.help?.kind !== "explain" ? ownLayer(grid, record.marks) : null,
    ...layers.filter(isUnder), ...puzzleLayers(grid, record), ...layers.filter((layer) => !isUnder(layer)));
  return completed(scene, item, grid);
}

/** Whether there is nothing to be shown but what was read. @param {ReadItem} of */
const isStuck = ({ record, help }) => !record.water && !help && !isOtherPuzzle(record);

/** The answer, or what is shown in its place: a check, a hint, a step of the explanation. `ground` is what a step
 * dims. @param {ReadItem} of @param {Grid} grid @param {Looks} looks @param {number[]} ground */
function answerLayers({ record, help, view }, grid, looks, ground) {
  const { regions, marks: put } = record;
  if (!regions) return [];
  if (!help) return otherLayers(record, grid, looks);
  const { known, kind, step, level, unclear, mistakes } = help;
  return [
    known && waterLayer(grid, known, { regions, lift: looks.lift, put: kind === "explain" && view === "board" ? null : put }),
    known && kind === "explain" && marksLayer(grid, "air", cellsWhere(known, (wet) => wet === false)),
    step && stepLayer(grid, step, level ?? "reason", regions, ground),
    marksLayer(grid, "unclear", fromOne(unclear)),
    level !== "nudge" && marksLayer(grid, "mistakes", placesOf(mistakes)),
  ].filter((layer) => layer instanceof Element);
}

/** The answer of a board, as far as there is one. @param {Answer} record @param {Grid} grid @param {Looks} of
 * @returns {SVGGElement[]} */
function otherLayers({ regions, marks: put, mistakes, water: wet, shared }, grid, { water, lift }) {
  if (!water || !regions) return [];
  const layers = wet ? [waterLayer(grid, wet, { regions, put, lift })] : [];
  if (!wet && shared) layers.push(waterLayer(grid, shared, { regions, put, lift }));
  if (!wet && shared) layers.push(maybeLayer(grid, cellsWhere(shared, (one) => one === null)));
  if (mistakes?.length) layers.push(marksLayer(grid, "mistakes", placesOf(mistakes)));
  return layers;
}

/** Adds what stands above all else, and says what matters of the drawing.
 * @param {SVGSVGElement} scene @param {ReadItem} item @param {Grid} grid */
function completed(scene, item, grid) {
  const [{ record }, { correcting, fixes }] = [item, saidOf(item)];
  if (!isOtherPuzzle(record)) scene.append(...ringLayers(grid, record, correcting ? {} : fixes));
  if (correcting && record.regions) scene.append(targetsLayer(grid, item));
  return named(scene, record);
}

/** What matters of a page: its boards with their clues, and what is written beside these.
 * @param {Grid[]} grids @param {SVGElement} scene */
function focusOf(grids, scene) {
  const pitch = grids[0].pitch / 2;
  const words = [...scene.querySelectorAll(".clues text")].map((word) => ["x", "y"].map((name) => Number(word.getAttribute(name))));
  const around = words.map(([x, y]) => [x - pitch, y - pitch, x + pitch, y + pitch]);
  const [left, top, right, bottom] = boxAround([...grids.map((grid) => grid.bounds(0.8)), ...around]);
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** Says in words what is to be seen. @param {SVGSVGElement} scene @param {?Answer} record */
function named(scene, record) {
  const size = record?.rows ? `${record.rows}×${record.cols} board` : "Picture";
  scene.setAttribute("role", scene.querySelector(".targets, .board-frame") ? "group" : "img");
  scene.setAttribute("aria-label", record?.water ? `${size} with its water` : size);
  return scene;
}
