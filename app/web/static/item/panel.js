/** Which parts of the page are shown, and the words on what became of the item. */

import { byId, on, reveal, write } from "../base/dom.js";
import { current, saidOf, subscribe } from "./store.js";
import { messageOf } from "./sentences.js";

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

function render() {
  const item = current();
  document.body.dataset.mode = !item ? "welcome" : item.play ? "play" : "read";
  const wasFocused = byId("welcome").contains(document.activeElement);
  reveal({ welcome: !item, desk: item });
  if (item && wasFocused) byId("middle").focus();
  renderBusy(item);
  renderMessage(item);
  for (const part of document.querySelectorAll("[data-needs]")) part.toggleAttribute("hidden", !meets(part.dataset.needs ?? "", item));
}

/** Whether an item has what a part of the page needs: "record", "answered", "water", "picture", "read" or
 * "play" (not being played, being played). @param {string} needs @param {Item|null} item */
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
  };
  return needs.split(" ").every((need) => has[need]);
}

/** What became of the item. While it is read anew, what was said of it before stays for a moment.
 * @param {Item|null} item */
function renderMessage(item) {
  const { record, trouble } = item ?? {};
  const words = isReread(item) ? "" : trouble ? trouble.message : record && item ? messageOf(record, saidOf(item).fixes) : "";
  write({ message: words });
  byId("message").dataset.kind = words && item ? kindOf(item) : "";
}

/** How a message is coloured: as bad as the worst that it says. @param {Item} of */
function kindOf({ record, trouble }) {
  if (trouble || record?.status !== "solved" || record.mistakes?.length) return "bad";
  return record.puzzle_certain === false ? "unsure" : "good";
}

/** Whether an item with an answer is read anew for so long that this is no longer shown: it is perhaps another.
 * @param {Item|null} item */
const isReread = (item) => Boolean(item?.busy && item.record && !item.play && isLong(item.busy));

/** @param {Item|null} item */
function renderBusy(item) {
  const busy = item?.busy;
  document.body.toggleAttribute("data-reread", isReread(item));
  byId("stage").setAttribute("aria-busy", Boolean(busy));
  reveal({ busy: busy && (!item.record || isLong(busy)) });
  if (!busy) return;
  write({ "busy-words": busy.words });
  if (busy.fraction === null) byId("busy-bar").removeAttribute("value");
  else byId("busy-bar").value = busy.fraction;
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
