/** Zooming and moving, in numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bounded, dragged, fitted, joined, viewBoxOf, zoomed } from "../../app/web/static/scene/frame.js";

const STAGE = { width: 400, height: 200 };
const near = (found, wanted) => {
  for (const [name, value] of Object.entries(wanted)) assert.ok(Math.abs(found[name] - value) < 1e-9, `${name}: ${found[name]} for ${value}`);
};
/** The point of the drawing at a pixel of the stage. */
const under = ({ x, y, scale }, [left, top]) => ({ x: x + (left - STAGE.width / 2) / scale, y: y + (top - STAGE.height / 2) / scale });

test("a box is fitted with a margin, by the side that is tighter", () => {
  near(fitted([10, 20, 100, 100], STAGE), { x: 60, y: 70, scale: 0.96 * 2 });
  near(fitted([0, 0, 400, 50], STAGE), { x: 200, y: 25, scale: 0.96 });
});

test("a stage or a box without size does no harm", () => {
  assert.equal(fitted([0, 0, 10, 10], { width: 0, height: 0 }).scale, 1);
  assert.equal(fitted([0, 0, 0, 0], STAGE).scale, 1);
});

test("what is below the pointer stays there when it is zoomed", () => {
  const view = { x: 30, y: 40, scale: 2 };
  for (const at of [[0, 0], [200, 100], [350, 20]]) {
    const closer = zoomed(view, 3, at, STAGE);
    near(under(closer, at), under(view, at));
    assert.equal(closer.scale, 6);
  }
});

test("a drag moves the drawing with the pointer", () => {
  const view = { x: 30, y: 40, scale: 2 };
  near(dragged(view, 10, -6), { x: 25, y: 43, scale: 2 });
});

test("the drawing stays on the stage whole, or all over it, and the scale within its bounds", () => {
  const box = [0, 0, 96, 96]; // with its margin, 100 by 100 around (48, 48)
  const scales = [0.5, 8];
  near(bounded({ x: 500, y: -500, scale: 4 }, box, STAGE, scales), { x: 48, y: 23, scale: 4 });
  near(bounded({ x: 120, y: 48, scale: 2 }, box, STAGE, scales), { x: 98, y: 48, scale: 2 });
  near(bounded({ x: 50, y: 47, scale: 9 }, box, STAGE, scales), { x: 50, y: 47, scale: 8 });
  near(bounded({ x: 48, y: 48, scale: 0.1 }, box, STAGE, scales), { x: 48, y: 48, scale: 0.5 });
});

test("what is seen is told in few digits", () => {
  assert.equal(viewBoxOf({ x: 100, y: 50, scale: 2 }, STAGE), "0 0 200 100");
  assert.equal(viewBoxOf({ x: 1 / 3, y: 0, scale: 3 }, STAGE), "-66.3333 -33.3333 133.3333 66.6667");
});

test("two boxes are joined whichever is first", () => {
  assert.deepEqual(joined([0, 0, 10, 10], [5, -5, 20, 8]), [0, -5, 25, 15]);
  assert.deepEqual(joined([5, -5, 20, 8], [0, 0, 10, 10]), [0, -5, 25, 15]);
  assert.deepEqual(joined([0, 0, 100, 100], [5, 5, 1, 1]), [0, 0, 100, 100]);
});
