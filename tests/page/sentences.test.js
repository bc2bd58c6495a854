/** What the page says became of an item. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { messageOf, moreOf, toldBy } from "../../app/web/static/item/sentences.js";

const several = { status: "ambiguous", code: "several_solutions", sentence: "There are several.", shared: [[null, 1], [null, 0]] };
const misprint = { code: "look_for_misprint", values: {}, sentence: "Look for a misprint." };

test("a record says all that it has, and nothing where a button says it", () => {
  const unsaid = { code: "ask_for_cells", values: {}, sentence: "" };
  assert.equal(toldBy({ sentence: "There is none.", also: [unsaid, misprint] }), "There is none. Look for a misprint.");
  assert.equal(toldBy({ sentence: null, also: [] }), "");
  assert.equal(toldBy({ sentence: "There is none." }), "There is none.");
});

test("several solutions are counted by the cells in which they differ, before what to do", () => {
  assert.equal(messageOf({ ...several, also: [misprint] }), "There are several. They differ in 2 cells, marked on the board. Look for a misprint.");
});

test("what was typed is suspected before a misprint, but no walls", () => {
  const record = { status: "no_solution", status_words: "no solution", code: "no_solution", sentence: "There is none.", also: [{ code: "nothing_in_doubt", values: {}, sentence: "Look for a misprint." }] };
  const fixes = { "top:1": "2", "left:3": "none", "wall:1,1-1,2": "no" };
  assert.equal(messageOf(record, fixes), "No solution with what you typed. Compare it with the picture: Column 1 is 2 and row 3 has no clue.");
  assert.equal(messageOf(record, { "wall:1,1-1,2": "no" }), "There is none. Look for a misprint.");
});

test("of a refusal the first reason is said, with what else is in the picture, and the rest on request", () => {
  const walls = { code: "loose_walls", values: {}, sentence: "A wall ends inside." };
  const frame = { code: "frame_read", values: {}, sentence: "Frame 3 was read." };
  const refused = { status: "unsure", code: "blurred", sentence: "It is blurred.", also: [walls, frame] };
  assert.equal(messageOf(refused), "It is blurred. Frame 3 was read.");
  assert.equal(moreOf(refused), "A wall ends inside.");
  assert.equal(moreOf({ ...several, also: [misprint] }), "");
  assert.equal(moreOf(undefined), "");
});
