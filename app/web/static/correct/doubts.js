/** What is doubted of a reading, one place at a time beside the board, and what a person has said of it. */

import { announce, byId, h, targetOf } from "../base/dom.js";
import { capital } from "../base/words.js";
import { says } from "../item/sentences.js";
import { current, saidOf, subscribe } from "../item/store.js";
import { isClue, isOtherPuzzle, otherwise, parsePlace, placeWords, readValue, valueName, valueWords } from "../item/wording.js";
import { showBox } from "../scene/viewer.js";
import { confirmFix, removeFix, setAsRead, setSize } from "./changes.js";
import { editClue } from "./pointing.js";

/** How much is shown around a place that is zoomed to, in its own lengths. */
const AROUND = 2.5;
/** Probability from which a doubt is not worth a question: walls are many, and most of them surer than clues. */
const NEARLY_CERTAIN = { clue: 0.995, wall: 0.98 };

const SHOWN_BY = ["selected", "record", "board", "fixes", "size", "asRead", "play"];

/** The place that is asked about, and which of them it is. */
const walk = { place: "", at: 0 };

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item !== current()) return;
    if (keys.has("selected") || keys.has("board")) Object.assign(walk, { place: "", at: 0 });
    if (SHOWN_BY.some((key) => keys.has(key))) render(item);
  });
  document.addEventListener("keydown", onKey);
  new MutationObserver(() => point(walk.place)).observe(byId("stage"), { childList: true });
}

/** @param {Item|null} item */
function render(item) {
  const toggle = byId("correct-toggle");
  const read = item?.record?.regions && !item.play && !isOtherPuzzle(item.record) ? /** @type {ReadItem} */ (item) : null;
  const questions = read ? questionsOf(read) : [];
  document.body.toggleAttribute("data-walk", questions.length > 0 && !isCertain(read?.record));
  replaceKept(byId("corrections"), item ? corrections(item) : [], toggle);
  replaceKept(byId("doubts"), read ? [...walkParts(read, questions), ...asReadParts(read)] : [], toggle);
  point(walk.place);
}

/** @param {Answer} [record] */
const isCertain = (record) => Boolean(record?.status === "solved" && record.puzzle_certain);

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
  const was = before === undefined ? "" : before === value ? " (confirmed)" : isClue(place) ? ` (read as ${valueName(place, before)})` : "";
  const remove = lineButton("Remove", `Remove: ${said}`, () => removeFix(item, place), `fix ${place}`);
  return placeLine(place, [whereButton(place, said, `at ${place}`), was], [remove]);
}

/** The places to look at: what was taken otherwise than it looks, then what may be otherwise: a clue that is missing
 * first, then the least certain. @param {ReadItem} item @returns {Question[]} */
function questionsOf(item) {
  const { fixes, asRead } = saidOf(item);
  const { doubts, repairs, reading } = item.record;
  const loose = reading?.loose ?? [];
  const taken = (repairs ?? []).filter(({ place }) => !(place in fixes)).map((repair) => repairQuestion(item, repair));
  if (asRead) return taken;
  const known = new Set([...Object.keys(fixes), ...(repairs ?? []).map(({ place }) => place)]);
  const open = [...loose, ...(doubts ?? [])].filter(({ place }) => !known.has(place) && known.add(place));
  const ends = new Set(loose.map(({ place }) => place));
  const isSolved = item.record.status === "solved"; // then all that is named may be otherwise, or is covered
  const unclear = open.filter((doubt) => isSolved || ends.has(doubt.place) || isCovered(doubt) || doubt.confidence < sureness(doubt.place));
  const shown = unclear.length ? unclear : open;
  const title = isCertain(item.record) ? "Certain, though partly covered" : unclear.length ? "Doubtful" : isUndoubted(item.record) ? "Compare with the picture" : "Least certain";
  /** @param {Doubt} doubt */
  const order = (doubt) => (isUnread(doubt) ? 0 : doubt.confidence);
  return [...taken, ...shown.sort((a, b) => order(a) - order(b)).map((doubt) => doubtQuestion(item, doubt, title, ends.has(doubt.place)))];
}

/** Whether a record says that no place is in doubt. @param {Answer} record */
const isUndoubted = (record) => says(record, "nothing_in_doubt");

/** @param {string} place */
const sureness = (place) => (isClue(place) ? NEARLY_CERTAIN.clue : NEARLY_CERTAIN.wall);

/** @param {ReadItem} item @param {Doubt} repair @returns {Question} */
function repairQuestion(item, { place }) {
  const taken = readValue(item.record, place);
  const seen = item.record.reading?.looks_like[place] ?? null;
  const looks = seen === null ? "" : `, though it looks like ${valueName(place, seen)}: else there is not exactly one solution`;
  const words = `${capital(placeWords(place))} was taken as ${valueName(place, taken)}${looks}`;
  return { place, title: "Corrected automatically", words, values: unique([taken, seen]), typed: false };
}

/** @param {ReadItem} item @param {Doubt} doubt @param {string} title @param {boolean} isLoose @returns {Question} */
function doubtQuestion(item, doubt, title, isLoose) {
  const { place } = doubt;
  const [read, other, sum] = [readValue(item.record, place), otherwise(doubt), sumValue(item.record, place)];
  const why = isLoose ? ", but it ends inside an aquarium" : isCovered(doubt) ? ", and something is drawn over it" : "";
  if (isUnread(doubt)) {
    const settled = sum === null ? "" : `, but must be ${sum} if all others are right`;
    const seen = read === "none" ? "could not be read" : `was read as ${read}, which is too large`;
    return { place, title, words: `The clue of ${placeWords(place).toLowerCase()} ${seen}${settled}${why}`, values: unique([sum, "none"]), typed: true };
  }
  const sure = doubt.confidence < NEARLY_CERTAIN.clue ? ` (${percent(doubt.confidence)}\u00a0sure)` : "";
  const perhaps = isClue(place) && read !== other && !isUndoubted(item.record) ? `, perhaps ${valueName(place, other)}` : "";
  const words = isClue(place)
    ? `${placeWords(place)} was read as ${valueName(place, read)}${perhaps}`
    : `${capital(valueName(place, read))} was read ${placeWords(place)}`;
  return { place, title, words: `${words}${why}${sure}`, values: unique([read, other, sum]), typed: false };
}

/** Whether a clue should be there of which no number can be confirmed. @param {Doubt} doubt */
function isUnread(doubt) {
  const { code, values } = isCovered(doubt) ? doubt.values.read : doubt;
  return code === "clue_read_too_large" || (code === "clue_read" && values?.read === null);
}

/** What a clue must be for columns and rows to add up to the same, if all others are right; null of a wall.
 * @param {Answer} record @param {string} place */
function sumValue({ col_clues, row_clues, rows, cols }, place) {
  const { axis, line } = parsePlace(place);
  if (!axis) return null;
  const [own, others, most] = axis === "column" ? [col_clues, row_clues, rows] : [row_clues, col_clues, cols];
  const rest = own.filter((_, at) => at !== line);
  /** @param {(?number)[]} clues */
  const sum = (clues) => clues.reduce((/** @type {number} */ total, clue) => total + (clue ?? NaN), 0);
  const left = sum(others) - sum(rest);
  return left >= 0 && left <= most ? String(left) : null;
}

/** @param {(?string)[]} values */
const unique = (values) => [...new Set(values)].filter((value) => value !== null);

/** The question that is asked now, with its answers, and the ways to the others.
 * @param {ReadItem} item @param {Question[]} questions */
function walkParts(item, questions) {
  if (!questions.length) return [];
  const found = questions.findIndex(({ place }) => place === walk.place);
  const at = found < 0 ? Math.min(walk.at, questions.length - 1) : found;
  const { place, title, words, values, typed } = questions[at];
  Object.assign(walk, { place, at });
  const type = typed ? [lineButton("Type it…", `Type the clue of ${placeWords(place)}`, (button) => editClue(place, button), `type ${place}`)] : [];
  const count = questions.length > 1 ? `: ${at + 1} of ${questions.length}` : "";
  /** @param {string} name @param {string} key @param {number} by */
  const to = (name, key, by) =>
    h("button", { type: "button", "data-key": name, "aria-keyshortcuts": key, disabled: !questions[at + by], onclick: () => go(item, by) }, name);
  return [
    h("div", { "data-about": place },
      h("h2", { id: "doubts-title" }, title + count),
      h("p", { class: "what" }, words),
      h("div", { class: "buttons answers" }, ...values.map((value) => itIs(item, place, value)), ...type)),
    ...(count ? [h("div", { class: "buttons walk" }, to("Back", "P", -1), to("Next", "N", 1))] : []),
  ];
}

/** Goes on by so many places, and shows the one that is come to. @param {ReadItem} item @param {number} by */
function go(item, by) {
  const questions = questionsOf(item);
  const question = questions[walk.at + by];
  if (!question) return;
  walk.place = question.place;
  render(item);
  show(walk.place);
  announce(`${walk.at + 1} of ${questions.length}: ${question.words}`);
}

/** N and P go from place to place, to the answers. @param {KeyboardEvent} event */
function onKey(event) {
  const item = current();
  const by = { n: 1, p: -1 }[event.key.toLowerCase()];
  if (!by || !item?.record?.regions || item.play || event.ctrlKey || event.metaKey || event.altKey) return;
  if (targetOf(event).closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, dialog, #popover")) return;
  go(/** @type {ReadItem} */ (item), by);
  byId("doubts").querySelector("button")?.focus({ preventScroll: true });
}

/** The last way on from what was read: all of it is right. @param {ReadItem} item */
function asReadParts(item) {
  if (!item.record.reading?.can_be_as_read || saidOf(item).asRead) return [];
  return [h("button", { type: "button", "data-key": "as-read", onclick: () => setAsRead(item, true) }, "Everything is right as shown")];
}

/** A probability, so that no doubt is rounded away. @param {number} share */
const percent = (share) => `${Math.min(99, Math.round(100 * share))}\u00a0%`;

/** @param {Doubt} doubt */
const isCovered = (doubt) => doubt.code === "drawn_over";

/** @param {ReadItem} item @param {string} place @param {string} value */
function itIs(item, place, value) {
  const words = isClue(place) ? (value === "none" ? "No clue" : `It is ${value}`) : value === "yes" ? "A wall" : "No wall";
  return lineButton(words, valueWords(place, value), () => answer(item, place, value), `say ${place}=${value}`);
}

/** Takes an answer, and shows the next place. @param {ReadItem} item @param {string} place @param {string} value */
function answer(item, place, value) {
  confirmFix(item, place, value);
  if (walk.place !== place) show(walk.place);
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
  const pointing = place ? { onpointerenter: () => point(place), onpointerleave: () => point(walk.place), onfocusin: () => point(place), onfocusout: () => point(walk.place) } : {};
  return h("li", { "data-about": place, ...pointing }, h("span", { class: "what" }, ...words), h("span", { class: "buttons" }, ...buttons));
}

/** A button of such a line. @param {string} words @param {string} label  for who does not see the line
 * @param {(button: Element) => void} act @param {string} key  tells it from others when the list is made anew */
function lineButton(words, label, act, key) {
  return h("button", { type: "button", "aria-label": label === words ? null : label, "data-key": key, onclick: (event) => act(event.currentTarget) }, words);
}

/** Marks a place on the scene, or none. @param {string} place */
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
  return [...part.querySelectorAll("button:enabled")];
}
