/** The panel of a reading: what is asked of it, one place at a time beside the board, and what was corrected. */

import { announce, byId, h, on, patch, targetOf } from "../base/dom.js";
import { onKeys } from "../base/keys.js";
import { capital } from "../base/words.js";
import { current, follow, saidOf, withCurrent } from "../item/store.js";
import { isClue, isOtherPuzzle, placeWords, valueName, valueWords } from "../item/wording.js";
import { marksOf, pointAt } from "../scene/targets.js";
import { scrollToPart, showBox } from "../scene/zoom.js";
import { confirmFix, removeFix, setAsRead, setSize } from "./changes.js";
import { editClue } from "./clue.js";
import { isCertain, questionsOf } from "./questions.js";

/** How much is shown around a place that is zoomed to, in its own lengths. */
const AROUND = 2.5;
const AS_SHOWN = "Everything is right as shown";

/** The title of questions that decide; only these are counted. */
const DOUBTFUL = "Doubtful";

/** The place that is asked about, which of them it is, and the most that are asked: an answer never adds to them. */
const walk = { place: "", at: 0, most: Infinity, fixes: 0 };

/** Begins to show. */
export function init() {
  follow(["record", "board", "fixes", "size", "asRead", "play"], (item, keys) => {
    if (keys.has("selected") || keys.has("board")) Object.assign(walk, { place: "", at: 0, most: Infinity });
    const fixes = item ? Object.keys(saidOf(item).fixes).length : 0;
    if (fixes < walk.fixes) walk.most = Infinity; // an answer was taken back
    walk.fixes = fixes;
    render(item);
  });
  onKeys({ n: withCurrent((item) => goByKey(item, 1)), p: withCurrent((item) => goByKey(item, -1)) }, mayGo);
  for (const name of ["pointerover", "focusin"]) {
    on(name, { corrections: (event) => pointAt(targetOf(event).closest("li")?.dataset.about ?? walk.place) });
  }
  for (const name of ["pointerleave", "focusout"]) on(name, { corrections: () => pointAt(walk.place) });
}

/** @param {Item|null} item */
function render(item) {
  const read = item?.record?.regions && !item.play && !isOtherPuzzle(item.record) ? /** @type {ReadItem} */ (item) : null;
  const questions = read ? asked(read) : [];
  document.body.toggleAttribute("data-walk", Boolean(read && questions.length && !isCertain(read.record)));
  const [corrected, doubts, toggle] = [byId("corrections"), byId("doubts"), byId("correct-toggle")];
  patch(corrected, item ? corrections(item) : [], () => corrected.querySelector("button") ?? toggle);
  const isAsked = read?.record.reading?.can_be_as_read && !saidOf(read).asRead; // whether all may be right
  const asRead = isAsked ? [h("button", { type: "button", "data-key": "as-read", onclick: () => setAsRead(read, true) }, AS_SHOWN)] : [];
  const parts = read ? [...walkParts(read, questions), ...endWords(read, questions), ...asRead] : [];
  patch(doubts, parts, () => doubts.querySelector("p") ?? toggle);
  pointAt(walk.place);
}

/** The questions of a reading, not more than before: those that help most. @param {ReadItem} item */
function asked(item) {
  const all = questionsOf(item);
  walk.most = Math.min(walk.most, all.length) || Infinity;
  return all.slice(0, walk.most);
}

/** What to do where answers would hardly help. @param {ReadItem} item @param {Question[]} questions */
function endWords({ record }, questions) {
  if (record.status === "solved" || questions[0]?.title === DOUBTFUL || record.reading?.misfits.length) return [];
  const doubt = questions.length ? "No place is much in doubt." : "No place is in doubt, so there is nothing to ask.";
  return [h("p", { class: "note end" }, `${doubt} Compare the lines drawn on the board with the picture; a sharper picture may help more.`)];
}

/** What was corrected, each with a button that takes it back. @param {Item} item */
function corrections(item) {
  const { fixes, size, asRead, readAs } = saidOf(item);
  const lines = Object.entries(fixes).map(([place, value]) => {
    const [words, before] = [valueWords(place, value), readAs[place]];
    const was = before === undefined ? "" : before === value ? " (confirmed)" : isClue(place) ? ` (read as ${valueName(place, before)})` : "";
    const where = h("button", { type: "button", class: "where", title: "Show it", onclick: () => show(place) }, words);
    return correctionLine(place, words, () => removeFix(item, place), [where, was]);
  });
  if (size) lines.push(correctionLine("size", `Size ${size.replace("x", "×")}`, () => setSize(item, null)));
  if (asRead) lines.push(correctionLine("as-read", AS_SHOWN, () => setAsRead(item, false)));
  if (!lines.length) return [];
  return [h("h2", { id: "corrections-title" }, "Your corrections"), h("ul", { class: "places", "aria-labelledby": "corrections-title" }, ...lines)];
}

/** @param {string} about @param {string} words @param {() => void} remove @param {(Node|string)[]} [parts] */
const correctionLine = (about, words, remove, parts = [words]) =>
  h("li", { "data-key": about, "data-about": about }, h("span", { class: "what" }, ...parts),
    h("span", { class: "buttons" }, h("button", { type: "button", "aria-label": `Remove: ${words}`, onclick: remove }, "Remove")));

/** The question that is asked now, with its answers, and the ways to the others.
 * @param {ReadItem} item @param {Question[]} questions */
function walkParts(item, questions) {
  if (!questions.length) return [];
  const found = questions.findIndex(({ place }) => place === walk.place);
  const at = found < 0 ? Math.min(walk.at, questions.length - 1) : found;
  const { place, title, words, values, typed } = questions[at];
  Object.assign(walk, { place, at });
  const where = placeWords(place).toLowerCase();
  /** @param {string} key @param {string} text @param {(event: Event) => void} onclick */
  const button = (key, text, onclick) =>
    h("button", { type: "button", "data-key": `${place} ${key}`, "aria-label": `${text}${isClue(place) ? "," : ""} ${where}`, onclick }, text);
  const answers = values.map((value) => button(value, answerWords(place, value), () => answer(item, place, value)));
  const type = button("type", "Type it…", (event) => editClue(place, targetOf(event)));
  if (typed) answers.splice(-1, 0, type); // before that there is none
  const count = title === DOUBTFUL && questions.length > 1 ? `: ${at + 1} of ${questions.length}` : "";
  /** @param {string} name @param {string} key @param {number} by */
  const to = (name, key, by) =>
    h("button", { type: "button", "data-key": name, "aria-keyshortcuts": key, disabled: !questions[at + by], onclick: () => go(item, by) }, name);
  return [
    h("div", { "data-about": place },
      h("h2", { id: "doubts-title" }, title + count),
      h("p", { class: "what", tabindex: -1 }, words),
      h("div", { class: "buttons" }, ...answers)),
    ...(questions.length > 1 ? [h("div", { class: "buttons walk" }, to("Back", "P", -1), to("Next", "N", 1))] : []),
  ];
}

/** @param {string} place @param {string} value */
const answerWords = (place, value) => (isClue(place) && value !== "none" ? `It is ${value}` : capital(valueName(place, value)));

/** Goes on by so many places, and shows the one that is come to. @param {ReadItem} item @param {number} by */
function go(item, by) {
  const questions = asked(item);
  const question = questions[walk.at + by];
  if (!question) return;
  walk.place = question.place;
  render(item);
  show(walk.place);
  announce(`${walk.at + 1} of ${questions.length}: ${question.words}`);
}

/** Whether keys go from question to question; in a list to choose from, letters are for that. */
const mayGo = () => Boolean(current()?.record?.regions) && !current()?.play && !document.activeElement?.matches("select");

/** Goes on by a key, and moves the focus to the question. @param {Item} item @param {number} by */
function goByKey(item, by) {
  go(/** @type {ReadItem} */ (item), by);
  byId("doubts").querySelector("p")?.focus({ preventScroll: true });
}

/** Takes an answer, and shows the next place. @param {ReadItem} item @param {string} place @param {string} value */
function answer(item, place, value) {
  confirmFix(item, place, value);
  if (walk.place !== place) show(walk.place);
}

/** Zooms to a place, with some cells around it. @param {string} place */
function show(place) {
  const [mark] = marksOf(place);
  if (!mark) return;
  const { x, y, width, height } = mark.getBBox();
  const around = AROUND * Math.max(width, height);
  showBox([x - around, y - around, width + 2 * around, height + 2 * around]);
  if (place === walk.place) scrollToPart(byId("doubts"));
}
