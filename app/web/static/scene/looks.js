/** What must be known before a picture is drawn upon: which boards stand on it, how bright it is there, and what colours
 * water therefore has. */

import { saidOf } from "../item/store.js";
import { Grid } from "./geometry.js";

/** What is known of pictures, by their `picture` of the store. */
const known = new WeakMap();
/** The records of all boards of pages, by item: a record of one board alone does not tell of the others. */
const pages = new WeakMap();

/** @typedef {{dark: boolean, paper: number[]}} Tone  `paper` is RGB, 0 to 255, as most cells have it */
/**
 * @typedef {{body: number[], surface: number[]}} Dye  colours in RGB of water, and of the line along its surface
 * @typedef {{blend: string, dye: Dye, lift: ?Dye}} Tint  what is blended with a picture to make water of its paper:
 * `lift`, if there is one, brightens dim paper by color-dodge, and then `dye` colours it by `blend`
 */

const WATER = [44, 142, 240];
const SURFACE = 1.4; // times as far from the paper's colour as the water below it
const DARK = 110; // brightness below which most of a dark picture's cells are
const SEEN = 64; // opacity from which something counts as drawn
const THINNEST = 9; // pixels below which something is a stroke
const LIGHT_STROKES = 140; // brightness above which strokes show better on dark
const WIDEST = 1200; // pixels of the copy in which it is looked

/** @type {Tone} Of white paper, where nothing better is known. */
export const WHITE = { dark: false, paper: [255, 255, 255] };
const PLAIN = { tone: WHITE, ground: "#ffffff" };

/** @typedef {{image: ImageData, scale: number, ground: string}} Copy  of a picture, reduced, on its ground */

/** A copy of a picture, in which it is looked. @param {CanvasImageSource} image
 * @param {{width: number, height: number}} size  in the scene @returns {Copy} */
function copyOf(image, { width, height }) {
  const scale = Math.min(1, WIDEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const ground = groundOf(context.getImageData(0, 0, canvas.width, canvas.height), scale);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), scale, ground };
}

/** The colour on which the thin strokes of a transparent picture show, as the program chooses it. */
function groundOf({ data, width, height }, scale) {
  const reach = Math.max(2, Math.round(scale * Math.max(THINNEST, Math.min(width, height) / scale / 60)));
  const isSeen = (x, y) => x >= 0 && y >= 0 && x < width && y < height && data[4 * (y * width + x) + 3] >= SEEN;
  let [light, weight] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isSeen(x, y)) continue;
      const isThin = (!isSeen(x - reach, y) && !isSeen(x + reach, y)) || (!isSeen(x, y - reach) && !isSeen(x, y + reach));
      if (!isThin) continue;
      const at = 4 * (y * width + x);
      light += ((data[at] + data[at + 1] + data[at + 2]) / 3) * data[at + 3];
      weight += data[at + 3];
    }
  }
  return weight > (255 * width * height) / 5000 && light / weight > LIGHT_STROKES ? "#202020" : "#ffffff";
}

/** Looks at a picture, in the upper left quarter of every cell, where no digit is.
 * @param {Copy} copy @param {import("./geometry.js").Grid} grid @returns {Tone} */
function toneOf({ image: { data: pixels, width, height }, scale }, grid) {
  const seen = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.cols; col++) {
      const [x, y] = grid.point(col + 0.25, row + 0.25).map((at) => Math.floor(at * scale));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = 4 * (y * width + x);
      seen.push([...pixels.slice(at, at + 3)]);
    }
  }
  if (!seen.length) return WHITE;
  const dark = median(seen.map((colour) => Math.max(...colour))) < DARK;
  // Water that is there already is neither the palest of a light picture nor the darkest of a dark one.
  seen.sort((a, b) => (dark ? 1 : -1) * (sum(a) - sum(b)));
  return { dark, paper: seen[Math.floor(seen.length / 10)] };
}

/** The colours with which such paper becomes azure; a dim picture is not made up for wholly, as it would shine.
 * @param {Tone} tone @returns {Tint} */
export function tintOf({ dark, paper }) {
  const light = Math.max(...paper, 1);
  const body = dark ? WATER : WATER.map((level) => (level * (light + 255)) / 510);
  const surface = body.map((level, k) => Math.max(0, paper[k] + SURFACE * (level - paper[k])));
  const dyed = (colour) => ({ body: body.map(colour), surface: surface.map(colour) });
  if (dark) return { blend: "screen", dye: dyed((level, k) => byte(1 - (255 - level) / Math.max(1, 255 - paper[k]))), lift: null };
  const gain = (level, k) => level / Math.max(1, paper[k]);
  const isDim = body.some((level, k) => gain(level, k) > 1.02);
  const lift = isDim ? dyed((level, k) => byte(1 - 1 / Math.max(1, gain(level, k)))) : null;
  return { blend: "multiply", dye: dyed((level, k) => byte(gain(level, k))), lift };
}

const byte = (share) => Math.round(255 * Math.min(1, Math.max(0, share)));
const sum = (colour) => colour[0] + colour[1] + colour[2];
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The boards that are known of the item's page, each with its newest record.
 * @param {import("../item/store.js").Item} item @returns {{number: number, record: Object}[]} */
export function boardsOf(item) {
  const { record, board, page } = item;
  const isWhole = board === 1 && (record.boards?.length || saidOf(item).size === null);
  const before = isWhole || pages.get(item)?.page !== page ? new Map() : pages.get(item).records;
  const others = (record.boards ?? []).map((other, k) => [k + 2, other]);
  const records = new Map([...before, ...(board === 1 ? others : []), [board, record]]);
  pages.set(item, { page, records });
  return [...records].filter(([, one]) => one.layout).map(([number, one]) => ({ number, record: one })).sort((a, b) => a.number - b.number);
}

/** What a scene needs to know of the item's picture; `waits` while that is not known, and `then` is called when it is.
 * @param {import("../item/store.js").Item} item @param {function(): void} then
 * @returns {{tone: import("./tone.js").Tone, ground: string, waits: boolean}} */
export function looksOf(item, then) {
  const { picture, record } = item;
  if (!picture || item.view === "board") return { ...PLAIN, waits: false };
  if (!known.has(picture)) {
    known.set(picture, { copy: null, then });
    load(picture);
  }
  const seen = known.get(picture);
  if (!seen.copy) {
    seen.then = then; // whoever asks last is told, and but once: drawn twice, water would not flow
    return { ...PLAIN, waits: true };
  }
  const { ground } = seen.copy;
  if (!record?.layout) return { ...PLAIN, ground, waits: false };
  if (seen.of !== record.layout) Object.assign(seen, { of: record.layout, tone: toneOf(seen.copy, Grid.of(record.layout)) });
  return { tone: seen.tone, ground, waits: false };
}

async function load(picture) {
  const seen = known.get(picture);
  const image = new Image();
  image.src = picture.url;
  try {
    await image.decode();
    seen.copy = copyOf(image, picture);
  } catch {
    seen.copy = { scale: 1, image: new ImageData(1, 1), ground: PLAIN.ground }; // it cannot be looked at
  }
  seen.then();
}
