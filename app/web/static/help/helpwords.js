/** Cells, lines, mistakes and steps in words, as the command line says them. Pure; cells are those of the API,
 * [row, col] from 1. */

import { capital, columnWords, counted, listed } from "../base/words.js";
import { says, sentence, toldBy } from "../item/sentences.js";

/** Names cells row by row, neighbours as a range: row 2, columns 2–4 and 6. @param {number[][]} cells */
const cellWords = (cells) => rowsOf(cells).map(([row, cols]) => `row ${row}, ${columnWords(cols)}`).join("; ");

/** What is wrong, a line for each row, and for water and crosses apart.
 * @param {{row: number, col: number, mark: string}[]} mistakes @returns {string[]} */
export function mistakeLines(mistakes) {
  const said = { water: "you put water; should be empty", cross: "you put a cross; should be water" };
  const lines = Object.entries(said).flatMap(([mark, words]) => {
    const cells = mistakes.filter((mistake) => mistake.mark === mark).map(({ row, col }) => [row, col]);
    return rowsOf(cells).map(([row, cols]) => ({ row, line: `Row ${row}, ${columnWords(cols)}: ${words}` }));
  });
  return lines.sort((a, b) => a.row - b.row).map(({ line }) => line);
}

/** Cells of which nobody can tell what is put there, a line for each row. @param {number[][]} cells */
export const unclearLines = (cells) =>
  rowsOf(cells).map(([row, cols]) => `Row ${row}, ${columnWords(cols)}: cannot tell what you put`);

/** What may be done if what is amiss with the entries of a picture is not the player's: nothing, if the answer has said it.
 * @param {Answer} picture  what became of it @param {Answer} answer  to check or hint @returns {string[]} */
export function offerWords(picture, answer) {
  const isDoubtful = answer.unclear.length > 0 || (answer.mistakes?.length && says(picture, "ignore_entries"));
  return isDoubtful && !says(answer, "ignore_entries") ? [sentence({ code: "ignore_entries", values: {} })] : [];
}

/** In which rows mistakes are, and no more. @param {{row: number}[]} mistakes */
function mistakeRows(mistakes) {
  const rows = [...new Set(mistakes.map(({ row }) => row))].sort((a, b) => a - b);
  return `${counted(mistakes.length, "mistake")} in row${rows.length === 1 ? "" : "s"} ${listed(rows.map(String))}`;
}

/** Where a step makes one look: row 4, or the aquarium that begins at row 3, column 5.
 * @param {{lines: string[], aquariums: number[]}} step @param {number[][]} regions */
function whereWords(step, regions) {
  const lines = step.lines.map((place) => place.replace("top:", "column ").replace("left:", "row "));
  const named = lines.length ? lines : step.aquariums.map((number) => `the aquarium at ${startWords(number, regions)}`);
  return listed(named);
}

/** What a step settles: water in row 1, columns 1–4. @param {{water: number[][], air: number[][]}} step */
export function settledWords(step) {
  const parts = /** @type {const} */ ([["water", step.water], ["air", step.air]]);
  return parts.filter(([, cells]) => cells.length).map(([name, cells]) => `${name} in ${cellWords(cells)}`).join(", ");
}

/** What a hint says: mistakes that are to be corrected first, and then where to look and, if that was asked for,
 * what to put in. @param {Answer} record  of the task hint
 * @returns {{message: string, lines: string[], then: string[]}} */
export function hintWords(record) {
  const { level, step, mistakes, unclear, done, regions } = record;
  /** @type {string[]} */
  const then = [];
  if (done) then.push("All the water is in");
  else if (!step) then.push(toldBy(record));
  else if (step.lines.length || step.aquariums.length) then.push(`Look at ${whereWords(step, regions)}`);
  if (step?.water?.length || step?.air?.length) then.push(capital(settledWords(step)));
  if (unclear.length && step) then.push(sentence({ code: "left_aside", values: { cells: unclear.length } }));
  if (!mistakes?.length) return { message: then.shift() ?? "", lines: [], then };
  if (level === "nudge") return { message: `${mistakeRows(mistakes)}, to correct first`, lines: [], then };
  return { message: `${counted(mistakes.length, "mistake")} to correct first`, lines: mistakeLines(mistakes), then };
}

/** @param {number} number @param {number[][]} regions */
function startWords(number, regions) {
  const row = regions.findIndex((line) => line.includes(number));
  return row < 0 ? String(number) : `row ${row + 1}, column ${regions[row].indexOf(number) + 1}`;
}

/** [[row, [col, …]], …], in reading order. @param {number[][]} cells */
function rowsOf(cells) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  for (const [row, col] of cells) rows.set(row, [...(rows.get(row) ?? []), col]);
  return [...rows].sort(([a], [b]) => a - b).map(([row, cols]) => /** @type {[number, number[]]} */ ([row, cols.sort((a, b) => a - b)]));
}
