/** The form that corrects a clue. */

import { capital } from "../base/words.js";
import { saidOf, withCurrent } from "../item/store.js";
import { otherwise, parsePlace, placeWords, readValue, valueName, valueOf, valueWords } from "../item/wording.js";
import { targetAt } from "../scene/targets.js";
import { setFix } from "./changes.js";
import { openPopover } from "./popover.js";

/** Opens the form that corrects a clue of the current item. @param {string} place
 * @param {?Element} [anchor]  what it stands beside; the place on the stage if none
 * @param {string} [typed]  what was typed already */
export const editClue = (place, anchor = targetAt(place), typed = undefined) => withCurrent((item) => {
  if (!item.record || !anchor) return;
  const read = /** @type {ReadItem} */ (item);
  const value = valueOf(read, place);
  openPopover({
    label: placeWords(place),
    value: value === "none" ? "" : value,
    typed,
    max: parsePlace(place).axis === "column" ? read.record.rows : read.record.cols,
    choices: choicesAt(read, place),
    anchor,
    choose: (chosen) => setFix(read, place, chosen),
  });
})();

/** What a clue may be, to be chosen: what was read, what else it may be, none.
 * @param {ReadItem} item @param {string} place */
function choicesAt(item, place) {
  const { doubts, repairs, reading } = item.record;
  const others = (doubts ?? []).filter((doubt) => doubt.place === place).map(otherwise);
  const seen = repairs?.some((repair) => repair.place === place) ? [reading?.looks_like[place]] : [];
  const read = saidOf(item).readAs[place] ?? readValue(item.record, place);
  return [...new Set([...others, ...seen, read, "none"])].filter((value) => typeof value === "string").map((value) => {
    const suffix = value === read && value !== "none" ? ", as read" : "";
    return { words: capital(valueName(place, value)) + suffix, label: valueWords(place, value) + suffix, value };
  });
}
