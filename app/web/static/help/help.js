/** Check, hint and explain, for a puzzle that was read and for one that is played. */

import { askRecord, Refused } from "../base/api.js";
import { announce, byId, enable, h, on, reveal, write } from "../base/dom.js";
import { onKeys } from "../base/keys.js";
import { capital, counted } from "../base/words.js";
import { CROSS, hasEntries, textOf, WATER } from "../item/marks.js";
import { openText, parametersOf } from "../item/record.js";
import { finished, says, sentencesOf, toldBy } from "../item/sentences.js";
import { current, saidOf, subscribe, updateItem, withCurrent } from "../item/store.js";
import { isOtherPuzzle } from "../item/wording.js";
import { scrollToPart } from "../scene/zoom.js";
import { explanationOf, init as initExplanation, reasonElements, showExplanation } from "./explanation.js";

/** What the button for hints says after each level, and which level it then asks for. @type {Record<string, string[]>} */
const MORE = { nudge: ["Which cells", "cell"], cell: ["Why", "reason"] };

/** What is being asked. @type {?Asked} */
let asking = null;
/** What could not be answered last. @type {?{item: Item, message: string}} */
let refusal = null;

/** Begins to listen. */
export function init() {
  on("click", {
    check: withCurrent(checkMarks), hint: withCurrent(hint), explain: withCurrent(explain),
    "help-close": withCurrent(close), "help-cancel": stop,
  });
  on("change", { "from-marks": withCurrent((item) => {
    updateItem(item, {}, { fromMarks: byId("from-marks").checked });
    explain(item);
  }) });
  onKeys({ escape: withCurrent(close) }, () => current()?.help?.quiet === false);
  initExplanation();
  subscribe((item, keys) => {
    if (keys.has("selected") || (asking?.item === item && (keys.has("removed") || !isSame(asking)))) stop();
    if (item === current()) render();
  });
}

/** Asks which marks are wrong, and shows them. With `quiet` only the board does, and how many they are is announced.
 * @param {Item} item @param {{quiet?: boolean}} [how] */
export async function checkMarks(item, { quiet = false } = {}) {
  const record = await ask(item, "Checking", { task: "check" }, quiet);
  if (!record?.mistakes) return;
  const { mistakes, unclear, lines } = record;
  const before = item.help?.mistakes.length ?? 0;
  show(item, { kind: "check", quiet, message: toldBy(record), lines, then: offered(item, record), mistakes, unclear }, quiet);
  const words = `${counted(mistakes.length, "cell")} ${mistakes.length === 1 ? "is" : "are"} wrong`;
  if (quiet && mistakes.length > before) announce([byId("live").textContent?.trim(), words].filter(Boolean).join(". "));
}

/** Forgets what is shown of a game, as its marks are others now, but for mistakes that are still there, where these are marked;
 * what is being asked of the old ones too. @param {PlayedItem} item */
export function forgetHelp(item) {
  if (asking?.item === item) stop();
  if (!item.help) return;
  const { marks, puzzle } = item.play.game;
  /** @param {Mistake} of */
  const stays = ({ row, col, mark }) => marks[(row - 1) * puzzle.cols + col - 1] === (mark === "water" ? WATER : CROSS);
  const help = item.help.quiet ? { ...item.help, mistakes: item.help.mistakes.filter(stays) } : null;
  updateItem(item, { help });
}

/** @param {Item} item */
async function hint(item) {
  const level = nextLevelOf(item.help)?.[1] ?? "nudge";
  const record = await ask(item, "Looking for a step", { task: "hint", level });
  if (!record?.level) return;
  const { step, unclear } = record;
  const mistakes = record.mistakes ?? [];
  const more = step || mistakes.length ? record.level : null;
  const [lines, sentences] = [record.lines.map(capital), sentencesOf(record)];
  const [message = "", ...then] = mistakes.length ? [sentences.shift() ?? "", ...lines, ...sentences] : [...lines, ...sentences];
  show(item, { kind: "hint", level: record.level, more, message, lines: [], then: [...then, ...offered(item, record)], step, mistakes, unclear });
}

/** What is offered where the entries of a picture may be none, unless the answer has said it: in a game, they are the
 * player's. @param {Item} item @param {Answer} answer */
function offered({ play, record }, answer) {
  if (play || !record || says(answer, "ignore_entries")) return [];
  const isAmiss = answer.unclear.length || (answer.mistakes?.length && says(record, "ignore_entries"));
  return isAmiss ? ["If these are not your entries, press “Ignore entries”."] : [];
}

/** @param {Item} item */
async function explain(item) {
  const fromMarks = goesFromMarks(item) && hasMarks(item);
  const record = await ask(item, "Explaining", { task: "explain", from_marks: fromMarks });
  if (!record?.steps) return;
  const help = explanationOf(record, fromMarks ? marksText(item) : null);
  updateItem(item, { help });
  scrollToPart(byId("help-answer"));
  if (document.activeElement?.matches("body, #explain")) byId("step").focus({ preventScroll: true });
  announce(`${help.message} ${byId("step").ariaValueText}`);
}

/** @param {Item} item */
function close(item) {
  updateItem(item, { help: null });
  byId("check").focus();
}

/** @param {Item} item @param {Help} help */
function show(item, help, quiet = false) {
  updateItem(item, { help });
  if (quiet) return;
  scrollToPart(byId("help-answer"));
  const said = [help.message, ...help.lines, ...(help.then ?? []), help.step?.because ?? ""].filter(Boolean);
  announce(said.map(finished).join(" "));
}

/** Asks about an item in place of what was asked before. The answer is null if that is cancelled or refused.
 * @param {Item} item @param {string} words @param {{task: "check"|"hint"|"explain", level?: string, from_marks?: boolean}} parameters
 * @returns {Promise<?Answer>} */
async function ask(item, words, parameters, quiet = false) {
  stop();
  refusal = null;
  const own = { item, words, quiet, stopper: new AbortController(), of: askedAbout(item) };
  asking = own;
  render();
  try {
    const { body, about } = subjectOf(item);
    const { record } = await askRecord("api/solve", { ...about, ...parameters }, body, { signal: own.stopper.signal });
    if (!record[FIELDS[parameters.task]]) throw new Refused(0, record);
    return asking === own ? record : null;
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof Refused)) throw error;
    if (asking === own && !quiet && error instanceof Refused) refuse(item, error.record);
    return null;
  } finally {
    if (asking === own) asking = null;
    render();
  }
}

/** What is helped with: an answer is that of this alone. @param {Item} item */
function askedAbout(item) {
  const { fixes, size, asRead, ignoreEntries } = saidOf(item);
  return [item.record, item.board, item.play?.game, fixes, size, asRead, ignoreEntries];
}

/** Whether what was asked about is still what is shown. @param {Asked} of */
const isSame = ({ item, of }) => askedAbout(item).every((value, at) => value === of[at]);

/** The field of a record that is there if the task has an answer. */
const FIELDS = /** @type {const} */ ({ check: "mistakes", hint: "level", explain: "steps" });

/** @param {Item} item @param {Partial<Answer>} record */
function refuse(item, record) {
  refusal = { item, message: toldBy(record) || "There is no answer." };
  announce(refusal.message);
}

function stop() {
  asking?.stopper.abort();
  asking = null;
  render();
}

/** What to send of an item, and what is to be said of it: its text, which needs no reading, where it is certain, unless
 * its colours may be water, which marks do not tell. @param {Item} item */
function subjectOf(item) {
  const isColoured = !item.play && item.record && says(item.record, "colours_unclear");
  const text = isColoured ? null : openText(item);
  return text ? { body: text, about: { marks: marksText(item) } } : { body: item.source, about: parametersOf(item) };
}

/** @param {Item} item */
const marksOf = (item) => item.play?.game.marks ?? item.record?.marks?.flat();

/** @param {Item} item */
const marksText = (item) => textOf(marksOf(item) ?? []) || null;

/** Whether an explanation goes on from the marks: in a game, and elsewhere if it is wished. @param {Item} item */
const goesFromMarks = (item) => saidOf(item).fromMarks ?? Boolean(item.play);

/** @param {Item} item */
const hasMarks = (item) => Boolean(marksOf(item)?.some(Boolean));

function render() {
  const item = current();
  if (!item) return document.body.removeAttribute("data-helped");
  const { record, play, help } = item;
  const isCertain = Boolean(play || (record?.puzzle_certain && record.shared));
  const isProved = isCertain || Boolean(record?.shared);
  const mayCheck = play || (isProved && record && (hasEntries(record) || says(record, "colours_unclear")));
  const isOver = play?.done;
  const waits = Boolean(!play && item.busy); // it is read anew: perhaps as another
  const said = help?.quiet ? null : help;
  const needs = isProved
    ? "The water is certain, but not every clue and wall. For hints and explanations, correct or confirm the ringed places."
    : `Help needs ${isOtherPuzzle(record) ? "an Aquarium" : "a"} puzzle with exactly one solution.${item.isText || isOtherPuzzle(record) ? "" : " Correct what was misread."}`;
  write({
    "help-note": isCertain ? "" : needs, "help-refusal": refusal?.item === item ? refusal.message : "",
    hint: nextLevelOf(help)?.[0] ?? "Hint", "help-busy-words": asking?.words ?? "",
  });
  enable({ check: !waits, hint: !waits, explain: !waits });
  byId("from-marks").checked = goesFromMarks(item);
  reveal({
    check: mayCheck && !isOver, hint: isCertain && !isOver, explain: isCertain && !isOver,
    "help-busy": asking && !asking.quiet, "help-answer": said,
    explanation: said?.kind === "explain", "help-words": said?.kind !== "explain",
    "help-put": play && help?.kind === "hint" && (help.step?.water?.length || help.step?.air?.length),
    "from-marks-choice": help?.kind === "explain" && hasMarks(item),
  });
  document.body.toggleAttribute("data-helped", Boolean(said));
  if (said?.kind === "explain") showExplanation(/** @type {Explained} */ (said));
  else if (said) renderAnswer(said);
}

/** The button's next words and the level that it then asks for, if there is more to tell. @param {?Help} help */
const nextLevelOf = (help) => MORE[(help?.kind === "hint" && help.more) || ""];

/** @param {Help} of */
function renderAnswer({ kind, message, lines, then = [], step }) {
  byId("help-words").replaceChildren(
    h("p", { class: "said" }, message),
    ...(lines.length ? [h("ul", {}, ...lines.map((line) => h("li", {}, line)))] : []),
    ...then.map((words) => h("p", {}, words)),
    ...(kind === "hint" && step?.because ? reasonElements(step) : []),
  );
}
