/** What players put into cells, and how the API writes it. */

import { columnWords, counted } from "../base/words.js";

export const EMPTY = 0;
export const WATER = 1;
export const CROSS = 2;

/** How marks are written, in the order of what a cell may hold. */
const SIGNS = ".wx";

/** What a cell becomes by one more tap. @param {number} mark @returns {number} */
export const nextMark = (mark) => (mark + 1) % SIGNS.length;

/** Whether nothing is put in. @param {number[]} marks */
export const isEmpty = (marks) => marks.every((mark) => mark === EMPTY);

/** Whether a record has anything in the cells, even if it cannot be told. @param {?Answer} [record] */
export const hasEntries = (record) => Boolean(record?.marks?.flat().some((mark) => mark !== EMPTY));

/** Marks as the API takes them; null is what cannot be told. @param {(?number)[]} marks */
export const textOf = (marks) => marks.map((mark) => SIGNS[mark ?? -1] ?? "?").join("");

/** Marks as a record has them, those that cannot be told as empty cells. @param {(?number)[][]} marks */
export const marksRead = (marks) => marks.flat().map((mark) => mark ?? EMPTY);

/** Which of them are so, in a sentence; nothing if none is. @param {(?number)[][]} marks */
export function leftEmptyWords(marks) {
  const rows = marks.map((line) => line.flatMap((mark, col) => (mark === null ? [col + 1] : [])));
  const count = rows.flat().length;
  const places = rows.flatMap((cols, row) => (cols.length ? [`row ${row + 1}, ${columnWords(cols)}`] : []));
  return count ? `${counted(count, "cell")} ${count === 1 ? "is unclear and was" : "are unclear and were"} left empty: ${places.join("; ")}.` : "";
}
