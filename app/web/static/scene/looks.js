/** What must be known before a picture is drawn upon: how bright it is, and what colours water therefore has. */

import { Grid } from "./geometry.js";

/** What is known of pictures, by their `picture` of the store.
 * @typedef {{copy: ?Copy, then: () => void, tone: Tone, of?: Layout}} Seen @type {WeakMap<Picture, Seen>} */
const known = new WeakMap();
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
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const ground = groundOf(context.getImageData(0, 0, canvas.width, canvas.height), scale);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), scale, ground };
}

/** The colour on which the thin strokes of a transparent picture show, as the program chooses it.
 * @param {ImageData} of @param {number} scale */
function groundOf({ data, width, height }, scale) {
  const reach = Math.max(2, Math.round(scale * Math.max(THINNEST, Math.min(width, height) / scale / 60)));
  /** @param {number} x @param {number} y */
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
 * @param {Copy} copy @param {Grid} grid @returns {Tone} */
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
  /** @param {(level: number, k: number) => number} colour */
  const dyed = (colour) => ({ body: body.map(colour), surface: surface.map(colour) });
  if (dark) return { blend: "screen", dye: dyed((level, k) => byte(1 - (255 - level) / Math.max(1, 255 - paper[k]))), lift: null };
  /** @param {number} level @param {number} k */
  const gain = (level, k) => level / Math.max(1, paper[k]);
  const isDim = body.some((level, k) => gain(level, k) > 1.02);
  const lift = isDim ? dyed((level, k) => byte(1 - 1 / Math.max(1, gain(level, k)))) : null;
  return { blend: "multiply", dye: dyed((level, k) => byte(gain(level, k))), lift };
}

/** @param {number} share */
const byte = (share) => Math.round(255 * Math.min(1, Math.max(0, share)));
/** @param {number[]} colour */
const sum = (colour) => colour[0] + colour[1] + colour[2];
/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What a scene needs to know of the item's picture; `waits` while that is not known, and `then` is called when it is.
 * @param {Item} item @param {() => void} then
 * @returns {{tone: Tone, ground: string, waits: boolean}} */
export function looksOf(item, then) {
  const { picture, record } = item;
  if (!picture || item.view === "board") return { ...PLAIN, waits: false };
  const seen = known.get(picture) ?? begun(picture, then);
  if (!seen.copy) {
    seen.then = then; // whoever asks last is told, and but once: drawn twice, water would not flow
    return { ...PLAIN, waits: true };
  }
  const { ground } = seen.copy;
  if (!record?.layout) return { ...PLAIN, ground, waits: false };
  if (seen.of !== record.layout) Object.assign(seen, { of: record.layout, tone: toneOf(seen.copy, Grid.of(record.layout)) });
  return { tone: seen.tone, ground, waits: false };
}

/** Begins to look at a picture. @param {Picture} picture @param {() => void} then @returns {Seen} */
function begun(picture, then) {
  const seen = { copy: null, then, tone: WHITE };
  known.set(picture, seen);
  load(picture, seen);
  return seen;
}

/** @param {Picture} picture @param {Seen} seen */
async function load(picture, seen) {
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
