/** The rules of playing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { CROSS, EMPTY, isEmpty, leftEmptyWords, marksRead, nextMark, textOf, WATER } from "../../app/web/static/item/marks.js";
import {
  isWon, markAt, moved, newGame, progressOf, put, redone, restarted, strokeFrom, strokeTo, undone,
} from "../../app/web/static/play/game.js";
import { random } from "./browser.js";

/** Three rows of four cells; the second aquarium stands in a corner of the first. */
const PUZZLE = {
  rows: 3, cols: 4, rule: "level",
  regions: [[1, 1, 1, 2], [1, 3, 1, 2], [1, 3, 1, 2]],
  row_clues: [0, 3, null], col_clues: [2, 1, 2, 1],
};
const marksOf = (text) => [...text.replaceAll(" ", "")].map((sign) => ".wx".indexOf(sign));
const game = (text, puzzle = PUZZLE) => newGame(puzzle, marksOf(text));
const shown = ({ marks }) => textOf(marks).match(/.{4}/g).join(" ");

test("marks are written as the API takes them, and read from it", () => {
  assert.equal(textOf([EMPTY, WATER, CROSS, null]), ".wx?");
  assert.deepEqual(marksRead([[0, 1], [null, 2]]), [EMPTY, WATER, EMPTY, CROSS]);
  assert.deepEqual([EMPTY, WATER, CROSS].map(nextMark), [WATER, CROSS, EMPTY]);
  assert.deepEqual([[], [0, 0], [0, 2]].map(isEmpty), [true, true, false]);
});

test("marks that cannot be told are named, row by row", () => {
  assert.equal(leftEmptyWords([[0, 1], [2, 0]]), "");
  assert.equal(leftEmptyWords([[0, 1], [null, 2]]), "1 cell is unclear and was left empty: row 2, column 1.");
  const words = "4 cells are unclear and were left empty: row 1, columns 2–3; row 3, columns 1 and 4.";
  assert.equal(leftEmptyWords([[0, null, null, 1], [0, 0, 0, 0], [null, 1, 2, null]]), words);
});

test("a game begins empty, or from marks", () => {
  assert.equal(shown(newGame(PUZZLE)), ".... .... ....");
  const begun = game("w... ...x ....");
  assert.deepEqual([markAt(begun, 0, 0), markAt(begun, 1, 3), markAt(begun, 2, 3)], [WATER, CROSS, EMPTY]);
  assert.deepEqual([begun.past, begun.future], [[], []]);
});

test("a mark changes its cell alone, and with fill what follows in its aquarium", () => {
  const after = (text, row, col, mark, fill, puzzle = PUZZLE) => shown({ marks: put(puzzle, marksOf(text), row, col, mark, fill) });
  assert.equal(after(".... .... ....", 1, 0, WATER, false), ".... w... ....");
  assert.equal(after(".... .... ....", 1, 0, WATER, true), ".... w.w. w.w.");
  assert.equal(after(".... .... ....", 1, 2, CROSS, true), "xxx. x.x. ....");
  assert.equal(after("wwww w.ww w.ww", 1, 0, EMPTY, true), "...w ...w w.ww");
  assert.equal(after("xxx. xxx. xxx.", 1, 0, EMPTY, true), "xxx. .x.. .x..");
  assert.equal(after("w... w.x. w.w.", 1, 0, EMPTY, true), ".... ..x. w.w.");
  assert.equal(after(".... .... ....", 1, 0, WATER, true, { ...PUZZLE, rule: "connected" }), ".... w... ....");
});

test("a move knows what it changed; one that changes nothing is none", () => {
  const before = game("w... .... ....");
  const after = moved(before, marksOf("x..w .... ...."));
  assert.deepEqual(after.past, [[[0, WATER, CROSS], [3, EMPTY, WATER]]]);
  assert.equal(moved(before, [...before.marks]), before);
});

test("starting again is a move", () => {
  const begun = game("w... .... ...x");
  const again = restarted(begun);
  assert.ok(isEmpty(again.marks));
  assert.deepEqual(undone(again).marks, begun.marks);
});

test("any sequence of moves, undo and redo goes along one line of games", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const next = random(seed);
    const pick = (count) => Math.floor(next() * count);
    let [played, line, place] = [newGame(PUZZLE), [newGame(PUZZLE).marks], 0];
    for (let step = 0; step < 60; step++) {
      const before = structuredClone(played);
      const was = played;
      const what = pick(5);
      if (what === 0) [played, place] = [undone(played), Math.max(0, place - 1)];
      else if (what === 1) [played, place] = [redone(played), Math.min(line.length - 1, place + 1)];
      else {
        const [row, col, mark] = [pick(3), pick(4), pick(3)];
        const marks = what === 2 ? restarted(played).marks : put(PUZZLE, played.marks, row, col, mark, what === 3);
        const isOther = String(marks) !== String(played.marks);
        played = moved(played, marks);
        if (isOther) [line, place] = [[...line.slice(0, place + 1), marks], place + 1];
      }
      assert.deepEqual(was, before, "games are values");
      assert.deepEqual(played.marks, line[place]);
      assert.equal(played.past.length, place);
      assert.equal(played.future.length, line.length - 1 - place);
      assert.ok(played.marks.every((mark) => [EMPTY, WATER, CROSS].includes(mark)));
    }
  }
});

test("a stroke changes the cells on its way that were like its first", () => {
  const begun = game(".x.. .... ...w");
  let stroke = strokeFrom(begun, 0, 0, WATER, false);
  assert.equal(shown(stroke), "wx.. .... ...w");
  stroke = strokeTo(strokeTo(stroke, 0, 3), 2, 3);
  assert.equal(shown(stroke), "wxww ...w ...w");
  assert.equal(stroke.game, begun);
});

test("a stroke goes on from where it has come to, also where the pointer jumps aslant", () => {
  let stroke = strokeFrom(newGame(PUZZLE), 0, 0, CROSS, false);
  stroke = strokeTo(stroke, 2, 2);
  assert.equal(shown(stroke), "x... .x.. ..x.");
  assert.equal(shown(strokeTo(stroke, 2, 0)), "x... .x.. xxx.");
});

test("a stroke that fills fills every aquarium on its way", () => {
  const stroke = strokeTo(strokeFrom(newGame(PUZZLE), 1, 0, WATER, true), 1, 1);
  assert.equal(shown(stroke), ".... www. www.");
});

test("lines are open, complete or over", () => {
  const { rows, cols } = progressOf(game("w... www. .x.."));
  assert.deepEqual(rows.map(({ wet, clue, state }) => [wet, clue, state]), [[1, 0, "over"], [3, 3, "complete"], [0, null, "open"]]);
  assert.deepEqual(cols.map(({ wet, state }) => [wet, state]), [[2, "complete"], [1, "complete"], [1, "open"], [0, "open"]]);
});

test("a game is won when all clues are met and water stands level in every aquarium", () => {
  const clues = { ...PUZZLE, row_clues: [0, 2, null], col_clues: [2, 0, 2, 1] };
  assert.ok(isWon(game(".... w.w. w.ww", clues)));
  assert.ok(isWon(game("x.xx w.wx wxww", clues)));
  assert.ok(!isWon(game(".... w.w. w.w.", clues)), "a clue is not met");
  assert.ok(!isWon(game(".... w.ww w.w.", { ...clues, row_clues: [0, 3, null] })), "water hangs in the air");
  assert.ok(!isWon(game("..w. w... w.ww", { ...clues, row_clues: [1, 1, null] })), "one side is higher than the other");
  assert.ok(isWon(game("..w. w... w.ww", { ...clues, row_clues: [1, 1, null], regions: [[1, 1, 3, 2], [1, 4, 4, 2], [1, 4, 5, 2]] })));
});

test("connected water is level only where it is connected", () => {
  const puzzle = { ...PUZZLE, rule: "connected", row_clues: [0, 1, null], col_clues: [2, 0, 1, 0] };
  const tank = (text, changes = {}) => isWon(game(text, { ...puzzle, ...changes }));
  assert.ok(tank(".... w... w.w."), "two arms of an aquarium that is dry above them");
  assert.ok(!tank(".... w... w.w.", { rule: "level" }));
  assert.ok(!tank(".... w... ..w.", { col_clues: [1, 0, 1, 0] }), "water falls");
  assert.ok(!tank("www. w... w...", { row_clues: [3, 1, null], col_clues: [3, 1, 1, 0] }), "water flows over and down");
  assert.ok(tank("www. w.w. w.w.", { row_clues: [3, 2, null], col_clues: [3, 1, 3, 0] }));
  const basin = { regions: [[1, 2, 2, 1], [1, 1, 1, 1], [3, 3, 3, 3]] };
  assert.ok(!tank("w... wwww ....", { ...basin, row_clues: [1, 4, 0], col_clues: [2, 1, 1, 1] }), "it rises on the other side");
  assert.ok(tank("w..w wwww ....", { ...basin, row_clues: [2, 4, 0], col_clues: [2, 1, 1, 2] }));
  const wide = { regions: [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]] };
  assert.ok(!tank("...w .... ....", { ...wide, row_clues: [1, 0, 0], col_clues: [0, 0, 0, 1] }), "water spreads to the left");
  assert.ok(!tank(".... w... ....", { ...wide, row_clues: [0, 1, 0], col_clues: [1, 0, 0, 0] }), "and to the right");
});

test("the ends of two rows are not beside each other", () => {
  const wins = (text, regions, row_clues, col_clues) => isWon(game(text, { ...PUZZLE, rule: "connected", regions, row_clues, col_clues }));
  assert.ok(wins("...w ...w ...w", [[3, 3, 3, 1], [1, 2, 2, 1], [4, 4, 4, 1]], [1, 1, 1], [0, 0, 0, 3]));
  assert.ok(wins("w... w... ....", [[1, 2, 2, 1], [1, 2, 2, 2], [2, 2, 2, 2]], [1, 1, 0], [2, 0, 0, 0]));
});
