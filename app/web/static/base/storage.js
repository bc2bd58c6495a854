/** What this browser keeps, and nothing else does: texts by their keys. It may be full or forbidden. */

/** What something of the storage gives, or what there is without. @template T @param {() => T} act @param {T} without */
function attempt(act, without) {
  try {
    return act();
  } catch {
    return without;
  }
}

/** The text that is stored, or null. @param {string} key @returns {?string} */
export const stored = (key) => attempt(() => localStorage.getItem(key), null);

/** Stores a text; tells whether that was possible. @param {string} key @param {string} text @returns {boolean} */
export const store = (key, text) => attempt(() => (localStorage.setItem(key, text), true), false);

/** Takes a text away. @param {string} key */
export const unstore = (key) => attempt(() => localStorage.removeItem(key), undefined);

/** The keys of all that is stored. @returns {string[]} */
export const storedKeys = () => attempt(() => Object.keys(localStorage), []);
