/** The server's answers. Nothing else of the page speaks to the server. */

/** What the server could not do; the sentences of its record say why and what to do. */
export class Refused extends Error {
  /** @param {number} status @param {Partial<Answer>} record */
  constructor(status, record) {
    super(record.sentence ?? `the server answered ${status}`);
    this.status = status;
    this.record = record;
  }
}

/** Files of several pages that the server still has, by the names that it gave them. @type {WeakMap<Blob, string>} */
const uploaded = new WeakMap();
/** What the page itself says of answers that are none. */
export const NO_SERVER = "The server does not answer. Is “aquarium serve” still running?";
const NOT_READ = "The answer of the server could not be read. Try again.";
/** Seconds to wait before a busy server is asked again, if it does not say. */
const RETRY_SECONDS = 1;

/** Asks for a record; one that refuses a puzzle is an answer too.
 * @param {string} path like "api/solve" @param {Record<string, unknown>} parameters  null and false are left out, lists repeat the
 * name, true is 1 @param {Blob|string} body  the picture or text @param {Asking} [options]
 * @returns {Promise<{status: number, record: Answer}>} */
export async function askRecord(path, parameters, body, options = {}) {
  const { status, blob } = await send(path, parameters, body, options);
  const record = await recordIn(status, blob);
  if (record.kept && body instanceof Blob) uploaded.set(body, record.kept);
  return { status, record };
}

/** Asks for a file; throws Refused where there is none. Parameters are those of `askRecord`. @param {string} path
 * @param {Record<string, unknown>} parameters @param {Blob|string} body @param {Asking} [options] @returns {Promise<Blob>} */
export async function askFile(path, parameters, body, options = {}) {
  const { status, blob } = await send(path, parameters, body, options);
  if (status !== 200) throw new Refused(status, await recordIn(status, blob));
  return blob;
}

/** The record of an answer; throws Refused where it is none, as when the connection was turned away.
 * @param {number} status @param {Blob} blob */
async function recordIn(status, blob) {
  try {
    return JSON.parse(await blob.text());
  } catch {
    throw new Refused(status, { status: "unreachable", sentence: NOT_READ });
  }
}

/** Returns the address with its parameters. @param {string} path @param {Record<string, unknown>} parameters */
function address(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== false) query.append(name, one === true ? "1" : String(one));
    }
  }
  return query.size ? `${path}?${query}` : path;
}

/** @param {string} path @param {Record<string, unknown>} parameters @param {Blob|string} body @param {Asking} options */
async function send(path, parameters, body, options) {
  for (;;) {
    const name = body instanceof Blob ? uploaded.get(body) : null;
    const answer = await sendOnce(address(path, { ...parameters, kept: name }), name ? "" : body, options);
    if (name && answer.status === 410) uploaded.delete(/** @type {Blob} */ (body));
    else if (answer.status !== 429) return answer;
    else await pause(answer.retryAfter, options.signal);
  }
}

/** @param {string} url @param {Blob|string} body @param {Asking} of */
async function sendOnce(url, body, { signal }) {
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";
  try {
    const answer = await fetch(url, { method: "POST", headers: { "Content-Type": type }, body, signal });
    const retryAfter = Number(answer.headers.get("Retry-After")) || RETRY_SECONDS;
    return { status: answer.status, blob: await answer.blob(), retryAfter };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { status: "unreachable", sentence: NO_SERVER });
  }
}

/** @param {number} seconds @param {AbortSignal} [signal] */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
