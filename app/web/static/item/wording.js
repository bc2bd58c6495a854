/** Places and their values in the words of the page. */

import { saidOf } from "./store.js";

/** A place as the API names it, taken apart: of a clue its axis and line, of a side the cell and whether the other is below it
 * rather than to the right; from 0. @param {string} place  "top:3", "left:5" or "wall:3,4-3,5" @returns {Place} */
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

/** What has changed at a place: "Column 3 is now 4", "Wall below … removed". @param {string} place @param {string} value */
export function changeWords(place, value) {
  if (!isClue(place)) return `Wall ${placeWords(place)} ${value === "yes" ? "added" : "removed"}`;
  return value === "none" ? `${placeWords(place)} has no clue now` : `${placeWords(place)} is now ${value}`;
}

/** A value alone, as on a button: "4", "no clue", "a wall", "no wall". @param {string} place @param {string} value */
export function valueName(place, value) {
  if (isClue(place)) return value === "none" ? "no clue" : value;
  return value === "yes" ? "a wall" : "no wall";
}

/** What a record says of a place, as fixes write it; what is missing is "none". @param {Answer} record @param {string} place */
export function readValue(record, place) {
  const { axis, line, row, col, below } = parsePlace(place);
  if (axis) return String((axis === "column" ? record.col_clues : record.row_clues)[line] ?? "none");
  const isLoose = record.reading?.loose.some((wall) => wall.place === place);
  const other = below ? record.regions[row + 1]?.[col] : record.regions[row]?.[col + 1];
  return isLoose || record.regions[row][col] !== other ? "yes" : "no";
}

/** What a place is, as corrected or else as it was read. @param {ReadItem} item @param {string} place */
export const valueOf = (item, place) => saidOf(item).fixes[place] ?? readValue(item.record, place);

/** The value of a doubt's other possibility, as fixes write it. @param {Doubt} doubt */
export const otherwise = (doubt) => (doubt.otherwise === "?" ? "none" : doubt.otherwise);

/** Whether a record tells of a puzzle of another kind: then nothing of what was read is to be corrected.
 * @param {?Answer|undefined} record */
export const isOtherPuzzle = (record) => ["puzzle_named", "another_puzzle"].includes(record?.code ?? "");
