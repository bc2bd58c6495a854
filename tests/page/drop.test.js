/** What is taken of files and folders that are dropped. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js"; // before the modules that need a browser
import { picturesOf } from "../../app/web/static/bring/drop.js";

/** Returns a folder with so many pictures and one note, which counts what is opened in it. */
function folder(pictures) {
  const opened = [];
  const names = [...Array(pictures).keys()].map((number) => `${number}.png`);
  const entries = ["note.md", ...names].map((name) => ({ name, isFile: true, file: (resolve) => resolve({ name }, opened.push(name)) }));
  const parts = [entries.reverse(), []]; // in no order
  return { opened, part: { entry: { isDirectory: true, createReader: () => ({ readEntries: (resolve) => resolve(parts.shift()) }) }, file: null } };
}

const dropped = (name) => ({ entry: { isFile: true }, file: { name } });

test("the pictures of a folder are taken by name, and files that were dropped themselves whatever they are", async () => {
  const { part, opened } = folder(11);
  const { files, skipped, isMore } = await picturesOf([dropped("puzzle.txt"), part]);
  assert.deepEqual(files.map(({ name }) => name), ["puzzle.txt", ...[...Array(11).keys()].map((number) => `${number}.png`)]);
  assert.deepEqual([skipped, isMore, opened.length], [["note.md"], false, 11]);
});

test("of thousands of pictures no more are opened than are taken", async () => {
  const { part, opened } = folder(5000);
  const { files, isMore } = await picturesOf([part]);
  assert.deepEqual([files.length, opened.length, isMore], [1000, 1000, true]);
  const many = await picturesOf([...Array(5000).keys()].map((number) => dropped(`${number}.png`)));
  assert.deepEqual([many.files.length, many.isMore], [1000, true]);
});
