/** A reading → what is to be asked of it: the places that are doubtful, and what they may be. Pure. */

import { capital } from "../base/words.js";
import { says } from "../item/sentences.js";
import { saidOf } from "../item/store.js";
import { isClue, otherwise, parsePlace, placeWords, readValue, valueName } from "../item/wording.js";

/** Probability from which a doubt is not worth a question: walls are many, and most of them surer than clues. */
const NEARLY_CERTAIN = { clue: 0.995, wall: 0.98 };

/** What is said where clues are missing that have to be typed. */
const MISSING = ["clues_missing", "few_clues", "no_clues", "no_column_clues", "no_row_clues", "many_clues_missing"];

/** Whether the answer does not depend on what is doubtful. @param {Answer} record */
export const isCertain = ({ status, puzzle_certain }) => Boolean(status === "solved" && puzzle_certain);

/** The places to look at: what was taken otherwise than it looks, then what may be otherwise: clues that are missing, walls that
 * end inside an aquarium, and the least certain. @param {ReadItem} item @returns {Question[]} */
export function questionsOf(item) {
  const { record } = item;
  const { fixes, asRead } = saidOf(item);
  const repairs = record.repairs ?? [];
  const taken = repairs.filter(({ place }) => !(place in fixes)).map(({ place }) => repairQuestion(record, place));
  if (asRead) return taken;
  const loose = record.reading?.loose ?? [];
  const known = new Set([...Object.keys(fixes), ...repairs.map(({ place }) => place)]);
  const open = [...missingClues(record), ...loose, ...(record.doubts ?? [])].filter(({ place }) => !known.has(place) && known.add(place));
  const ends = new Set(loose.map(({ place }) => place));
  const isSolved = record.status === "solved"; // then all that is named may be otherwise, or is covered
  /** @param {Doubt} doubt */
  const isUnsure = ({ place, confidence }) => confidence < NEARLY_CERTAIN[isClue(place) ? "clue" : "wall"];
  const unclear = open.filter((doubt) => isSolved || ends.has(doubt.place) || isUnread(doubt) || isCovered(doubt) || isUnsure(doubt));
  const title = isCertain(record) ? "Certain, though partly covered" : unclear.length ? "Doubtful" : isUndoubted(record) ? "Compare with the picture" : "Least certain";
  /** @param {Doubt} doubt */
  const order = (doubt) => (isUnread(doubt) ? -2 : ends.has(doubt.place) ? -1 : doubt.confidence);
  const asked = (unclear.length ? unclear : open).sort((a, b) => order(a) - order(b));
  return [...taken, ...asked.map((doubt) => ({ title, ...doubtQuestion(record, doubt, ends.has(doubt.place)) }))];
}

/** Doubts of the clues that are missing, where a record says so. @param {Answer} record @returns {Doubt[]} */
function missingClues(record) {
  if (record.status === "solved" || !MISSING.some((code) => says(record, code))) return [];
  const { col_clues, row_clues } = record;
  /** @param {string} side @param {(?number)[]} clues */
  const of = (side, clues) => clues.flatMap((clue, at) => (clue === null ? [`${side}:${at + 1}`] : []));
  const places = [...of("top", col_clues), ...of("left", row_clues)];
  return places.map((place) => ({ place, confidence: 0, otherwise: "?", code: "clue_read", values: { read: null } }));
}

/** Whether a record says that no place is in doubt. @param {Answer} record */
const isUndoubted = (record) => says(record, "nothing_in_doubt");

/** @param {Answer} record @param {string} place @returns {Question} */
function repairQuestion(record, place) {
  const taken = readValue(record, place);
  const seen = record.reading?.looks_like[place] ?? null;
  const looks = seen === null ? "" : `, though it looks like ${valueName(place, seen)}: else there is not exactly one solution`;
  const words = `${capital(placeWords(place))} was taken as ${valueName(place, taken)}${looks}`;
  return { place, title: "Corrected automatically", words, values: unique([taken, seen]), typed: false };
}

/** @param {Answer} record @param {Doubt} doubt @param {boolean} isLoose @returns {Omit<Question, "title">} */
function doubtQuestion(record, doubt, isLoose) {
  const { place } = doubt;
  const [read, other, sum] = [readValue(record, place), otherwise(doubt), sumValue(record, place)];
  const why = isLoose ? ", but it ends inside an aquarium" : isCovered(doubt) ? ", and something is drawn over it" : "";
  if (isUnread(doubt)) {
    const settled = sum === null ? "" : `, but must be ${sum} if all others are right`;
    const seen = read === "none" ? "could not be read" : `was read as ${read}, which is too large`;
    return { place, words: `The clue of ${placeWords(place).toLowerCase()} ${seen}${settled}${why}`, values: unique([sum, "none"]), typed: true };
  }
  // No doubt is rounded away
  const sure = doubt.confidence < NEARLY_CERTAIN.clue ? ` (${Math.min(99, Math.round(100 * doubt.confidence))}\u00a0%\u00a0sure)` : "";
  const perhaps = isClue(place) && read !== other && !isUndoubted(record) ? `, perhaps ${valueName(place, other)}` : "";
  const words = isClue(place)
    ? `${placeWords(place)} was read as ${valueName(place, read)}${perhaps}`
    : `${capital(valueName(place, read))} was read ${placeWords(place)}`;
  return { place, words: `${words}${why}${sure}`, values: unique([read, other, sum]), typed: false };
}

/** Whether something is drawn over a place. @param {Doubt} doubt */
const isCovered = (doubt) => doubt.code === "drawn_over";

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
