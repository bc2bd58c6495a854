/** What a person says of a reading, and how it is undone. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { asked, heard, settled } from "./browser.js"; // before the modules that need a browser
import { confirmFix, hasCorrections, isCorrected, redo, removeFix, resetAll, setAsRead, setFix, setIgnoreEntries, setSize, toggleWall, undo } from "../../app/web/static/correct/changes.js";
import { valueOf } from "../../app/web/static/item/wording.js";
import { accept } from "../../app/web/static/item/record.js";
import { addItem, removeItem, saidOf, selectItem, updateItem } from "../../app/web/static/item/store.js";

/** Of two rows and three columns; a wall right of the first column. */
const READ = {
  status: "solved", is_of_puzzle: true, rows: 2, cols: 3, regions: [[1, 2, 2], [1, 2, 2]],
  col_clues: [1, 2, null], row_clues: [3, 0], doubts: [{ place: "top:2" }], repairs: [{ place: "left:2" }],
};
const WALL = "wall:1,1-1,2";
const OPEN = "wall:1,2-1,3";
let item;

beforeEach(() => {
  asked.length = 0;
  item = addItem({ name: "a", source: "text", isText: true });
  selectItem(item);
  accept(item, READ);
});

afterEach(async () => {
  removeItem(item); // what is under way for it ends
  await settled();
});

/** Answers what was asked last. */
async function answer(changes = {}) {
  asked.at(-1).answer({ ...READ, ...changes });
  await settled();
}

const said = () => {
  const { fixes, size, asRead, ignoreEntries } = saidOf(item);
  return { ...fixes, ...(size ? { size } : {}), ...(asRead ? { asRead } : {}), ...(ignoreEntries ? { ignoreEntries } : {}) };
};
const sent = () => asked.at(-1).url;

test("a place is what a person says, or else what was read", () => {
  assert.deepEqual(["top:1", "top:3", "left:1", WALL, OPEN].map((place) => valueOf(item, place)), ["1", "none", "3", "yes", "no"]);
  setFix(item, "top:1", "2");
  assert.equal(valueOf(item, "top:1"), "2");
});

test("a value that is typed is sent, and what was read of its place is kept", async () => {
  setFix(item, "top:1", "2");
  assert.equal(sent(), "api/solve?fix=top:1=2");
  assert.deepEqual(saidOf(item).readAs, { "top:1": "1" });
  await answer({ col_clues: [2, 2, null], status: "no_solution", status_words: "no solution" });
  assert.equal(heard(), "Column 1 is now 2. No solution.");
});

test("a clue corrected twice is told as it was read at first", async () => {
  setFix(item, "top:1", "2");
  await answer({ col_clues: [2, 2, null] });
  setFix(item, "top:1", "0");
  await answer({ col_clues: [0, 2, null] });
  assert.deepEqual([said(), saidOf(item).readAs["top:1"]], [{ "top:1": "0" }, "1"]);
  setFix(item, "top:1", "1");
  assert.deepEqual(said(), {}, "what was read is no correction");
});

test("what is read is confirmed by typing it where it is doubtful, or was repaired, and nowhere else", async () => {
  setFix(item, "top:1", "1");
  assert.equal(asked.length, 0);
  setFix(item, "top:2", "2");
  assert.deepEqual(said(), { "top:2": "2" });
  await answer();
  assert.equal(heard(), "Column 2 is 2: confirmed. One solution.");
  setFix(item, "left:2", "0");
  assert.deepEqual(said(), { "top:2": "2", "left:2": "0" });
});

test("what is said already is not asked again", () => {
  setFix(item, "top:1", "2");
  setFix(item, "top:1", "2");
  confirmFix(item, "top:1", "2");
  setAsRead(item, false);
  setSize(item, null);
  assert.equal(asked.length, 1);
});

test("a wall goes and comes, also one that is not there, or that was confirmed", async () => {
  toggleWall(item, WALL);
  assert.deepEqual(said(), { [WALL]: "no" });
  await answer();
  assert.equal(heard(), "Wall right of row 1 column 1 removed. One solution.");
  toggleWall(item, WALL);
  assert.deepEqual(said(), {});
  await answer();
  toggleWall(item, OPEN);
  assert.deepEqual(said(), { [OPEN]: "yes" });
  confirmFix(item, WALL, "yes");
  toggleWall(item, WALL);
  assert.deepEqual(said(), { [OPEN]: "yes", [WALL]: "no" });
});

test("what is taken back is told: one, two, or how many", async () => {
  confirmFix(item, "top:1", "1");
  removeFix(item, "top:1");
  await answer();
  assert.equal(heard(), "Column 1: no longer confirmed. One solution.");
  setFix(item, "top:1", "2");
  setFix(item, "left:1", "2");
  removeFix(item, "top:1");
  assert.deepEqual(said(), { "left:1": "2" });
  await answer();
  assert.equal(heard(), "Column 1 is now 1. One solution.");
  setFix(item, "top:1", "2");
  resetAll(item);
  await answer();
  assert.equal(heard(), "Row 1 is now 3, Column 1 is now 1. One solution.");
  for (const place of ["top:1", "left:1", "left:2"]) setFix(item, place, "2");
  resetAll(item);
  await answer();
  assert.equal(heard(), "3 corrections changed. One solution.");
});

test("size and reading are sent, said and taken back in words", async () => {
  const told = [];
  for (const change of [() => setSize(item, "4x5"), () => setSize(item, null), () => setAsRead(item, true), () => setAsRead(item, false)]) {
    change();
    await answer();
    told.push(heard());
  }
  assert.deepEqual(told, [
    "The size is now 4×5. One solution.", "The size is detected again. One solution.",
    "Everything is confirmed as shown. One solution.", "Not everything is confirmed any more. One solution.",
  ]);
  setSize(item, "4x5");
  setAsRead(item, true);
  assert.equal(sent(), "api/solve?size=4x5&as_read=1");
});

test("corrections survive a size that leaves their lines as many", () => {
  const fixes = { "top:1": "2", "left:1": "2", [WALL]: "no" };
  const after = (size) => {
    for (const [place, value] of Object.entries(fixes)) confirmFix(item, place, value);
    setSize(item, size);
    const { fixes: left, readAs } = saidOf(item);
    resetAll(item);
    return [Object.keys(left).sort(), Object.keys(readAs).sort()];
  };
  assert.deepEqual(after("2x3"), [Object.keys(fixes).sort(), Object.keys(fixes).sort()]);
  assert.deepEqual(after("4x3"), [["top:1"], ["top:1"]]);
  assert.deepEqual(after("2x5"), [["left:1"], ["left:1"]]);
  assert.deepEqual(after("4x5"), [[], []]);
});

test("corrections that go with a size are told, and come back", () => {
  setFix(item, "top:1", "2");
  setSize(item, "4x5");
  assert.equal(heard(), "1 correction of another size went.");
  undo(item);
  assert.deepEqual(said(), { "top:1": "2" });
});

test("all is taken back as one change", async () => {
  setFix(item, "top:1", "2");
  setFix(item, "left:1", "2");
  setFix(item, "left:2", "1");
  setAsRead(item, true);
  const before = said();
  resetAll(item);
  assert.deepEqual(said(), {});
  undo(item);
  assert.deepEqual(said(), before);
  await settled();
  asked.length = 0;
  resetAll(item);
  resetAll(item);
  assert.equal(saidOf(item).past.length, 5);
});

test("changes are undone and redone one by one, and a new one ends the redoing", async () => {
  const states = [said()];
  for (const [place, value] of [["top:1", "2"], ["left:1", "2"], ["top:1", "0"]]) {
    setFix(item, place, value);
    await answer();
    states.push(said());
  }
  for (const state of states.slice(0, -1).reverse()) {
    undo(item);
    assert.deepEqual(said(), state);
  }
  undo(item);
  assert.equal(heard(), "Nothing to undo");
  for (const state of states.slice(1)) {
    redo(item);
    assert.deepEqual(said(), state);
  }
  redo(item);
  assert.equal(heard(), "Nothing to redo");
  undo(item);
  await answer();
  assert.equal(heard(), "Undone: Column 1 is now 2. One solution.");
  setFix(item, "left:2", "1");
  assert.deepEqual(saidOf(item).future, []);
});

test("no more changes are kept than can be looked through", () => {
  for (let number = 0; number < 250; number++) setFix(item, "top:1", String(2 + (number % 2)));
  assert.equal(saidOf(item).past.length, 200);
});

test("what is said of any board is said of the page", () => {
  assert.ok(!hasCorrections(item));
  setFix(item, "top:1", "2");
  updateItem(item, { board: 2 });
  assert.ok(hasCorrections(item));
  assert.ok(!isCorrected(saidOf(item)));
  assert.deepEqual([{ size: "4x4" }, { asRead: true }, { fixes: { "top:1": "2" } }].map((one) => isCorrected({ ...saidOf(item), ...one })), [true, true, true]);
});

test("nothing is changed of a board that is not read yet", () => {
  updateItem(item, { board: 2 });
  setFix(item, "top:1", "2");
  assert.ok(!hasCorrections(item));
  assert.equal(heard(), "The other board is still being read");
});

test("a change whose answer is cancelled is taken back, with its undoing", async () => {
  setFix(item, "top:1", "2");
  await answer({ col_clues: [2, 2, null] });
  undo(item);
  await answer();
  setFix(item, "left:1", "2");
  updateItem(item, {}, { correcting: true });
  item.busy.cancel();
  await settled();
  assert.deepEqual([said(), saidOf(item).past, saidOf(item).future.length, saidOf(item).correcting], [{}, [], 1, true]);
  assert.equal(heard(), "Cancelled");
});

test("entries are ignored, and count again by undoing", async () => {
  setIgnoreEntries(item, true);
  assert.equal(sent(), "api/solve?ignore_entries=1");
  await answer();
  assert.deepEqual([said(), isCorrected(saidOf(item)), heard()], [{ ignoreEntries: true }, true, "The entries are ignored. One solution."]);
  undo(item);
  await answer();
  assert.deepEqual([said(), sent(), heard()], [{}, "api/solve", "Undone: the entries count again. One solution."]);
  redo(item);
  assert.deepEqual([said(), sent()], [{ ignoreEntries: true }, "api/solve?ignore_entries=1"]);
  setIgnoreEntries(item, true);
  assert.equal(saidOf(item).past.length, 1);
  resetAll(item);
  assert.deepEqual(said(), {});
});

test("a change that is not answered stays, without the old answer", async () => {
  setFix(item, "top:1", "2");
  asked.at(-1).fail();
  await settled();
  assert.deepEqual(said(), { "top:1": "2" });
  assert.deepEqual([item.record.status, item.record.regions, item.trouble.status], ["unsure", READ.regions, "unreachable"]);
});

test("another board that is not answered leaves the one that was shown, with what is said of it", async () => {
  setFix(item, "top:1", "2");
  await answer();
  updateItem(item, { board: 2 });
  const { readItem } = await import("../../app/web/static/item/record.js");
  readItem(item);
  assert.equal(sent(), "api/solve?board=2");
  asked.at(-1).fail();
  await settled();
  assert.deepEqual([item.board, said(), item.record.status], [1, { "top:1": "2" }, "solved"]);
});
