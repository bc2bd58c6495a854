/** Sides along which one draws. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js"; // before the modules that need a browser
import { sidesBetween } from "../../app/web/static/correct/drawing.js";

const BOARD = { rows: 4, cols: 5 };
const between = (from, to) => sidesBetween(from, to, BOARD);

test("the sides between two corners of a line are come along, however far apart these are", () => {
  assert.deepEqual(between([1.1, 1.9], [2.6, 2.2]), ["wall:2,2-3,2", "wall:2,3-3,3"]);
  assert.deepEqual(between([3, 3.4], [3.1, 1.2]), ["wall:2,3-2,4", "wall:3,3-3,4"]);
  assert.deepEqual(between([1, 1], [1.4, 1]), []);
});

test("no side is come along across cells, or from line to line", () => {
  assert.deepEqual(between([1, 1], [2.5, 1.5]), []);
  assert.deepEqual(between([1, 1], [2, 2]), []);
});

test("the frame is no wall, and none is beyond it", () => {
  assert.deepEqual(between([1, 0], [3, 0]), []);
  assert.deepEqual(between([5, 1], [5, 3]), []);
  assert.deepEqual(between([3, 2], [8, 2]), ["wall:2,4-3,4", "wall:2,5-3,5"]);
  assert.deepEqual(between([-2, 2], [1, 2]), ["wall:2,1-3,1"]);
});
