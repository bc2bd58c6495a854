/** A worker that makes small copies of pictures, so that the page stays quick however large they are.
 * Gets {id, source, width, height, isFile}, answers {id, copy}: an ImageBitmap, a JPEG file if that is wanted, or null. */

const QUALITY = 0.9;

self.onmessage = async ({ data: { id, source, width, height, isFile } }) => {
  let copy = null;
  try {
    const size = { resizeWidth: width, resizeHeight: height };
    const bitmap = await createImageBitmap(source, { ...size, resizeQuality: "medium" });
    copy = isFile ? await fileOf(bitmap) : bitmap;
  } catch {
    // it is no picture that the browser can decode
  }
  self.postMessage({ id, copy }, { transfer: copy instanceof ImageBitmap ? [copy] : [] });
};

/** @param {ImageBitmap} bitmap */
function fileOf(bitmap) {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}
