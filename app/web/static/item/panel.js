/** Which parts of the page are shown, and the words on what became of the item. */

import { byId, h, on, reveal, write } from "../base/dom.js";
import { hasEntries } from "./marks.js";
import { current, saidOf, subscribe } from "./store.js";
import { messageParts, moreOf } from "./sentences.js";

/** Milliseconds of reading anew before it is said, so that nothing flickers. */
const LONG = 500;
/** When work began that has something to look at meanwhile. @type {WeakMap<Busy, number>} */
const since = new WeakMap();

/** Begins to show. */
export function init() {
  subscribe(render);
  on("click", { "busy-cancel": () => current()?.busy?.cancel() });
  render();
}

/** While an item is read anew, what was said of it before stays for a moment: then it is perhaps another. */
function render() {
  const item = current();
  const { record, trouble, busy, play } = item ?? {};
  const isLate = Boolean(busy && record && isLong(busy));
  const [isReread, wasFocused] = [isLate && !play, byId("welcome").contains(document.activeElement)];
  const parts = !item || isReread ? [] : trouble ? [trouble.message] : record ? messageParts(record, saidOf(item).fixes) : [];
  document.body.dataset.mode = !item ? "welcome" : play ? "play" : "read";
  document.body.dataset.next = record?.status !== "solved" || trouble ? "mend" : hasEntries(record) ? "play" : "save";
  document.body.toggleAttribute("data-reread", isReread);
  const more = parts.length && !trouble ? moreOf(record) : "";
  reveal({ welcome: !item, desk: item, busy: busy && (!record || isLate), more });
  if (item && wasFocused) byId("middle").focus();
  write({ "more-words": more, "busy-words": busy?.words ?? "" });
  showMessage(parts);
  byId("message").dataset.kind = parts.length && item ? kindOf(item) : "";
  byId("stage").setAttribute("aria-busy", Boolean(busy));
  for (const part of document.querySelectorAll("[data-needs]")) part.toggleAttribute("hidden", !meets(part.dataset.needs ?? "", item));
}

/** Shows a message, its first sentence prominently. @param {string[]} parts */
function showMessage([first = "", ...others]) {
  const [message, rest] = [byId("message"), others.map((words) => ` ${words}`).join("")];
  if (message.textContent !== first + rest) message.replaceChildren(...(first ? [h("b", {}, first), rest] : []));
}

/** Whether an item has what a part of the page needs: "record", "answered", "water", "picture", "read" or
 * "play" (not being played, being played), "open" (no game that is won). @param {string} needs @param {Item|null} item */
function meets(needs, item) {
  const record = item?.record;
  /** @type {Record<string, boolean>} */
  const has = {
    record: Boolean(record?.regions),
    answered: Boolean(record || item?.trouble),
    water: Boolean(record?.water),
    picture: Boolean(item?.picture),
    read: Boolean(item && !item.play),
    play: Boolean(item?.play),
    open: !item?.play?.done,
  };
  return needs.split(" ").every((need) => has[need]);
}

/** How a message is coloured: as bad as the worst that it says. @param {Item} of */
function kindOf({ record, trouble }) {
  if (trouble || record?.status !== "solved" || record.mistakes?.length) return "bad";
  return record.puzzle_certain === false ? "unsure" : "good";
}

/** Whether work goes on for so long that it is worth a word where there is something to look at. @param {Busy} busy */
function isLong(busy) {
  const began = since.get(busy) ?? performance.now();
  if (!since.has(busy)) {
    since.set(busy, began);
    setTimeout(render, LONG);
  }
  return performance.now() - began >= LONG;
}
