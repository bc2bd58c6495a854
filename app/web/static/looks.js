/** What must be known of a picture before it is drawn upon: how bright it is. It is looked at but once. */

import { Grid } from "./geometry.js";
import { copyOf, toneOf, WHITE } from "./tone.js";

/** What is known of pictures, by their `picture` of the store. */
const known = new WeakMap();

/** What a scene needs to know of the item's picture; `waits` while that is not known, and `then` is called when it is.
 * @param {import("./store.js").Item} item @param {function(): void} then
 * @returns {{tone: import("./tone.js").Tone, waits: boolean}} */
export function looksOf(item, then) {
  const { picture, record } = item;
  if (!picture || item.view === "board") return { tone: WHITE, waits: false };
  if (!known.has(picture)) known.set(picture, { copy: null, promise: load(picture) });
  const seen = known.get(picture);
  if (!seen.copy) {
    seen.promise.then(then);
    return { tone: WHITE, waits: true };
  }
  if (!record?.layout) return { tone: WHITE, waits: false };
  if (seen.of !== record.layout) Object.assign(seen, { of: record.layout, tone: toneOf(seen.copy, Grid.of(record.layout)) });
  return { tone: seen.tone, waits: false };
}

async function load(picture) {
  const image = new Image();
  image.src = picture.url;
  try {
    await image.decode();
    known.get(picture).copy = copyOf(image, picture);
  } catch {
    known.get(picture).copy = { scale: 1, image: new ImageData(1, 1) }; // it cannot be looked at
  }
}
