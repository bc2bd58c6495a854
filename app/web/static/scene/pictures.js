/** What is shown of an item's file: the file itself where the browser knows its format, or the page as the server
 * draws it (PDF, TIFF, HEIC). */

import { askFile, Refused } from "../base/api.js";
import { follow, items, updateItem } from "../item/store.js";

/** Pixels above which a picture is shown reduced: browsers freeze on larger ones. */
const MOST_PIXELS = 24e6;
/** Longer side of a reduced picture, in pixels: enough to read a clue when zoomed in. */
const REDUCED_SIDE = 4096;
/** Of the JPEG file that is one. */
const QUALITY = 0.9;

/** Files that the browser cannot show itself. @type {WeakSet<Blob>} */
const foreign = new WeakSet();
/** Files as they are shown. @type {WeakMap<Blob, Promise<?Light>>} */
const lights = new WeakMap();
/** Items whose picture is being made. @type {WeakSet<Item>} */
const making = new WeakSet();

/** Begins to make the picture of whatever is shown. */
export const init = () => follow(["record"], makePicture);

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

/** @param {?Item} item */
async function makePicture(item) {
  if (!item || item.isText || making.has(item)) return;
  making.add(item);
  try {
    const light = item.picture || isForeign(item) ? null : await lightOf(fileOf(item));
    if (light) put(item, light.blob, light);
    if (item.record && !fits(item.picture, item.record)) await showPage(item);
  } finally {
    making.delete(item);
  }
}

/** Whether what was read lies right on a picture. @param {?Picture} picture  of an item @param {Answer} record */
export function fits(picture, { status, layout }) {
  if (status === "unreadable") return true; // there is nothing to show
  if (!picture || !layout) return Boolean(picture);
  if (layout.turned && !picture.isPage) return false; // browsers turn some files, and others not
  return picture.width === layout.width && picture.height === layout.height;
}

/** Has the server draw the page. What was read can be shown without, too. @param {Item} item */
async function showPage(item) {
  try {
    const page = await pageOf(item);
    const size = await sizeOf(page);
    if (size) put(item, page, { ...size, isPage: true });
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

/** A file that the browser can show without freezing: itself, or a smaller copy; with its own width and height. Null if it is no
 * picture that the browser knows. Each file is looked at once. @param {Blob} source @returns {Promise<?Light>} */
export function lightOf(source) {
  if (!lights.has(source)) lights.set(source, makeLight(source));
  return lights.get(source) ?? Promise.resolve(null);
}

/** @param {Blob} source @returns {Promise<?Light>} */
async function makeLight(source) {
  const size = await sizeOf(source);
  if (!size) foreign.add(source);
  const copy = size && size.width * size.height > MOST_PIXELS && await reduced(source, within(REDUCED_SIDE, size));
  return size && { blob: copy || source, ...size };
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
export const shrunk = (source, { width, height }) =>
  createImageBitmap(source, { resizeWidth: width, resizeHeight: height, resizeQuality: "medium" }).catch(() => null);

/** The same as a JPEG file. @param {Blob} source @param {Size} size @returns {Promise<?Blob>} */
async function reduced(source, size) {
  const bitmap = await shrunk(source, size);
  const canvas = new OffscreenCanvas(size.width, size.height);
  if (bitmap) canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return bitmap && canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

/** The size of a picture with its longer side shortened to so many pixels. @param {number} side @param {Size} of */
export function within(side, { width, height }) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
