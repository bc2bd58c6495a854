/** What this browser keeps, and nothing else does: texts by their keys. It may be full or forbidden. */

/** The text that is kept, or null. @param {string} key @returns {?string} */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; tells whether that was possible. @param {string} key @param {string} text @returns {boolean} */
export function store(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Takes a text away. @param {string} key */
export function unstore(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // what cannot be stored was not kept either
  }
}

/** The keys of all that is kept. @returns {string[]} */
export function storedKeys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
