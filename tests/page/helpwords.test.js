/** What is said of a check and of a hint. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hintWords, offerWords } from "../../app/web/static/help/helpwords.js";

const OFFER = ["If these are not your entries, press “Ignore entries”."];
const picture = { code: null, also: [] };
const answer = { code: "checked", values: { parts: [] }, also: [], mistakes: [], unclear: [] };
const step = { lines: ["left:2"], aquariums: [], water: null, air: null };

test("where entries cannot be told it is offered to ignore them, once", () => {
  const offered = { code: "ignore_entries", values: {} };
  assert.deepEqual(offerWords(picture, answer), []);
  assert.deepEqual(offerWords(picture, { ...answer, unclear: [[1, 1]] }), OFFER);
  assert.deepEqual(offerWords(picture, { ...answer, unclear: [[1, 1]], also: [offered] }), []);
});

test("mistakes are perhaps none only where the picture may have colours of its own", () => {
  const wrong = { ...answer, mistakes: [{ row: 1, col: 1, mark: "water" }] };
  assert.deepEqual(offerWords(picture, wrong), []);
  assert.deepEqual(offerWords({ code: "ignore_entries", values: {}, also: [] }, wrong), OFFER);
  assert.deepEqual(offerWords({ code: "ignore_entries", values: {}, also: [] }, answer), []);
});

test("a hint says what it leaves aside, and goes on", () => {
  const { message, then } = hintWords({ level: "nudge", step, mistakes: [], unclear: [[1, 1], [1, 2]], done: null, regions: [] });
  assert.equal(message, "Look at row 2");
  assert.deepEqual(then, ["What is entered in 2 cells cannot be told and is left aside. To enter it by hand, play the puzzle."]);
});
