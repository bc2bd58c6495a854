/** Places, values and messages in the words of the page. */

import { capital, counted } from "../base/words.js";

/** Statuses of a record that was refused though a board was read. */
const REFUSED = ["unsure", "no_solution", "ambiguous", "timeout", "no_puzzle"];

/** Parts of the API's messages that speak of its parameters, and what the page says instead; "" says nothing.
 * @type {Record<string, string>} */
const PARTS = {
  "the water is certain, but some walls or clues are not: others would give the same water":
    "the water is certain. Some clues or walls are not: others would give the same water",
  "for another, ask for board=2": "for another, choose it below",
  "correct the text or size": "correct the text or the size",
  "give a screenshot or photo, or a puzzle as text, as `aquarium read` prints it": "give a screenshot or photo, or a puzzle as text",
  "save the picture and name the file": "save the picture and open the file",
  "crop the picture to one": "crop it to one board",
  "this is a bug: please report it with the picture": "please report it with the picture",
};

/** Short words for what became of a puzzle, to follow a change. @type {Record<string, string>} */
const OUTCOMES = {
  no_solution: "No solution",
  ambiguous: "Several solutions",
  no_puzzle: "No puzzle was found",
  timeout: "Solving took too long",
};

/** A place as the API names it, taken apart: of a clue its axis and line, of a side the cell and whether the
 * other is below it rather than to the right; from 0.
 * @param {string} place  "top:3", "left:5" or "wall:3,4-3,5"
 * @returns {Place} */
export function parsePlace(place) {
  const [kind, where] = place.split(":");
  const none = { line: NaN, row: NaN, col: NaN, below: false };
  if (kind !== "wall") return { ...none, axis: kind === "top" ? "column" : "row", line: Number(where) - 1 };
  const [[row, col], [otherRow]] = where.split("-").map((cell) => cell.split(",").map((n) => Number(n) - 1));
  return { ...none, axis: null, row, col, below: otherRow > row };
}

/** Whether a place is that of a clue. @param {string} place */
export const isClue = (place) => !place.startsWith("wall:");

/** A place in words: "Column 3", "right of row 3 column 4", "below row 3 column 4". @param {string} place */
export function placeWords(place) {
  const { axis, line, row, col, below } = parsePlace(place);
  if (axis) return `${axis === "column" ? "Column" : "Row"} ${line + 1}`;
  return `${below ? "below" : "right of"} row ${row + 1} column ${col + 1}`;
}

/** What a place is, with its value: "Column 3 is 4", "No wall below …".
 * @param {string} place @param {string} value  as in fixes */
export function valueWords(place, value) {
  if (isClue(place)) return value === "none" ? `${placeWords(place)} has no clue` : `${placeWords(place)} is ${value}`;
  return `${value === "yes" ? "Wall" : "No wall"} ${placeWords(place)}`;
}

/** What has changed at a place: "Column 3 is now 4", "Wall below … removed".
 * @param {string} place @param {string} value */
export function changeWords(place, value) {
  if (!isClue(place)) return `Wall ${placeWords(place)} ${value === "yes" ? "added" : "removed"}`;
  return value === "none" ? `${placeWords(place)} has no clue now` : `${placeWords(place)} is now ${value}`;
}

/** A value alone, as on a button: "4", "no clue", "a wall", "no wall". @param {string} place @param {string} value */
export function valueName(place, value) {
  if (isClue(place)) return value === "none" ? "no clue" : value;
  return value === "yes" ? "a wall" : "no wall";
}

/** What a record says of a place, as fixes write it; what is missing is "none".
 * @param {Answer} record @param {string} place */
export function readValue(record, place) {
  const { axis, line, row, col, below } = parsePlace(place);
  if (axis) return String((axis === "column" ? record.col_clues : record.row_clues)[line] ?? "none");
  const isLoose = record.reading?.loose.some((wall) => wall.place === place);
  const other = below ? record.regions[row + 1]?.[col] : record.regions[row]?.[col + 1];
  return isLoose || record.regions[row][col] !== other ? "yes" : "no";
}

/** The value of a doubt's other possibility, as fixes write it. @param {Doubt} doubt */
export const otherwise = (doubt) => (doubt.otherwise === "?" ? "none" : doubt.otherwise);

/** Whether a record refuses what it has read. @param {?Answer} record */
export const isRefused = (record) => Boolean(record?.regions && REFUSED.includes(record.status));

/** One line on what became of an item: what was seen, and what to do if something is amiss. @param {Answer} record */
export function messageOf(record) {
  if (record.reading?.misfits.length) return misfitWords(record);
  const words = sentences(record.message ?? OUTCOMES[record.status] ?? "");
  if (record.status === "solved" && record.puzzle_certain !== false) {
    if (record.seed !== undefined) return words; // a new puzzle's message has it all
    return words ? `${solvedWords(record)}. ${words}` : solvedWords(record);
  }
  const differing = record.status === "ambiguous" ? differingCells(record) : 0;
  return differing ? `${words} They differ in ${counted(differing, "cell")}, marked on the board.` : words;
}

/** Shorter, to follow the words on a change: "One solution." @param {Answer} record */
export function outcomeWords(record) {
  if (record.status === "solved") return record.puzzle_certain === false ? messageOf(record) : "One solution.";
  return OUTCOMES[record.status] ? `${OUTCOMES[record.status]}.` : messageOf(record);
}

/** A message of the API as sentences of the page. @param {string} message */
export function sentences(message) {
  const parts = message.split("; ").map(pagePart).filter(Boolean);
  return parts.map((part) => (/[.?!]$/.test(part) ? capital(part) : `${capital(part)}.`)).join(" ");
}

/** @param {Answer} record */
function solvedWords(record) {
  const aquariums = new Set(record.regions?.flat()).size;
  const wrong = record.mistakes?.length ?? 0;
  const mistakes = wrong ? `, ${wrong === 1 ? "1 of your cells is" : `${wrong} of your cells are`} wrong` : "";
  return `${record.rows}×${record.cols}, ${counted(aquariums, "aquarium")}, one solution${mistakes}`;
}

/** A correction without which there would be an answer. @param {Answer} record */
function misfitWords(record) {
  const misfits = record.reading?.misfits ?? [];
  /** @type {Record<string, string>} */
  const outcomes = { no_solution: "there is no solution", ambiguous: "there are several solutions" };
  const left = outcomes[record.status] ?? "no solution is certain";
  const words = misfits.map((fix) => valueWords(fix.split("=")[0], fix.split("=")[1]));
  const named = capital(words.map((one) => one.charAt(0).toLowerCase() + one.slice(1)).join(" and "));
  const [these, them] = misfits.length > 1 ? ["these corrections", "them"] : ["this correction", "it"];
  return `${named}: with ${these} ${left}, without ${them} there is exactly one.`;
}

/** @param {Answer} record */
function differingCells(record) {
  return (record.shared ?? []).flat().filter((cell) => cell === null).length;
}

/** @param {string} part */
function pagePart(part) {
  const known = PARTS[part];
  if (known !== undefined) return known;
  return part.replace(": size=ROWSxCOLUMNS", "").replaceAll("board=", "board ");
}
