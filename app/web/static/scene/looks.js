/** What must be known before a picture is drawn upon: how bright it is, and which boards stand on it. */

import { Grid } from "./geometry.js";
import { copyOf, toneOf, WHITE } from "./tone.js";

/** What is known of pictures, by their `picture` of the store. */
const known = new WeakMap();

/** The records of all boards of pages, by item: a record of one board alone does not tell of the others. */
const pages = new WeakMap();

/** The boards that are known of the item's page, each with its newest record.
 * @param {import("../item/store.js").Item} item @returns {{number: number, record: Object}[]} */
export function boardsOf(item) {
  const { record, board, page } = item;
  const isWhole = board === 1 && (record.boards?.length || item.size === null);
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

const PLAIN = { tone: WHITE, ground: "#ffffff" };

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
