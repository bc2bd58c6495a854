/** Games that are kept in the browser come back as they were, and nothing that is damaged does. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { forget, keep, keptGames, wish, wishes } from "../../app/web/static/play/kept.js";

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
  for (const [id, when] of [["a", 1], ["b", 3], ["c", 2]]) assert.equal(keep(game(id, when)), true);
  const found = keptGames();
  assert.deepEqual(found.map(({ id }) => id), ["b", "c", "a"]);
  assert.deepEqual(found[2], { version: 1, ...game("a", 1) });
});

test("a game is kept over what was kept of it, and can be taken away", () => {
  keep(game("a", 1));
  keep(game("b", 1));
  keep({ ...game("a", 2), seconds: 9 });
  assert.deepEqual(keptGames().map(({ id, seconds }) => [id, seconds]), [["a", 9], ["b", 7]]);
  forget("a");
  assert.deepEqual(keptGames().map(({ id }) => id), ["b"]);
});

test("of many moves the last are kept", () => {
  const moves = Array.from({ length: 301 }, (_, number) => [number]);
  const kept = game("a", 1, moves);
  kept.game.future = moves;
  keep(kept);
  const [{ game: { past, future } }] = keptGames();
  assert.deepEqual([past.length, past[0], past.at(-1)], [300, [1], [300]]);
  assert.deepEqual([future.length, future[0]], [300, [1]]);
  assert.equal(kept.game.past.length, 301, "the game itself keeps all");
});

/** Each breaks a game that is kept. */
const DAMAGES = {
  "is no JSON": () => "{",
  "is nothing": () => "null",
  "is of another version": (kept) => ({ ...kept, version: 2 }),
  "has no text": (kept) => ({ ...kept, text: 5 }),
  "has no game": (kept) => ({ ...kept, game: null }),
  "has no marks": (kept) => ({ ...kept, game: { ...kept.game, marks: "0120" } }),
  "has too few marks": (kept) => ({ ...kept, game: { ...kept.game, marks: [0] } }),
  "has no puzzle": (kept) => ({ ...kept, game: { ...kept.game, puzzle: undefined } }),
  "has too few rows": (kept) => ({ ...kept, game: { ...kept.game, puzzle: { ...kept.game.puzzle, regions: [[1, 1]] } } }),
  "has no rows": (kept) => ({ ...kept, game: { ...kept.game, puzzle: { rows: 2, cols: 2 } } }),
  "has no past": (kept) => ({ ...kept, game: { ...kept.game, past: 3 } }),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a game that ${name} is passed over`, () => {
    keep(game("a", 1));
    keep(game("whole", 2));
    const damaged = damage(JSON.parse(localStorage.getItem(`${PREFIX}a`)));
    localStorage.setItem(`${PREFIX}a`, typeof damaged === "string" ? damaged : JSON.stringify(damaged));
    localStorage.setItem("of another page", JSON.stringify({ version: 1, ...game("c", 9) }));
    assert.deepEqual(keptGames().map(({ id }) => id), ["whole"]);
  });
}

test("wishes are remembered one by one", () => {
  assert.deepEqual(wishes(), {});
  wish({ fill: true });
  wish({ marking: true });
  wish({ fill: false });
  assert.deepEqual(wishes(), { fill: false, marking: true });
  assert.deepEqual(keptGames(), []);
});

test("where the browser keeps nothing, that is told, and nothing is there", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
  assert.equal(keep(game("a", 1)), false);
  assert.deepEqual([keptGames(), wishes()], [[], {}]);
  forget("a");
});
