/** What modules need of a browser where there is none: an element that hears all, and a server that answers as told. */

const element = { textContent: "" };
globalThis.document = { getElementById: () => element };

/** What was announced last. */
export const heard = () => element.textContent.trim();

/** All requests, the last at the end: {url, body, answer(record), fail(), isOver}. */
export const asked = [];

globalThis.fetch = (url, { body, signal }) => new Promise((resolve, reject) => {
  /** @param {() => void} end */
  const over = (end) => {
    if (!request.isOver) end();
    request.isOver = true;
  };
  const request = {
    url: decodeURIComponent(url),
    body,
    isOver: false,
    fail: () => over(() => reject(new TypeError("Failed to fetch"))),
    answer: (record) => over(() => resolve(Response.json(record))),
  };
  signal?.addEventListener("abort", () => over(() => reject(signal.reason)));
  asked.push(request);
});

/** Waits until all that could be done is done. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Numbers from 0 to below 1, the same for the same seed. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
