/** An item → its record: the picture or text is sent with all that a person has said of it. */

import { askFile, askRecord, Refused } from "./api.js";
import { announce } from "./dom.js";
import { updateItem } from "./store.js";

/** The parameters by which the server reads the item as it stands. @param {import("./store.js").Item} item */
export function parametersOf(item) {
  return {
    fix: Object.entries(item.fixes).map(([place, value]) => `${place}=${value}`),
    size: item.size,
    as_read: item.asRead,
    page: item.page > 1 ? item.page : null,
    board: item.board > 1 ? item.board : null,
  };
}

/** What to send of an item whose puzzle is certain, for help and for playing: its text, which needs no reading.
 * @returns {?string} */
export const puzzleText = (item) => item.record?.puzzlink ?? item.record?.task ?? null;

/** Reads an item, anew if it was read before; what is under way for it is cancelled. Resolves when it is done,
 * whatever came of it. @param {import("./store.js").Item} item @returns {Promise<void>} */
export async function readItem(item) {
  item.busy?.cancel();
  const stopper = new AbortController();
  const busy = { words: "Sending the picture", fraction: 0, cancel: () => stopper.abort() };
  const tell = (fraction) => updateItem(item, { busy: Object.assign(busy, progress(item, fraction)) });
  tell(0);
  if (!item.picture && !item.isText && item.page === 1) await showFile(item);
  try {
    const options = { signal: stopper.signal, onUpload: tell };
    const { record } = await askRecord("api/solve", parametersOf(item), item.source, options);
    if (item.busy !== busy) return;
    await showPage(item, record, stopper.signal);
    if (item.busy !== busy) return;
    updateItem(item, { record, pages: record.pages ?? 1, busy: null, shown: null });
    announce(messageOf(record));
  } catch (error) {
    if (item.busy !== busy) return;
    if (error.name === "AbortError") return updateItem(item, { busy: null });
    if (!(error instanceof Refused)) throw error;
    updateItem(item, { record: { ...error.record, exit_code: 1 }, busy: null, shown: null });
    announce(error.message);
  }
}

/** One line on what became of an item. @param {Object} record */
export function messageOf(record) {
  if (record.message) return record.message;
  const aquariums = new Set(record.regions?.flat()).size;
  return `${record.rows}×${record.cols}, ${aquariums} aquariums, one solution`;
}

function progress(item, fraction) {
  if (item.isText) return { words: "Solving", fraction: null };
  return fraction < 1 ? { words: "Sending the picture", fraction } : { words: "Reading the picture", fraction: null };
}

/** Shows the file itself while it is read, if the browser knows its format. */
async function showFile(item) {
  const url = URL.createObjectURL(item.source);
  const size = await sizeOf(url);
  if (size) updateItem(item, { picture: { url, ...size } });
  else URL.revokeObjectURL(url);
}

/** Has the server draw the page where the browser cannot, or shows it in another size than it was read in. */
async function showPage(item, record, signal) {
  const { width, height } = record.layout ?? {};
  const fits = item.picture && (!width || (item.picture.width === width && item.picture.height === height));
  if (item.isText || (fits && !(record.pages > 1)) || record.status === "unreadable") return;
  if (fits && item.pictureOf === item.page) return;
  try {
    const parameters = { task: "plain", format: "png", page: item.page > 1 ? item.page : null };
    const url = URL.createObjectURL(await askFile("api/picture", parameters, item.source, { signal }));
    const size = await sizeOf(url);
    if (item.picture) URL.revokeObjectURL(item.picture.url);
    if (size) updateItem(item, { picture: { url, ...size }, pictureOf: item.page });
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // what was read can be shown without the picture
  }
}

async function sizeOf(url) {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return { width: image.naturalWidth, height: image.naturalHeight };
}
