/** Ways on from a refusal, as buttons below the message: those that help with what is amiss. */

import { removeFix, setAsRead, setSize } from "./changes.js";
import { byId, h } from "../base/dom.js";
import { replaceKept } from "./lists.js";
import { readItem } from "../item/reading.js";
import { current, subscribe } from "../item/store.js";
import { valueWords } from "../item/wording.js";

/** Statuses of which asking once more may make more. */
const PASSING = ["unreachable", "busy", "unavailable", "timeout", "crashed", "cancelled"];

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() && ["selected", "record", "trouble", "fixes", "size", "asRead", "play"].some((key) => keys.has(key))) render(item);
  });
}

function render(item) {
  const found = item && !item.play ? waysOf(item) : [];
  replaceKept(byId("ways"), found.map(([words, act]) => h("button", { type: "button", "data-key": words, onclick: act }, words)), byId("correct-toggle"));
  byId("ways").hidden = !found.length;
}

/** @returns {[string, function(): void][]}  the words and what is done */
function waysOf(item) {
  const { record, trouble } = item;
  if (trouble || (record && !record.regions && PASSING.includes(record.status))) {
    return [[trouble?.status === "cancelled" ? "Read it after all" : "Try again", () => readItem(item)]];
  }
  if (!record) return [];
  const ways = (record.reading?.misfits ?? []).map((fix) => {
    const [place, value] = fix.split("=");
    return [`Remove “${valueWords(place, value)}”`, () => removeFix(item, place)];
  });
  if (record.reading?.is_cut && !item.size) ways.push([`It is a whole ${record.rows}×${record.cols} board`, () => setSize(item, `${record.rows}x${record.cols}`)]);
  if (record.reading?.can_be_as_read && !item.asRead) ways.push(["Everything is right as shown", () => setAsRead(item, true)]);
  return ways;
}
