/** Games are saved in the browser by their puzzles: no tab loses what another did, and nothing that is damaged comes back. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { moved, newGame, redone, undone } from "../../app/web/static/play/game.js";
import {
  ahead, deleteGame, finishedGames, latest, preferences, savedGame, saveGame, setPreference, tidy, unfinishedGames,
} from "../../app/web/static/play/saved.js";
import { random } from "./browser.js";

const PREFIX = "aquarium.game.";

beforeEach(() => {
  globalThis.localStorage = Object.defineProperties({}, {
    getItem: { value(key) { return Object.hasOwn(this, key) ? this[key] : null; } },
    setItem: { value(key, text) { this[key] = text; } },
    removeItem: { value(key) { delete this[key]; } },
  });
});

const PUZZLE = { rows: 2, cols: 3, regions: [[1, 1, 1], [2, 2, 2]], row_clues: [1, 1], col_clues: [1, 1, 0], rule: "level" };

const game = (text, when, changes = {}) => ({
  text, when, name: "a.png", isText: false, seconds: 7, turn: 1, grade: null, seed: null, steps: null, done: false, times: [],
  game: { puzzle: PUZZLE, marks: [0, 1, 2, 0, 0, 0], past: [], future: [] }, ...changes,
});

const texts = (games) => games.map(({ text }) => text);

test("games come back as they were, the last played first", () => {
  for (const [text, when] of [["a", 1], ["b", 3], ["c", 2]]) assert.equal(saveGame(game(text, when)), true);
  assert.deepEqual(texts(unfinishedGames()), ["b", "c", "a"]);
  assert.deepEqual(savedGame("a"), { version: 2, ...game("a", 1) });
  assert.equal(savedGame("d"), null);
  assert.equal(savedGame(null), null);
});

test("a game is saved in the place of what was saved of its puzzle, and can be taken away", () => {
  saveGame(game("a", 1));
  saveGame(game("b", 1));
  saveGame(game("a", 2, { seconds: 9 }));
  assert.deepEqual(unfinishedGames().map(({ text, seconds }) => [text, seconds]), [["a", 9], ["b", 7]]);
  deleteGame("a");
  assert.deepEqual(texts(unfinishedGames()), ["b"]);
});

test("of many moves the last are saved, and of a finished game none", () => {
  const moves = Array.from({ length: 301 }, (_, number) => [number]);
  const long = game("a", 1, { game: { puzzle: PUZZLE, marks: Array(6).fill(0), past: moves, future: moves } });
  saveGame(long);
  const { past, future } = savedGame("a").game;
  assert.deepEqual([past.length, past[0], past.at(-1)], [300, [1], [300]]);
  assert.deepEqual([future.length, future[0]], [300, [1]]);
  assert.equal(long.game.past.length, 301, "the game itself has all");
  saveGame({ ...long, done: true });
  assert.deepEqual([savedGame("a").game.past, savedGame("a").game.future], [[], []]);
});

test("a game without a move is nothing to go on with, and one that was finished is listed until it is begun again", () => {
  const empty = { ...game("a", 1).game, marks: Array(6).fill(0) };
  saveGame(game("untouched", 1, { game: empty }));
  saveGame(game("done", 2, { done: true, times: [5] }));
  saveGame(game("started over", 3, { game: empty, times: [9, 8] }));
  saveGame(game("begun again", 4, { times: [4] }));
  assert.deepEqual(texts(unfinishedGames()), ["begun again"]);
  assert.deepEqual(texts(finishedGames()), ["started over", "done"]);
});

test("the hundred games that were finished last are listed", () => {
  for (let at = 0; at < 105; at++) saveGame(game(`done ${at}`, at, { done: true, times: [1] }));
  saveGame(game("open", 0));
  tidy();
  assert.deepEqual([finishedGames().length, texts(finishedGames())[0], texts(finishedGames()).at(-1)], [100, "done 104", "done 5"]);
  assert.deepEqual(texts(unfinishedGames()), ["open"]);
});

test("games of version 1 are taken over, of each puzzle the last", () => {
  const old = (id, when, text) => localStorage.setItem(PREFIX + id, JSON.stringify({ ...game(text, when), version: 1, id, times: undefined, turn: undefined }));
  const address = "of a site?aquarium/r/3/2/1";
  old("x1", 5, address);
  old("x2", 6, address);
  old("x3", 4, address);
  localStorage.setItem(`${PREFIX}damaged`, JSON.stringify({ ...game("b", 7), version: 1, game: null }));
  tidy();
  assert.deepEqual(Object.keys(localStorage), [`${PREFIX}aquarium/r/3/2/1`]);
  assert.deepEqual(unfinishedGames().map(({ when, turn, times }) => [when, turn, times]), [[6, 1, []]]);
});

test("of states of a game the same one is ahead in whatever order they are compared", () => {
  const next = random(5);
  const some = (most) => Math.floor(next() * most);
  const states = Array.from({ length: 12 }, () => game("a", some(3), { turn: some(3) }));
  // a turn at a time is one state, but for its clock
  const all = states.map((state) => ({ ...state, seconds: some(9), name: `${state.turn} ${state.when}` }));
  for (const a of all) {
    assert.deepEqual(ahead(a, a), a);
    for (const b of all) {
      assert.deepEqual(ahead(a, b), ahead(b, a));
      assert.ok(ahead(a, b).turn >= Math.max(a.turn, b.turn));
      for (const c of all) assert.deepEqual(ahead(ahead(a, b), c), ahead(a, ahead(b, c)));
    }
  }
});

test("whatever tabs do in turn, no move is lost, no finished game comes back, and no clock goes back", () => {
  for (let seed = 1; seed <= 40; seed++) {
    localStorage.removeItem(`${PREFIX}a`);
    const next = random(seed);
    const some = (most) => Math.floor(next() * most);
    const tabs = Array.from({ length: 3 }, () => game("a", 0, { turn: 0, seconds: 0, game: newGame(PUZZLE) }));
    let alone = newGame(PUZZLE); // the same moves in a single tab
    let [turn, time, done] = [0, 0, false];
    for (let step = 0; step < 60; step++) {
      const at = some(3);
      tabs[at] = { ...tabs[at], seconds: tabs[at].seconds + some(3) };
      if (some(3)) {
        const [cell, mark] = [some(6), some(3)];
        const way = [(was) => moved(was, was.marks.with(cell, mark)), undone, redone][some(3)];
        tabs[at] = latest(tabs[at]);
        assert.equal(tabs[at].done, done);
        if (done) continue;
        alone = way(alone);
        done = step > 40;
        tabs[at] = { ...tabs[at], game: way(tabs[at].game), turn: tabs[at].turn + 1, when: ++turn, done };
        saveGame(tabs[at]);
      } else if (savedGame("a")) { // it is hidden, is closed, or its clock just goes on
        tabs[at] = latest(tabs[at]);
        saveGame(tabs[at]);
      }
      const saved = savedGame("a");
      if (!saved) continue;
      assert.deepEqual([saved.game.marks, saved.turn, saved.done], [alone.marks, turn, done]);
      assert.ok(saved.seconds >= time);
      time = saved.seconds;
    }
    assert.ok(done);
    for (const tab of tabs) assert.deepEqual(latest(tab).game.marks, alone.marks);
  }
});

/** Each breaks a game that is saved. */
const DAMAGES = {
  "is no JSON": () => "{",
  "is nothing": () => "null",
  "is of another version": (saved) => ({ ...saved, version: 3 }),
  "has no times": (saved) => ({ ...saved, times: null }),
  "has no text": (saved) => ({ ...saved, text: 5 }),
  "has no game": (saved) => ({ ...saved, game: null }),
  "has no marks": (saved) => ({ ...saved, game: { ...saved.game, marks: "0120" } }),
  "has too few marks": (saved) => ({ ...saved, game: { ...saved.game, marks: [0] } }),
  "has no puzzle": (saved) => ({ ...saved, game: { ...saved.game, puzzle: undefined } }),
  "has too few rows": (saved) => ({ ...saved, game: { ...saved.game, puzzle: { ...saved.game.puzzle, regions: [[1, 1, 1]] } } }),
  "has no rows": (saved) => ({ ...saved, game: { ...saved.game, puzzle: { rows: 2, cols: 2 } } }),
  "has no past": (saved) => ({ ...saved, game: { ...saved.game, past: 3 } }),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a game that ${name} is passed over`, () => {
    saveGame(game("a", 1));
    saveGame(game("whole", 2));
    const damaged = damage(JSON.parse(localStorage.getItem(`${PREFIX}a`)));
    localStorage.setItem(`${PREFIX}a`, typeof damaged === "string" ? damaged : JSON.stringify(damaged));
    localStorage.setItem("of another page", JSON.stringify({ version: 2, ...game("c", 9) }));
    assert.equal(savedGame("a"), null);
    assert.deepEqual(texts(unfinishedGames()), ["whole"]);
  });
}

test("how people like to play is remembered one by one", () => {
  assert.deepEqual(preferences(), {});
  setPreference({ fill: true });
  setPreference({ marking: true });
  setPreference({ fill: false });
  assert.deepEqual(preferences(), { fill: false, marking: true });
  assert.deepEqual(unfinishedGames(), []);
});

test("where the browser saves nothing, that is told, and nothing is there", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
  assert.equal(saveGame(game("a", 1)), false);
  assert.deepEqual([unfinishedGames(), savedGame("a"), preferences()], [[], null, {}]);
  deleteGame("a");
});
