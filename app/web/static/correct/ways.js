/** Ways on from a refusal, as buttons below the message: those that help with what is amiss. */

import { byId, h, patch, reveal } from "../base/dom.js";
import { readItem } from "../item/record.js";
import { follow, saidOf } from "../item/store.js";
import { valueWords } from "../item/wording.js";
import { removeFix, setSize } from "./changes.js";

/** Statuses of which asking once more may make more. */
const PASSING = ["unreachable", "busy", "unavailable", "slow", "timeout", "crashed", "cancelled"];

/** Begins to show. */
export const init = () => follow(["record", "trouble", "board", "size", "play"], render);

/** @param {Item|null} item */
function render(item) {
  const ways = item && !item.play ? waysOf(item) : [];
  const buttons = ways.map(([words, act]) => h("button", { type: "button", "data-key": words, onclick: act }, words));
  patch(byId("ways"), buttons, () => byId("ways").querySelector("button") ?? byId("correct-toggle"));
  reveal({ ways: ways.length });
}

/** @param {Item} item @returns {[string, () => void][]}  the words and what is done */
function waysOf(item) {
  const { record, trouble } = item;
  if (trouble || (record && !record.regions && PASSING.includes(record.status))) {
    return [[trouble?.status === "cancelled" ? "Read it after all" : "Try again", () => readItem(item)]];
  }
  const { reading, rows, cols } = record ?? {};
  /** @type {[string, () => void][]} */
  const ways = (reading?.misfits ?? []).map((fix) => {
    const [place, value] = fix.split("=");
    return [`Remove “${valueWords(place, value)}”`, () => removeFix(item, place)];
  });
  if (reading?.is_cut && !saidOf(item).size) ways.push([`It is a whole ${rows}×${cols} board`, () => setSize(item, `${rows}x${cols}`)]);
  return ways;
}
