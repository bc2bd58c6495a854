/** Which parts of the page are shown, and the words on what became of the item. */

import { byId } from "./dom.js";
import { messageOf } from "./reading.js";
import { current, subscribe } from "./store.js";

/** Begins to show. */
export function init() {
  subscribe(render);
  render();
}

function render() {
  const item = current();
  document.body.dataset.mode = !item ? "welcome" : item.play ? "play" : "read";
  const record = item?.record;
  byId("welcome").hidden = Boolean(item);
  byId("desk").hidden = !item;
  renderBusy(item?.busy);
  byId("message").textContent = record && !item.busy ? messageOf(record) : "";
  byId("message").dataset.kind = !record ? "" : record.exit_code === 0 ? "good" : "bad";
  for (const part of document.querySelectorAll("[data-needs]")) part.hidden = !meets(part.dataset.needs, item);
}

/** Whether an item has what a part of the page needs: "record", "puzzle" (certain), "water", "picture", "read"
 * or "play" (not being played, being played). */
function meets(needs, item) {
  const record = item?.record;
  const has = {
    record: Boolean(record?.regions),
    puzzle: Boolean(record?.puzzle_certain),
    water: Boolean(record?.water),
    picture: Boolean(item?.picture),
    read: Boolean(item && !item.play),
    play: Boolean(item?.play),
  };
  return needs.split(" ").every((need) => has[need]);
}

function renderBusy(busy) {
  const part = byId("busy");
  part.hidden = !busy;
  if (!busy) return;
  byId("busy-words").textContent = busy.words;
  const bar = byId("busy-bar");
  if (busy.fraction === null) bar.removeAttribute("value");
  else bar.value = busy.fraction;
}
