/** Games that are not finished, kept in this browser and nowhere else. */

import { store, stored, storedKeys, unstore } from "../base/storage.js";

const PREFIX = "aquarium.game.";
const WISHES = "aquarium.wishes";
/** Moves that can be undone after the page was closed. */
const MOST_MOVES = 300;
const VERSION = 1;

/** Keeps a game, over what was kept of it before. @param {Kept} kept
 * @returns {boolean} whether that was possible: storage may be full or forbidden */
export function keep(kept) {
  const { game } = kept;
  const short = { ...game, past: game.past.slice(-MOST_MOVES), future: game.future.slice(-MOST_MOVES) };
  return written(PREFIX + kept.id, { version: VERSION, ...kept, game: short });
}

/** All games that are kept, the last played first; what cannot be understood is passed over. @returns {Kept[]} */
export function keptGames() {
  const found = storedKeys().filter((key) => key.startsWith(PREFIX)).map(read);
  return found.filter(isWhole).sort((a, b) => b.when - a.when);
}

/** Takes a game away. @param {string} id */
export const forget = (id) => unstore(PREFIX + id);

/** How people wish to play: {fill, marking}, as far as they have said. */
export const wishes = () => read(WISHES) ?? {};

/** Remembers how people wish to play. @param {Record<string, boolean>} wished */
export const wish = (wished) => written(WISHES, { ...wishes(), ...wished });

/** Whether it is what this version keeps. @param {?Kept} kept */
function isWhole(kept) {
  const { game, text } = kept ?? {};
  if (kept?.version !== VERSION || typeof text !== "string" || !game || !Array.isArray(game.marks)) return false;
  const { rows, cols, regions } = game.puzzle ?? {};
  return game.marks.length === rows * cols && regions?.length === rows && Array.isArray(game.past);
}

/** @param {string} key @param {unknown} value */
const written = (key, value) => store(key, JSON.stringify(value));

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}
