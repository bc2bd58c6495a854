/** Games that are saved in the browser come back as they were, and nothing that is damaged does. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { deleteGame, preferences, saveGame, savedGames, setPreference } from "../../app/web/static/play/saved.js";

const PREFIX = "aquarium.game.";

beforeEach(() => {
  globalThis.localStorage = Object.defineProperties({}, {
    getItem: { value(key) { return Object.hasOwn(this, key) ? this[key] : null; } },
    setItem: { value(key, text) { this[key] = text; } },
    removeItem: { value(key) { delete this[key]; } },
  });
});

const game = (id, when, past = []) => ({
  id, when, text: "1_1_1_1;1,1,2,2", seconds: 7, grade: null, seed: null,
  game: { puzzle: { rows: 2, cols: 2, regions: [[1, 1], [2, 2]] }, marks: [0, 1, 2, 0], past, future: [] },
});

test("games come back as they were, the last played first", () => {
  for (const [id, when] of [["a", 1], ["b", 3], ["c", 2]]) assert.equal(saveGame(game(id, when)), true);
  const found = savedGames();
  assert.deepEqual(found.map(({ id }) => id), ["b", "c", "a"]);
  assert.deepEqual(found[2], { version: 1, ...game("a", 1) });
});

test("a game is saved over what was saved of it, and can be taken away", () => {
  saveGame(game("a", 1));
  saveGame(game("b", 1));
  saveGame({ ...game("a", 2), seconds: 9 });
  assert.deepEqual(savedGames().map(({ id, seconds }) => [id, seconds]), [["a", 9], ["b", 7]]);
  deleteGame("a");
  assert.deepEqual(savedGames().map(({ id }) => id), ["b"]);
});

test("of many moves the last are saved", () => {
  const moves = Array.from({ length: 301 }, (_, number) => [number]);
  const saved = game("a", 1, moves);
  saved.game.future = moves;
  saveGame(saved);
  const [{ game: { past, future } }] = savedGames();
  assert.deepEqual([past.length, past[0], past.at(-1)], [300, [1], [300]]);
  assert.deepEqual([future.length, future[0]], [300, [1]]);
  assert.equal(saved.game.past.length, 301, "the game itself keeps all");
});

/** Each breaks a game that is saved. */
const DAMAGES = {
  "is no JSON": () => "{",
  "is nothing": () => "null",
  "is of another version": (saved) => ({ ...saved, version: 2 }),
  "has no text": (saved) => ({ ...saved, text: 5 }),
  "has no game": (saved) => ({ ...saved, game: null }),
  "has no marks": (saved) => ({ ...saved, game: { ...saved.game, marks: "0120" } }),
  "has too few marks": (saved) => ({ ...saved, game: { ...saved.game, marks: [0] } }),
  "has no puzzle": (saved) => ({ ...saved, game: { ...saved.game, puzzle: undefined } }),
  "has too few rows": (saved) => ({ ...saved, game: { ...saved.game, puzzle: { ...saved.game.puzzle, regions: [[1, 1]] } } }),
  "has no rows": (saved) => ({ ...saved, game: { ...saved.game, puzzle: { rows: 2, cols: 2 } } }),
  "has no past": (saved) => ({ ...saved, game: { ...saved.game, past: 3 } }),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a game that ${name} is passed over`, () => {
    saveGame(game("a", 1));
    saveGame(game("whole", 2));
    const damaged = damage(JSON.parse(localStorage.getItem(`${PREFIX}a`)));
    localStorage.setItem(`${PREFIX}a`, typeof damaged === "string" ? damaged : JSON.stringify(damaged));
    localStorage.setItem("of another page", JSON.stringify({ version: 1, ...game("c", 9) }));
    assert.deepEqual(savedGames().map(({ id }) => id), ["whole"]);
  });
}

test("wishes are remembered one by one", () => {
  assert.deepEqual(preferences(), {});
  setPreference({ fill: true });
  setPreference({ marking: true });
  setPreference({ fill: false });
  assert.deepEqual(preferences(), { fill: false, marking: true });
  assert.deepEqual(savedGames(), []);
});

test("where the browser keeps nothing, that is told, and nothing is there", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
  assert.equal(saveGame(game("a", 1)), false);
  assert.deepEqual([savedGames(), preferences()], [[], {}]);
  deleteGame("a");
});
