/** What is doubted of a reading, and what a person has said of it: lists in the panel, one tap each. */

import { byId, h } from "../base/dom.js";
import { capital, counted } from "../base/words.js";
import { current, saidOf, subscribe } from "../item/store.js";
import { isClue, otherwise, placeWords, readValue, valueName, valueWords } from "../item/wording.js";
import { showBox } from "../scene/viewer.js";
import { confirmFix, removeFix, setAsRead, setSize } from "./changes.js";
import { editClue } from "./pointing.js";

/** Doubts that are shown before "all" is asked for. */
const FEW = 5;
/** Of what lies under foreign ink, behind what was read. */
const COVERED = "something is drawn over it";
/** How much is shown around a place that is zoomed to, in its own lengths. */
const AROUND = 2.5;
/** Probability from which a doubt is not worth a percentage. */
const NEARLY_CERTAIN = 0.995;

const SHOWN_BY = ["selected", "record", "board", "fixes", "size", "asRead", "play"];

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() && SHOWN_BY.some((key) => keys.has(key))) render(item);
  });
}

/** @param {Item|null} item */
function render(item) {
  const toggle = byId("correct-toggle");
  const read = item?.record?.regions ? /** @type {ReadItem} */ (item) : null;
  replaceKept(byId("corrections"), item ? corrections(item) : [], toggle);
  replaceKept(byId("doubts"), read ? [...repairs(read), ...doubts(read)] : [], toggle);
}

/** What a person has said, each with a button that takes it back. @param {Item} item */
function corrections(item) {
  const { fixes, size, asRead } = saidOf(item);
  const lines = Object.entries(fixes).map(([place, value]) => fixLine(item, place, value));
  /** @param {string} words @param {string} key @param {() => void} remove */
  const line = (words, key, remove) => placeLine(null, [words], [lineButton("Remove", `Remove: ${words}`, remove, key)]);
  if (size) lines.push(line(`Size ${size.replace("x", "×")}`, "size", () => setSize(item, null)));
  if (asRead) lines.push(line("Everything is right as shown", "as-read", () => setAsRead(item, false)));
  if (!lines.length) return [];
  return [h("h2", { id: "corrections-title" }, "Your corrections"), h("ul", { class: "places", "aria-labelledby": "corrections-title" }, ...lines)];
}

/** @param {Item} item @param {string} place @param {string} value */
function fixLine(item, place, value) {
  const said = valueWords(place, value);
  const before = saidOf(item).readAs[place];
  const was = before === undefined ? "" : before === value ? ", confirmed" : isClue(place) ? `, read as ${valueName(place, before)}` : "";
  const remove = lineButton("Remove", `Remove: ${said}`, () => removeFix(item, place), `fix ${place}`);
  return placeLine(place, [whereButton(place, said, `at ${place}`), was], [remove]);
}

/** What was taken otherwise than it looks. @param {ReadItem} item */
function repairs(item) {
  const found = (item.record.repairs ?? []).filter(({ place }) => !(place in saidOf(item).fixes));
  if (!found.length) return [];
  const lines = found.map((repair) => {
    const { place } = repair;
    const taken = readValue(item.record, place);
    const seen = item.record.reading?.looks_like[place] ?? null;
    const looks = seen === null ? "" : `, though it looks like ${valueName(place, seen)}`;
    const words = [whereButton(place, subject(place), `repair ${place}`), `: taken as ${valueName(place, taken)}${looks}`];
    return placeLine(place, words, [taken, seen].filter((value) => value !== null).map((value) => itIs(item, place, value)));
  });
  return listed("repairs-title", "Corrected automatically", lines);
}

/** What may be otherwise, the least certain first. @param {ReadItem} item */
function doubts(item) {
  const repaired = new Set((item.record.repairs ?? []).map(({ place }) => place));
  const ends = new Set((item.record.reading?.loose ?? []).map((wall) => wall.place));
  const { fixes, asRead } = saidOf(item);
  const all = [...(item.record.doubts ?? []), ...(item.record.reading?.loose ?? [])];
  const open = all.filter(({ place }, at) => !(place in fixes) && !repaired.has(place) && all.findIndex((one) => one.place === place) === at);
  if (!open.length || asRead) return [];
  const unclear = open.filter((doubt) => doubt.confidence < NEARLY_CERTAIN || coveredWords(doubt) || ends.has(doubt.place));
  const shown = unclear.length ? unclear : open;
  const lines = shown.sort((a, b) => a.confidence - b.confidence).map((doubt) => doubtLine(item, doubt, ends.has(doubt.place)));
  const certain = item.record.status === "solved" && item.record.puzzle_certain;
  const title = certain ? "Certain, though partly covered" : unclear.length ? "Doubtful" : "Least certain";
  const [heading, list] = listed("doubts-title", title, lines.slice(0, FEW));
  if (lines.length <= FEW) return [heading, list];
  const rest = h("details", { "data-kept": "doubts" }, h("summary", {}, `${counted(lines.length - FEW, "more place")}`), h("ul", { class: "places", "aria-label": "More doubtful places" }, ...lines.slice(FEW)));
  return [heading, list, rest];
}

/** @param {ReadItem} item @param {Doubt} doubt @param {boolean} isLoose */
function doubtLine(item, doubt, isLoose) {
  const { place } = doubt;
  const read = readValue(item.record, place);
  const other = otherwise(doubt);
  const sure = doubt.confidence < NEARLY_CERTAIN ? ` (${percent(doubt.confidence)} sure)` : "";
  const words = [whereButton(place, subject(place), `doubt ${place}`), `: ${seenWords(place, read, other)}${isLoose ? ", ends inside an aquarium" : ""}${coveredWords(doubt)}${sure}`];
  if (read === "none" && other === "none") {
    const type = lineButton("Type it…", `Type the clue of ${placeWords(place)}`, (button) => editClue(place, button), `type ${place}`);
    return placeLine(place, words, [type, itIs(item, place, "none")]);
  }
  return placeLine(place, words, [other, read].filter((value, at, both) => both.indexOf(value) === at).map((value) => itIs(item, place, value)));
}

/** @param {string} place @param {string} read @param {string} other */
function seenWords(place, read, other) {
  if (read === "none" && other === "none") return "could not be read";
  if (!isClue(place)) return `read as ${valueName(place, read)}`;
  return read === other ? `read as ${valueName(place, read)}` : `read as ${valueName(place, read)}, perhaps ${valueName(place, other)}`;
}

/** A probability, so that no doubt is rounded away. @param {number} share */
const percent = (share) => `${Math.min(99, Math.round(100 * share))}\u00a0%`;

/** @param {Doubt} doubt */
const coveredWords = (doubt) => (doubt.code === "drawn_over" ? `, ${COVERED}` : "");

/** What a line is about: "Row 7", "Below row 3 column 4". @param {string} place */
const subject = (place) => capital(placeWords(place));

/** @param {ReadItem} item @param {string} place @param {string} value */
function itIs(item, place, value) {
  const words = isClue(place) ? (value === "none" ? "No clue" : `It is ${value}`) : value === "yes" ? "A wall" : "No wall";
  return lineButton(words, valueWords(place, value), () => confirmFix(item, place, value), `say ${place}=${value}`);
}

/** Words that lead to the place on the scene. @param {string} place @param {string} words @param {string} key */
function whereButton(place, words, key) {
  return h("button", { type: "button", class: "where", title: "Show it", "data-key": key, onclick: () => show(place) }, words);
}

/** Zooms to a place, with some cells around it. @param {string} place */
function show(place) {
  const [mark] = marksOf(place);
  if (!mark) return;
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (mark).getBBox();
  const around = AROUND * Math.max(width, height);
  showBox([x - around, y - around, width + 2 * around, height + 2 * around]);
}

/** @param {string} id @param {string} title @param {HTMLElement[]} lines */
function listed(id, title, lines) {
  return [h("h2", { id }, title), h("ul", { class: "places", "aria-labelledby": id }, ...lines)];
}

/** Replaces what is in a part of the panel. If the focus was in it, it goes to the element with the same
 * `data-key`, else to the one in the same place, else to `fallback`.
 * @param {HTMLElement} part @param {Node[]} children @param {HTMLElement} fallback */
export function replaceKept(part, children, fallback) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const at = focused ? buttonsOf(part).indexOf(focused) : -1;
  part.replaceChildren(...children);
  if (!focused) return;
  const buttons = buttonsOf(part);
  const same = buttons.find((button) => button.dataset.key && button.dataset.key === focused.dataset.key);
  (same ?? buttons[Math.min(at, buttons.length - 1)] ?? fallback).focus();
}

/** A line about a place: hovered or focused, it is pointed at on the scene.
 * @param {?string} place @param {(Node|string)[]} words @param {HTMLElement[]} buttons @returns {HTMLElement} */
function placeLine(place, words, buttons) {
  const pointing = place ? { onpointerenter: () => point(place), onpointerleave: () => point(null), onfocusin: () => point(place), onfocusout: () => point(null) } : {};
  return h("li", { "data-about": place, ...pointing }, h("span", { class: "what" }, ...words), h("span", { class: "buttons" }, ...buttons));
}

/** A button of such a line. @param {string} words @param {string} label  for who does not see the line
 * @param {(button: Element) => void} act @param {string} key  tells it from others when the list is made anew */
function lineButton(words, label, act, key) {
  return h("button", { type: "button", "aria-label": label === words ? null : label, "data-key": key, onclick: (event) => act(event.currentTarget) }, words);
}

/** Marks a place on the scene, or none. @param {?string} place */
function point(place) {
  const stage = byId("stage");
  for (const former of stage.querySelectorAll(".pointed")) former.classList.remove("pointed");
  for (const mark of place ? marksOf(place) : []) mark.classList.add("pointed");
}

/** What stands for a place on the scene: its target, its ring. @param {string} place @returns {Element[]} */
function marksOf(place) {
  const name = CSS.escape(place);
  return [...byId("stage").querySelectorAll(`[data-place="${name}"], [data-doubt="${name}"]`)];
}

/** @param {HTMLElement} part */
function buttonsOf(part) {
  return [...part.querySelectorAll("button, summary, input")];
}
