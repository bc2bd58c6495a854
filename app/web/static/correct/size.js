/** The size of the board, typed where it was found wrongly. */

import { byId, on, reveal } from "../base/dom.js";
import { ANSWERS } from "../item/record.js";
import { follow, saidOf, withCurrent } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { setSize } from "./changes.js";

/** Begins to listen. */
export function init() {
  on("submit", { "size-form": withCurrent((item) => setSize(item, `${Number(byId("size-rows").value)}x${Number(byId("size-cols").value)}`)) });
  on("click", { "size-clear": withCurrent((item) => {
    setSize(item, null);
    byId("size-rows").focus();
  }) });
  follow(["record", "picture", "board", "size"], render);
}

/** @param {Item|null} item @param {Set<string>} keys */
function render(item, keys) {
  const record = item?.record;
  const part = byId("size");
  part.hidden = !record || isOtherPuzzle(record) || (item.isText ? Boolean(record.regions) : record.status === "unreadable");
  if (!record || part.hidden) return;
  const isTyping = part.contains(document.activeElement);
  const [rows, cols] = saidOf(item).size?.split("x") ?? [record.rows ?? "", record.cols ?? ""];
  if (!isTyping) [byId("size-rows").value, byId("size-cols").value] = [rows, cols];
  reveal({ "size-clear": saidOf(item).size, crop: item.picture });
  // Where no board was found, or not as it is, size and part are the ways on
  const isAmiss = ANSWERS.includes(record.status) && (!record.regions || record.status === "no_puzzle" || Boolean(record.reading?.size_may_help));
  if (keys.has("selected") || keys.has("record")) part.open = isTyping || isAmiss;
}
