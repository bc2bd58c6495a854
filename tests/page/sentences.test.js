/** What the page says of codes and their values. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { messageOf, sentence, toldBy } from "../../app/web/static/item/sentences.js";

const clue = { code: "clue_read", values: { axis: "column", line: 3, read: null } };

test("what was seen and what to do are sentences", () => {
  assert.equal(sentence({ code: "clues_missing", values: { axis: "row", lines: [2, 5] } }), "The clues of rows 2 and 5 could not be read. Type them.");
});

test("a message within another is a part of its sentence", () => {
  assert.equal(sentence({ code: "drawn_over", values: { read: clue } }), "The clue of column 3 could not be read, and something is drawn over it.");
  const sides = [{ code: "sides_cut", values: { sides: ["top", "left"], seen: { code: "no_frame", values: {} } } }];
  assert.equal(
    sentence({ code: "cut_off", values: { sides } }),
    "The top and left sides of the board are cut off: it has no frame there. Open a picture of the whole board with all its clues.",
  );
});

test("corrections that break a puzzle are named", () => {
  const left = { code: "left_without_solution", values: {} };
  const why = { code: "sums_differ", values: { columns: 3, rows: 4 } };
  assert.equal(
    sentence({ code: "misfits_because", values: { fixes: ["top:1=1", "wall:1,1-1,2=no"], left, why } }),
    "Column 1 is 1 and no wall right of row 1 column 1: with these corrections there is no solution " +
      "(the column clues add up to 3, the row clues to 4), without them there is exactly one.",
  );
});

test("a record says all that it has", () => {
  assert.equal(toldBy({ code: "no_solution", values: {}, also: [clue] }), "The puzzle has no solution. The clue of column 3 could not be read.");
  assert.equal(toldBy({ code: null, values: null, also: [], message: null }), "");
});

test("where a code is not known, even within another, the words of the server are shown", () => {
  const unknown = { code: "of_tomorrow", values: {} };
  assert.equal(toldBy({ ...unknown, message: "it rains", also: [] }), "It rains.");
  assert.equal(toldBy({ code: "no_solution", values: {}, message: "it rains", also: [{ code: "drawn_over", values: { read: unknown } }] }), "It rains.");
  assert.equal(toldBy({ code: "not_a_puzzle", values: { defects: [unknown] }, message: "it rains" }), "It rains.");
});

test("several solutions are counted by the cells in which they differ", () => {
  const record = { status: "ambiguous", code: "several_solutions", values: {}, also: [], shared: [[null, 1], [null, 0]] };
  assert.equal(messageOf(record), "The puzzle has several solutions. They differ in 2 cells, marked on the board.");
});
