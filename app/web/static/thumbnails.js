/** Small pictures for the list, made when they come into view, one after another. */

import { h } from "./dom.js";
import { isForeign, lightOf, pageOf } from "./pictures.js";
import { sceneOf } from "./scene.js";

/** Longer side in pixels: twice that of the list, for fine screens. */
const SIDE = 192;

let turn = Promise.resolve();

/** Makes the small picture of an item: a canvas, a drawing of a text's puzzle, or null where there is none (yet).
 * @param {import("./store.js").Item} item @returns {Promise<?Element>} */
export function thumbnailOf(item) {
  const made = turn.then(() => make(item)).catch(() => null);
  turn = made;
  return made;
}

async function make(item) {
  if (item.isText) return item.record?.regions ? sceneOf({ ...item, view: "board", picture: null, shown: null, correcting: false }, { water: !item.play }) : null;
  const light = isForeign(item) ? null : await lightOf(item.source);
  if (light) return shrunk(light.blob, light);
  if (!item.record || item.record.status === "unreadable") return null;
  const page = await pageOf(item);
  const { width, height } = (await lightOf(page)) ?? {};
  return width ? shrunk(page, { width, height }) : null;
}

async function shrunk(blob, { width, height }) {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const bitmap = await createImageBitmap(blob, {
    resizeWidth: size.width, resizeHeight: size.height, resizeQuality: "medium",
  });
  const canvas = h("canvas", size);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}
