/** Small pictures for the list, made when they come into view, one after another. */

import { h } from "../base/dom.js";
import { isForeign, lightOf, pageOf } from "../scene/pictures.js";
import { sceneOf } from "../scene/scene.js";
import { shrunk, within } from "../scene/shrinking.js";

/** Longer side in pixels: twice that of the list, for fine screens. */
const SIDE = 192;

let turn = Promise.resolve();

/** Makes the small picture of an item: a canvas, a drawing of a text's puzzle, or null where there is none (yet).
 * @param {import("../item/store.js").Item} item @returns {Promise<?Element>} */
export function thumbnailOf(item) {
  const made = turn.then(() => make(item)).catch(() => null);
  turn = made;
  return made;
}

async function make(item) {
  if (item.isText) return item.record?.regions ? sceneOf({ ...item, view: "board", picture: null, shown: null, correcting: false }, { water: !item.play }) : null;
  const light = isForeign(item) ? null : await lightOf(item.source);
  if (light) return canvasOf(light.blob, light);
  if (!item.record || item.record.status === "unreadable") return null;
  const page = await pageOf(item);
  const size = await lightOf(page);
  return size && canvasOf(page, size);
}

async function canvasOf(blob, size) {
  const bitmap = await shrunk(blob, within(SIDE, size));
  if (!bitmap) return null;
  const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}
