/** Where cells, sides and clues stand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { endsOf, Grid, inReadingOrder, PITCH, sidesOf } from "../../app/web/static/scene/geometry.js";
import { random } from "./browser.js";

/** Of two rows and three columns that are not even, seen aslant. */
const ASLANT = [[20, 1, 100], [-2, 18, 50], [0.001, 0.002, 1]];
const grid = () => new Grid(ASLANT, [0, 1.2, 2.1, 3], [0, 0.8, 2]);
const near = (found, wanted, slack = 1e-9) => {
  assert.equal(found.length, wanted.length);
  for (const [at, value] of wanted.entries()) assert.ok(Math.abs(found[at] - value) < slack, `${found} for ${wanted}`);
};

test("an even grid has room for clues", () => {
  const even = Grid.even(2, 3);
  assert.deepEqual([even.rows, even.cols], [2, 3]);
  near(even.point(0, 0), [1.5 * PITCH, 1.5 * PITCH]);
  near(even.point(3, 2), [4.5 * PITCH, 3.5 * PITCH]);
  near(Grid.even(2, 3, 7, 9).point(0, 0), [7, 9]);
  near([even.pitch], [PITCH]);
});

test("a point is found by its lines and the way into the picture", () => {
  const [a, b] = [1.2 + 0.5 * 0.9, 0.8 + 0.25 * 1.2];
  const z = 0.001 * a + 0.002 * b + 1;
  near(grid().point(1.5, 1.25), [(20 * a + b + 100) / z, (-2 * a + 18 * b + 50) / z]);
});

test("beyond the frame the grid goes on", () => {
  const plain = new Grid([[10, 0, 0], [0, 10, 0], [0, 0, 1]], [0, 1.2, 2.1, 3], [0, 0.8, 2]);
  near(plain.point(-1, -0.5), [-10, -5]);
  near(plain.point(4, 3), [40, 30]);
  near(plain.position(-10, 30), [-1, 3]);
  near(plain.position(0, 20), [0, 2]);
});

test("positions and points are each other's inverse", () => {
  const next = random(7);
  for (let step = 0; step < 200; step++) {
    const [u, v] = [5 * next() - 1, 4 * next() - 1];
    near(grid().position(...grid().point(u, v)), [u, v], 1e-7);
  }
});

test("paths are written with two digits", () => {
  const even = Grid.even(1, 1, 0, 0);
  assert.equal(even.path([[0, 0], [1 / 3, 1]]), "M0,0L13.33,40");
  assert.equal(even.path([[0, 0], [1, 0], [1, 1]]), "M0,0L40,0L40,40");
  assert.equal(even.path([[0, 0], [1, 0]], true), "M0,0L40,0Z");
});

/** The corners of each loop, in the order of their coordinates. */
const loops = (cells) => Grid.even(3, 3, 0, 0).outline(cells).split("Z").filter(Boolean)
  .map((loop) => loop.slice(1).split("L").map((point) => point.split(",").map((n) => n / PITCH).join()).sort().join(" ")).sort();

test("an outline has the corners of its cells alone, and a loop for each hole and part", () => {
  assert.deepEqual(loops([]), []);
  assert.deepEqual(loops([[0, 0], [0, 1]]), ["0,0 0,1 2,0 2,1"]);
  assert.deepEqual(loops([[0, 0], [1, 0], [1, 1]]), ["0,0 0,2 1,0 1,1 2,1 2,2"]);
  assert.deepEqual(loops([[0, 0], [2, 2]]), ["0,0 0,1 1,0 1,1", "2,2 2,3 3,2 3,3"]);
  const ring = [0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => [row, col])).filter((cell) => String(cell) !== "1,1");
  assert.deepEqual(loops(ring), ["0,0 0,3 3,0 3,3", "1,1 1,2 2,1 2,2"]);
});

test("an outline is the same whatever the order, and a cell told twice counts once", () => {
  const cells = [[0, 0], [0, 1], [1, 1], [2, 1], [2, 2]];
  const whole = loops(cells);
  assert.deepEqual(loops([...cells].reverse()), whole);
  assert.deepEqual(loops([...cells, [0, 1]]), whole);
});

test("clues stand where they were read, or else beside the board", () => {
  const [top, left] = [[[0, 0, 5, 5], [6, 0, 9, 5], [10, 0, 12, 5]], [[1, 1, 2, 2], [1, 3, 2, 4]]];
  const read = Grid.of({ to_picture: ASLANT, xs: [0, 1.2, 2.1, 3], ys: [0, 0.8, 2], top, left });
  assert.deepEqual(read.clueBox({ axis: "column", line: 1 }), top[1]);
  assert.deepEqual(read.clueBox({ axis: "row", line: 1 }), left[1]);
  const even = Grid.even(2, 3);
  near(even.clueBox({ axis: "column", line: 2 }), [143.2, 23.2, 176.8, 56.8]);
  near(even.clueBox({ axis: "row", line: 0 }), [23.2, 63.2, 56.8, 96.8]);
  near(even.around(1, 1, 0.5), [80, 80, 120, 120]);
});

test("bounds are those of the board with a margin, and of its clues with less", () => {
  const even = Grid.even(2, 3);
  near(even.bounds(), [23.2, 23.2, 180, 140]);
  near(even.bounds(0.2), [15.2, 15.2, 188, 148]);
  near(even.bounds(1), [11.2, 11.2, 220, 180]);
  const far = Grid.of({ to_picture: [[10, 0, 0], [0, 10, 0], [0, 0, 1]], xs: [0, 1, 2], ys: [0, 1], top: [[0, 14, 9, 20], [11, 14, 19, 21]], left: [[30, 0, 35, 9]] });
  near(far.bounds(), [0, 0, 35, 21]);
});

test("every side between two cells is told once, with its place, its ends and whether it is a wall", () => {
  assert.deepEqual(sidesOf([[1, 1], [2, 1]]), [
    { place: "wall:1,1-1,2", row: 0, col: 0, below: false, wall: false },
    { place: "wall:1,1-2,1", row: 0, col: 0, below: true, wall: true },
    { place: "wall:1,2-2,2", row: 0, col: 1, below: true, wall: false },
    { place: "wall:2,1-2,2", row: 1, col: 0, below: false, wall: true },
  ]);
  assert.deepEqual(endsOf({ row: 1, col: 2, below: true }), [[2, 2], [3, 2]]);
  assert.deepEqual(endsOf({ row: 1, col: 2, below: false }), [[3, 1], [3, 2]]);
});

test("boards are numbered line by line from the left, though none stands quite straight", () => {
  const boxes = [[300, 12, 500, 200], [0, 400, 100, 500], [0, 20, 250, 210], [120, 380, 200, 480]];
  assert.deepEqual(inReadingOrder(boxes), [2, 0, 1, 3]);
  assert.deepEqual(inReadingOrder([]), []);
});
