/** What is shown of an item's file: the file itself where the browser knows its format, or the page as the server
 * draws it (PDF, TIFF, HEIC). Only what is looked at is held in memory. */

import { askFile, Refused } from "../base/api.js";
import { current, items, subscribe, updateItem } from "../item/store.js";

/** Who waits for smaller copies. @type {Map<number, (copy: any) => void>} */
const asked = new Map();
/** @type {?Worker} */
let worker = null;
let lastId = 0;
/** Pixels above which a picture is shown reduced: browsers freeze on larger ones. */
const MOST_PIXELS = 24e6;
/** Longer side of a reduced picture, in pixels: enough to read a clue when zoomed in. */
const REDUCED_SIDE = 4096;
/** Pages drawn by the server that are kept, as somebody may go back to them. */
const KEPT_PAGES = 6;

/** Files that the browser cannot show itself. @type {WeakSet<Blob>} */
const foreign = new WeakSet();
/** Files as they are shown. @type {WeakMap<Blob, Promise<?Light>>} */
const lights = new WeakMap();
/** Items whose picture is being made. @type {WeakSet<Item>} */
const making = new WeakSet();
/** Items with a picture drawn by the server, the last shown at the end. @type {Item[]} */
const drawn = [];

/** Begins to make the picture of whatever is shown. */
export function init() {
  subscribe((item, keys) => {
    if (item && item === current() && ["selected", "record"].some((key) => keys.has(key))) makePicture(item);
  });
}

/** The page of an item's file as the server reads it, as a file that every browser can show.
 * @param {Item} item @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export function pageOf(item, signal) {
  const parameters = { task: "plain", format: "jpeg", page: item.page > 1 ? item.page : null };
  return askFile("api/picture", parameters, item.source, { signal });
}

/** Whether the browser can show the item's file itself, as far as that is known by now. @param {Item} item */
export const isForeign = (item) => item.page > 1 || foreign.has(fileOf(item));

/** The file of an item that is no text. @param {Item} item */
export const fileOf = (item) => /** @type {Blob} */ (item.source);

/** @param {Item} item */
async function makePicture(item) {
  if (item.isText || making.has(item)) return;
  making.add(item);
  try {
    if (!item.picture && !isForeign(item)) await showFile(item);
    if (item.record && !fits(item.picture, item.record)) await showPage(item);
  } finally {
    making.delete(item);
  }
}

/** Whether what was read lies right on a picture. @param {?Picture} picture  of an item @param {Answer} record */
export function fits(picture, record) {
  if (record.status === "unreadable") return true; // there is nothing to show
  if (!picture || !record.layout) return Boolean(picture);
  const { width, height, turned } = record.layout;
  if (turned && !picture.isPage) return false; // browsers turn some files, and others not
  return picture.width === width && picture.height === height;
}

/** @param {Item} item */
async function showFile(item) {
  const light = await lightOf(fileOf(item));
  if (light) put(item, light.blob, light);
}

/** Has the server draw the page. What was read can be shown without, too. @param {Item} item */
async function showPage(item) {
  try {
    const page = await pageOf(item);
    const size = await sizeOf(page);
    if (!size) return;
    put(item, page, { ...size, isPage: true });
    keepFew(item);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** @param {Item} item @param {Blob} blob @param {Size & {isPage?: boolean}} of */
function put(item, blob, { width, height, isPage = false }) {
  if (!items().includes(item)) return; // it was removed meanwhile
  if (item.picture) URL.revokeObjectURL(item.picture.url);
  updateItem(item, { picture: { url: URL.createObjectURL(blob), width, height, isPage } });
}

/** @param {Item} item */
function keepFew(item) {
  const at = drawn.indexOf(item);
  if (at >= 0) drawn.splice(at, 1);
  drawn.push(item);
  const left = drawn.length > KEPT_PAGES ? drawn.shift() : null;
  if (!left?.picture || left === current()) return;
  URL.revokeObjectURL(left.picture.url);
  updateItem(left, { picture: null });
}

/** A file that the browser can show without freezing: itself, or a smaller copy; with its own width and height.
 * Null if it is no picture that the browser knows. Each file is looked at once.
 * @param {Blob} source @returns {Promise<?Light>} */
export function lightOf(source) {
  const light = lights.get(source) ?? makeLight(source);
  lights.set(source, light);
  return light;
}

/** @param {Blob} source @returns {Promise<?Light>} */
async function makeLight(source) {
  const size = await sizeOf(source);
  if (!size) foreign.add(source);
  const isLarge = size && size.width * size.height > MOST_PIXELS;
  const copy = isLarge ? await reduced(source, within(REDUCED_SIDE, size)) : null;
  return size && { blob: copy ?? source, ...size };
}

/** The size of a picture, without decoding it; null if it is none that the browser knows.
 * @param {Blob} blob @returns {Promise<?Size>} */
function sizeOf(blob) {
  const url = URL.createObjectURL(blob);
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth ? { width: image.naturalWidth, height: image.naturalHeight } : null);
    image.onerror = () => resolve(null);
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

/** A copy of a picture in another size; null if the browser cannot decode it.
 * @param {Blob} source @param {Size} size @returns {Promise<?ImageBitmap>} */
export const shrunk = (source, size) => ask({ source, ...size });

/** The same as a JPEG file. @param {Blob} source @param {Size} size @returns {Promise<?Blob>} */
const reduced = (source, size) => ask({ source, ...size, isFile: true });

/** @param {Size & {source: Blob, isFile?: boolean}} wanted @returns {Promise<any>} */
function ask(wanted) {
  const id = ++lastId;
  worker ??= begin();
  worker.postMessage({ id, ...wanted });
  return new Promise((resolve) => asked.set(id, resolve));
}

/** The size of a picture with its longer side shortened to so many pixels. @param {number} side @param {Size} of */
export function within(side, { width, height }) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function begin() {
  const made = new Worker(new URL("shrinker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data: { id, copy } }) => {
    asked.get(id)?.(copy);
    asked.delete(id);
  };
  return made;
}
