/** Small copies of pictures, made by a worker beside the page. */

const asked = new Map();
let worker = null;
let lastId = 0;

/** A copy of a picture in another size; null if the browser cannot decode it.
 * @param {Blob} source @param {{width: number, height: number}} size @param {boolean} [isFile]  whether a JPEG file is
 * wanted @returns {Promise<ImageBitmap|Blob|null>} */
export function shrunk(source, { width, height }, isFile = false) {
  worker ??= begin();
  const id = ++lastId;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    worker.postMessage({ id, source, width, height, isFile });
  });
}

/** The size of a picture with its longer side shortened to so many pixels. */
export function within(side, { width, height }) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function begin() {
  const made = new Worker(new URL("shrinker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data: { id, copy } }) => {
    asked.get(id)(copy);
    asked.delete(id);
  };
  return made;
}
