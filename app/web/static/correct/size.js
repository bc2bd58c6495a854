/** The size of the board, typed where it was found wrongly. */

import { byId } from "../base/dom.js";
import { ANSWERS } from "../item/record.js";
import { current, saidOf, subscribe, withCurrent } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { setSize } from "./changes.js";

/** Rows or columns that a board in a picture may have. */
const FEWEST = 4, MOST = 60;

/** Begins to listen. */
export function init() {
  byId("size-form").addEventListener("submit", (event) => {
    event.preventDefault();
    withCurrent(submit)();
  });
  byId("size-clear").addEventListener("click", withCurrent((item) => {
    setSize(item, null);
    byId("size-rows").focus();
  }));
  for (const name of ["rows", "cols"]) byId(`size-${name}`).addEventListener("input", () => complain(""));
  subscribe((item, keys) => {
    if (item === current() && ["selected", "record", "picture", "board", "size"].some((key) => keys.has(key))) render(item, keys);
  });
}

/** @param {Item} item */
function submit(item) {
  const [rows, cols] = ["rows", "cols"].map((name) => Number(byId(`size-${name}`).value));
  const fits = [rows, cols].map((cells) => Number.isInteger(cells) && cells >= FEWEST && cells <= MOST);
  if (fits.every(Boolean)) {
    complain("");
    return setSize(item, `${rows}x${cols}`);
  }
  complain(`Boards in pictures have ${FEWEST} to ${MOST} rows and columns. A smaller one can be pasted as text.`);
  byId(fits[0] ? "size-cols" : "size-rows").focus();
}

/** @param {string} words */
function complain(words) {
  byId("size-wrong").textContent = words;
  byId("size-wrong").hidden = !words;
}

/** @param {Item|null} item @param {Set<string>} keys */
function render(item, keys) {
  const record = item?.record;
  const part = byId("size");
  part.hidden = !record || isOtherPuzzle(record) || (item.isText ? Boolean(record.regions) : record.status === "unreadable");
  if (!record || part.hidden) return;
  const [rows, cols] = saidOf(item).size?.split("x") ?? [record.rows ?? "", record.cols ?? ""];
  if (!part.contains(document.activeElement)) {
    byId("size-rows").value = rows;
    byId("size-cols").value = cols;
    complain("");
  }
  byId("size-clear").hidden = !saidOf(item).size;
  byId("crop").hidden = item.isText || !item.picture;
  if (keys.has("selected") || keys.has("record")) part.open = part.contains(document.activeElement) || isAmiss(record);
}

/** Whether no board was found, or not as it is: then size and part are the ways on. @param {Answer} record */
function isAmiss(record) {
  return ANSWERS.includes(record.status) && (!record.regions || record.status === "no_puzzle" || Boolean(record.reading?.size_may_help));
}
