/** What modules need of a browser where there is none: an element that hears all, and a server that answers as told. */

const element = { textContent: "" };
globalThis.document = { getElementById: () => element };

/** What was announced last. */
export const heard = () => element.textContent.trim();

/** All requests, the last at the end: {url, body, answer(record), fail(), isOver}. */
export const asked = [];

globalThis.XMLHttpRequest = class {
  upload = {};

  open(_, url) {
    this.url = url;
  }

  setRequestHeader() {}

  getResponseHeader = () => null;

  send(body) {
    const over = (name, changes = {}) => {
      if (request.isOver) return;
      request.isOver = true;
      Object.assign(this, changes)[name]();
    };
    const request = {
      url: decodeURIComponent(this.url),
      body,
      isOver: false,
      fail: () => over("onerror"),
      answer: (record) => over("onload", { status: 200, response: { text: async () => JSON.stringify(record) } }),
    };
    this.abort = () => over("onabort");
    asked.push(request);
  }
};

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
