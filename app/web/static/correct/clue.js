/** The small form beside a clue: its number to type, and values to choose. */

import { byId, h, on, write } from "../base/dom.js";
import { capital } from "../base/words.js";
import { follow, saidOf, withCurrent } from "../item/store.js";
import { otherwise, parsePlace, placeWords, readValue, valueName, valueOf } from "../item/wording.js";
import { clamp } from "../scene/frame.js";
import { targetAt } from "../scene/targets.js";
import { setFix } from "./changes.js";

/** Pixels between the form and what it is about, and the edges of the window. */
const GAP = 8;
/** What the form is open for. @type {?{item: ReadItem, place: string, anchor: Element}} */
let open = null;

/** Begins to listen. */
export function init() {
  on("keydown", { popover: (event) => event.stopPropagation() }); // those of the page are not meant
  on("submit", { "popover-form": () => finish(String(Number(byId("popover-number").value))) });
  for (const change of ["resize", "scroll"]) addEventListener(change, put, true);
  visualViewport?.addEventListener("resize", put);
  follow([], () => byId("popover").hidePopover());
}

/** Opens the form that corrects a clue of the current item. @param {string} place @param {?Element} [anchor]  what it stands
 * beside; the place on the stage if none @param {string} [typed]  what was typed already */
export const editClue = (place, anchor = targetAt(place), typed = undefined) => withCurrent((item) => {
  if (!item.record || !anchor) return;
  const read = /** @type {ReadItem} */ (item);
  const [value, field] = [valueOf(read, place), byId("popover-number")];
  open = { item: read, place, anchor };
  write({ "popover-label": placeWords(place) });
  field.value = typed ?? (value === "none" ? "" : value);
  field.max = parsePlace(place).axis === "column" ? read.record.rows : read.record.cols;
  byId("popover-choices").replaceChildren(...choicesAt(read, place));
  byId("popover").showPopover();
  put();
  field.focus();
  if (!typed) field.select();
})();

/** What a clue may be, as buttons: what was read, what else it may be, none. @param {ReadItem} item @param {string} place */
function choicesAt(item, place) {
  const { doubts, repairs, reading } = item.record;
  const others = (doubts ?? []).filter((doubt) => doubt.place === place).map(otherwise);
  const seen = repairs?.some((repair) => repair.place === place) ? [reading?.looks_like[place]] : [];
  const read = saidOf(item).readAs[place] ?? readValue(item.record, place);
  return [...new Set([...others, ...seen, read, "none"])].filter((value) => value !== undefined).map((value) => {
    const suffix = value === read && value !== "none" ? ", as read" : "";
    const words = capital(valueName(place, value)) + suffix;
    return h("button", { type: "button", "aria-label": `${words}, ${placeWords(place).toLowerCase()}`, onclick: () => finish(value) }, words);
  });
}

/** @param {string} value */
function finish(value) {
  byId("popover").hidePopover();
  if (open) setFix(open.item, open.place, value);
}

/** Puts the form below what it is about, or above where there is no room, within what is seen of the window. */
function put() {
  const popover = byId("popover");
  if (!open || !popover.matches(":popover-open")) return;
  const view = visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
  const { left, right, top, bottom } = open.anchor.getBoundingClientRect();
  const [wide, high] = [view.offsetLeft + view.width - popover.offsetWidth - GAP, view.offsetTop + view.height - popover.offsetHeight - GAP];
  const below = bottom + GAP <= high ? bottom + GAP : top - popover.offsetHeight - GAP;
  popover.style.left = `${clamp((left + right - popover.offsetWidth) / 2, view.offsetLeft + GAP, wide)}px`;
  popover.style.top = `${clamp(below, view.offsetTop + GAP, high)}px`;
}
