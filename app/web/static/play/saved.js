/** Games that are not finished, saved in this browser and nowhere else. */

import { store, stored, storedKeys, unstore } from "../base/storage.js";

const PREFIX = "aquarium.game.";
const PREFERENCES = "aquarium.wishes";
/** Moves that can be undone after the page was closed. */
const MOST_MOVES = 300;
const VERSION = 1;

/** Saves a game, over what was saved of it before. @param {SavedGame} saved
 * @returns {boolean} whether that was possible: storage may be full or forbidden */
export function saveGame(saved) {
  const { game } = saved;
  const short = { ...game, past: game.past.slice(-MOST_MOVES), future: game.future.slice(-MOST_MOVES) };
  return written(PREFIX + saved.id, { version: VERSION, ...saved, game: short });
}

/** All games that are saved, the last played first; what cannot be understood is passed over. @returns {SavedGame[]} */
export function savedGames() {
  const found = storedKeys().filter((key) => key.startsWith(PREFIX)).map(read);
  return found.filter(isWhole).sort((a, b) => b.when - a.when);
}

/** Takes a game away. @param {string} id */
export const deleteGame = (id) => unstore(PREFIX + id);

/** How people like to play: {fill, marking}, as far as they have said. */
export const preferences = () => read(PREFERENCES) ?? {};

/** Remembers how people like to play. @param {Record<string, boolean>} changes */
export const setPreference = (changes) => written(PREFERENCES, { ...preferences(), ...changes });

/** Whether it is what this version saves. @param {?SavedGame} saved */
function isWhole(saved) {
  const { game, text } = saved ?? {};
  if (saved?.version !== VERSION || typeof text !== "string" || !game || !Array.isArray(game.marks)) return false;
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
