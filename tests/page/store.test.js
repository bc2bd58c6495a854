/** What the page knows of its items, and who is told. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  addItem, current, items, removeItem, restoreItems, saidOf, selectItem, subscribe, updateItem, withCurrent,
} from "../../app/web/static/item/store.js";

let told = [];
subscribe((item, keys) => told.push([item?.name ?? null, ...keys]));

const names = () => items().map(({ name }) => name).join("");

beforeEach(() => {
  for (const item of items()) removeItem(item);
  told = [];
});

const filled = (text) => [...text].map((name) => addItem({ name }));

const atFirst = items();

test("items come at the end, or behind another, and keep their numbers", () => {
  assert.deepEqual(atFirst, []);
  const [a] = filled("abcd");
  const x = addItem({ name: "x" }, a);
  assert.equal(names(), "axbcd");
  assert.deepEqual(told.at(-1), ["x", "added"]);
  removeItem(a);
  const y = addItem({ name: "y" }, a); // behind one that is gone
  assert.equal(names(), "xbcdy");
  assert.equal(y.id - x.id, 1);
  items().pop(); // of a copy
  assert.equal(names(), "xbcdy");
});

test("a button acts on the item that is shown, and on none if there is none", () => {
  const acted = [];
  const press = withCurrent((item) => acted.push(item.name));
  press();
  assert.deepEqual(acted, []);
  const [, b] = filled("ab");
  selectItem(b);
  assert.equal(press(), undefined);
  assert.deepEqual(acted, ["b"]);
});

test("who listens from within what is told hears only of what comes after", () => {
  const heard = [];
  let isFirst = true;
  subscribe((item, keys) => {
    if (isFirst && keys.has("added")) subscribe((other) => heard.push(other?.name));
    isFirst &&= !keys.has("added");
  });
  filled("ab");
  assert.deepEqual(heard, ["b"]);
});

test("what is said is kept by board", () => {
  const item = addItem({ name: "a" });
  updateItem(item, {}, { fixes: { "top:1": "2" } });
  const first = item.boards;
  updateItem(item, { board: 2 });
  assert.equal(item.boards, first, "nothing is said by looking");
  assert.deepEqual(saidOf(item).fixes, {});
  updateItem(item, {}, { asRead: true });
  assert.deepEqual(first[2], undefined, "what was told stays as it was");
  updateItem(item, { board: 1 }, { size: "4x5" });
  assert.deepEqual([saidOf(item).fixes, saidOf(item).size, saidOf(item).asRead], [{ "top:1": "2" }, "4x5", false]);
  assert.deepEqual([item.boards[2].asRead, item.boards[2].size], [true, null]);
});

test("who comes late is told of the item that is shown", () => {
  const heard = [];
  subscribe((item, keys) => heard.push([item?.name, ...keys]));
  assert.deepEqual(heard, []);
  selectItem(addItem({ name: "a" }));
  heard.length = 0;
  subscribe((item, keys) => heard.push([item?.name, ...keys]));
  assert.deepEqual(heard, [["a", "selected"]]);
});

test("where an item goes, its neighbour is shown, if it was", () => {
  const [a, b, c, d] = filled("abcd");
  selectItem(b);
  told = [];
  removeItem(d);
  removeItem(d);
  assert.deepEqual([current(), told], [b, [["d", "removed"]]]);
  removeItem(b);
  assert.equal(current(), c);
  removeItem(c);
  assert.equal(current(), a);
  removeItem(a);
  assert.equal(current(), null);
  assert.deepEqual(told.slice(-2), [["a", "removed"], [null, "selected"]]);
});

test("what is under way for an item that goes is given up, and its picture let go", () => {
  const gone = [];
  const free = URL.revokeObjectURL;
  URL.revokeObjectURL = (url) => gone.push(url);
  const item = addItem({ name: "a", picture: { url: "blob:a" }, busy: { cancel: () => gone.push("busy") } });
  removeItem(item);
  URL.revokeObjectURL = free;
  assert.deepEqual(gone, ["busy", "blob:a"]);
});

test("items come back to their places, without what was under way", () => {
  const [a, b, c] = filled("abc");
  updateItem(b, { busy: { cancel() {} }, picture: { url: "blob:b" }, play: { id: "one" } });
  const removed = [a, b].map((item, place) => ({ item, place }));
  removeItem(a);
  removeItem(b);
  restoreItems(removed);
  assert.deepEqual(items(), [a, b, c]);
  assert.deepEqual([b.busy, b.picture, b.play], [null, null, { id: "one" }]);
  assert.deepEqual(told.slice(-2), [["a", "added"], ["b", "added"]]);
});

test("a fault of one who is told leaves the others at work", () => {
  const faults = [];
  globalThis.reportError = (error) => faults.push(error.message);
  let isFaulty = true;
  subscribe(() => {
    if (isFaulty) throw new Error("at fault");
  });
  const heard = [];
  subscribe((_, keys) => heard.push(...keys));
  addItem({ name: "a" });
  isFaulty = false;
  assert.deepEqual([faults, heard], [["at fault"], ["added"]]);
});
