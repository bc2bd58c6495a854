/** The games of this browser, by their puzzles: all its tabs share them. */

import { store, stored, storedKeys, unstore } from "../base/storage.js";
import { isEmpty } from "../item/marks.js";

const PREFIX = "aquarium.game.";
const PREFERENCES = "aquarium.wishes";
/** Moves that can be undone after the page was closed. */
const MOST_MOVES = 300;
/** Finished games that are listed. */
const MOST_FINISHED = 100;
const VERSION = 2;

/** Of two states of a game, the one that is ahead: that of more changes, and of as many the later. While nothing changes, only
 * the clock goes on. @param {SavedGame} one @param {SavedGame} other @returns {SavedGame} */
export function ahead(one, other) {
  const lead = one.turn - other.turn || one.when - other.when;
  return lead ? (lead > 0 ? one : other) : { ...one, seconds: Math.max(one.seconds, other.seconds) };
}

/** A game as it is by now, whichever tab played it last. @param {SavedGame} mine @returns {SavedGame} */
export function latest(mine) {
  const saved = savedGame(mine.text);
  return saved ? ahead(mine, saved) : mine;
}

/** Saves a game in the place of what was saved of its puzzle. @param {SavedGame} play
 * @returns {boolean} whether that was possible: storage may be full or forbidden */
export function saveGame(play) {
  const { game, ...saved } = play;
  const moves = saved.done ? 0 : MOST_MOVES;
  const [past, future] = [game.past, game.future].map((all) => all.slice(Math.max(0, all.length - moves)));
  return store(PREFIX + saved.text, JSON.stringify({ ...saved, version: VERSION, game: { ...game, past, future } }));
}

/** What is saved of a puzzle, whichever tab saved it. @param {?string} text @returns {?SavedGame} */
export function savedGame(text) {
  const saved = text ? read(PREFIX + text) : null;
  return isWhole(saved) ? saved : null;
}

/** Takes a game away. @param {string} text */
export const deleteGame = (text) => unstore(PREFIX + text);

/** The games to go on with, the last played first. @returns {SavedGame[]} */
export const unfinishedGames = () => allGames().filter(isUnfinished);

/** The other games that were finished at least once, the last first. @returns {SavedGame[]} */
export const finishedGames = () => allGames().filter((saved) => saved.times.length && !isUnfinished(saved));

/** Whether there is something to go on with. @param {?SavedGame} saved */
export const isUnfinished = (saved) => Boolean(saved && !saved.done && isBegun(saved.game));

/** Whether anything was ever put in. @param {Game} game */
export const isBegun = ({ marks, past, future }) => Boolean(past.length || future.length || !isEmpty(marks));

/** Calls `listener()` when another tab has changed a game. @param {() => void} listener */
export function whenOthersPlay(listener) {
  addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) listener();
  });
}

/** Forgets the oldest finished games, and takes over games as version 1 saved them: several of a puzzle, by numbers. */
export function tidy() {
  for (const key of keys()) {
    const old = read(key);
    if (old?.version !== 1) continue;
    unstore(key);
    const text = String(old.text).replace(/^.*\?/, "");
    const saved = { name: "", isText: true, turn: 1, steps: null, done: false, times: [], ...old, text, version: VERSION };
    if (isWhole(saved) && !((savedGame(saved.text)?.when ?? 0) > saved.when)) saveGame(saved);
  }
  for (const { text } of finishedGames().slice(MOST_FINISHED)) deleteGame(text);
}

/** How people like to play: {fill, marking}, as far as they have said. */
export const preferences = () => read(PREFERENCES) ?? {};

/** Remembers how people like to play. @param {Record<string, boolean>} changes */
export const setPreference = (changes) => store(PREFERENCES, JSON.stringify({ ...preferences(), ...changes }));

/** @returns {SavedGame[]} */
const allGames = () => keys().map(read).filter(isWhole).sort((a, b) => b.when - a.when);

const keys = () => storedKeys().filter((key) => key.startsWith(PREFIX));

/** Whether it is what this version saves. @param {?SavedGame} saved */
function isWhole(saved) {
  const { game, text, times } = saved ?? {};
  if (saved?.version !== VERSION || typeof text !== "string" || !Array.isArray(times) || !Array.isArray(game?.marks)) return false;
  const { rows, cols, regions } = game.puzzle ?? {};
  return game.marks.length === rows * cols && regions?.length === rows && Array.isArray(game.past);
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}
