/** The size of the board, typed where it was found wrongly. */

import { byId } from "../base/dom.js";
import { ANSWERS } from "../item/record.js";
import { current, saidOf, subscribe, withCurrent } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { setSize } from "./changes.js";

/** Begins to listen. */
export function init() {
  byId("size-form").addEventListener("submit", (event) => {
    event.preventDefault();
    withCurrent((item) => setSize(item, `${Number(byId("size-rows").value)}x${Number(byId("size-cols").value)}`))();
  });
  byId("size-clear").addEventListener("click", withCurrent((item) => {
    setSize(item, null);
    byId("size-rows").focus();
  }));
  subscribe((item, keys) => {
    if (item === current() && ["selected", "record", "picture", "board", "size"].some((key) => keys.has(key))) render(item, keys);
  });
}

/** @param {Item|null} item @param {Set<string>} keys */
function render(item, keys) {
  const record = item?.record;
  const part = byId("size");
  part.hidden = !record || isOtherPuzzle(record) || (item.isText ? Boolean(record.regions) : record.status === "unreadable");
  if (!record || part.hidden) return;
  const [rows, cols] = saidOf(item).size?.split("x") ?? [record.rows ?? "", record.cols ?? ""];
  const isTyping = part.contains(document.activeElement);
  if (!isTyping) [byId("size-rows").value, byId("size-cols").value] = [rows, cols];
  byId("size-clear").hidden = !saidOf(item).size;
  byId("crop").hidden = !item.picture;
  if (keys.has("selected") || keys.has("record")) part.open = isTyping || isAmiss(record);
}

/** Whether no board was found, or not as it is: then size and part are the ways on. @param {Answer} record */
function isAmiss(record) {
  return ANSWERS.includes(record.status) && (!record.regions || record.status === "no_puzzle" || Boolean(record.reading?.size_may_help));
}
