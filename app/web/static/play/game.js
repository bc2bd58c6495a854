/** The rules of playing: marks, moves, undo. Pure functions on plain values that JSON can keep; nothing of the page. */

import { EMPTY, WATER } from "../item/marks.js";

/** A game at its beginning. @param {Puzzle} puzzle @param {?number[]} [marks] @returns {Game} */
export const newGame = (puzzle, marks = null) =>
  ({ puzzle, marks: marks ?? Array(puzzle.rows * puzzle.cols).fill(EMPTY), past: [], future: [] });

/** What a cell holds. @param {Game} game @param {number} row @param {number} col @returns {number} */
export const markAt = (game, row, col) => game.marks[row * game.puzzle.cols + col];

/** The marks after a cell has become `mark`. With `fill` its aquarium follows: water fills all that lies lower, a cross dries all
 * above, and what is taken away takes along what rests on it. Water that is level only where it is connected may stand at several
 * levels, so nothing follows there. @param {Puzzle} puzzle @param {number[]} marks @param {number} row @param {number} col
 * @param {number} mark @param {boolean} fill @returns {number[]} */
export function put(puzzle, marks, row, col, mark, fill) {
  const { cols, regions, rule } = puzzle;
  const after = [...marks];
  const was = marks[row * cols + col];
  after[row * cols + col] = mark;
  if (!fill || rule !== "level") return after;
  /** @param {number} line @param {number} at */
  const follows = (line, at) => {
    if (mark !== EMPTY) return mark === WATER ? line >= row : line <= row;
    return marks[at] === was && (was === WATER ? line <= row : line >= row);
  };
  for (const [line, numbers] of regions.entries()) {
    for (const [place, number] of numbers.entries()) {
      const at = line * cols + place;
      if (number === regions[row][col] && follows(line, at)) after[at] = mark;
    }
  }
  return after;
}

/** The game after a move to other marks; the same one if they are the same.
 * @param {Game} game @param {number[]} marks @returns {Game} */
export function moved(game, marks) {
  const move = [];
  for (const [at, mark] of marks.entries()) if (mark !== game.marks[at]) move.push([at, game.marks[at], mark]);
  return move.length ? { ...game, marks: [...marks], past: [...game.past, move], future: [] } : game;
}

/** The game before its last move. @param {Game} game */
export const undone = (game) => stepped(game, "past", "future", 1);

/** The game with the move that was undone last. @param {Game} game */
export const redone = (game) => stepped(game, "future", "past", 2);

/** The game with the last of some moves turned to the other side: `at` is where its cells have what they become.
 * @param {Game} game @param {"past"|"future"} from @param {"past"|"future"} to @param {number} at @returns {Game} */
function stepped(game, from, to, at) {
  const move = game[from].at(-1);
  if (!move) return game;
  const marks = [...game.marks];
  for (const cell of move) marks[cell[0]] = cell[at];
  return { ...game, marks, [from]: game[from].slice(0, -1), [to]: [...game[to], move] };
}

/** The game with an empty board, as one move. @param {Game} game @returns {Game} */
export const restarted = (game) => moved(game, game.marks.map(() => EMPTY));

/** Begins a tap or drag at a cell. @param {Game} game @param {number} row @param {number} col
 * @param {number} mark  what the cell becomes @param {boolean} fill @returns {Stroke} */
export function strokeFrom(game, row, col, mark, fill) {
  const marks = put(game.puzzle, game.marks, row, col, mark, fill);
  return { game, was: markAt(game, row, col), mark, fill, marks, last: [row, col] };
}

/** The stroke drawn on to a cell: every cell on the way becomes the mark if it holds what the first one held.
 * @param {Stroke} stroke @param {number} row @param {number} col @returns {Stroke} */
export function strokeTo(stroke, row, col) {
  const { game, was, mark, fill, last } = stroke;
  let { marks } = stroke;
  for (const [line, place] of cellsBetween(last, [row, col])) {
    if (marks[line * game.puzzle.cols + place] === was) marks = put(game.puzzle, marks, line, place, mark, fill);
  }
  return { ...stroke, marks, last: [row, col] };
}

/** How far each row and column is: {wet, clue, state}, where the state is "open", "complete" or "over".
 * It is told from the clues alone. @param {Game} game */
export function progressOf({ marks, puzzle: { cols, row_clues, col_clues } }) {
  /** @param {?number} clue @param {number[]} cells @returns {Line} */
  const line = (clue, cells) => {
    const wet = cells.filter((mark) => mark === WATER).length;
    return { wet, clue, state: clue === null || wet < clue ? "open" : wet === clue ? "complete" : "over" };
  };
  return {
    rows: row_clues.map((clue, row) => line(clue, marks.slice(row * cols, (row + 1) * cols))),
    cols: col_clues.map((clue, col) => line(clue, marks.filter((_, at) => at % cols === col))),
  };
}

/** Whether a game is won: all clues are met, and wherever water can come it has come. @param {Game} game */
export function isWon(game) {
  const { rows, cols } = progressOf(game);
  if (![...rows, ...cols].every(({ clue, state }) => clue === null || state === "complete")) return false;
  const seen = new Set();
  for (const [at, mark] of game.marks.entries()) {
    if (mark !== WATER || seen.has(at)) continue;
    for (const cell of reached(game.puzzle, at)) {
      if (game.marks[cell] !== WATER) return false;
      seen.add(cell); // what is reached from there is reached from here
    }
  }
  return true;
}

/** The cells that are wet if one is: those of its aquarium that are not above it, if water is level in the whole aquarium,
 * and else those of them to which it can flow. @param {Puzzle} puzzle @param {number} start @returns {number[]} */
function reached({ rows, cols, regions, rule }, start) {
  const numbers = regions.flat();
  const top = start - (start % cols);
  /** @param {number} at */
  const isIn = (at) => at >= top && at < rows * cols && numbers[at] === numbers[start];
  if (rule === "level") return [...numbers.keys()].filter(isIn);
  const found = new Set([start]);
  for (const at of found) {
    const col = at % cols;
    for (const next of [at - cols, at + cols, ...(col ? [at - 1] : []), ...(col < cols - 1 ? [at + 1] : [])]) {
      if (isIn(next)) found.add(next);
    }
  }
  return [...found];
}

/** The cells after `from` on a straight way to `to`, itself included: pointers jump.
 * @param {number[]} from @param {number[]} to */
function cellsBetween([row, col], [toRow, toCol]) {
  const count = Math.max(Math.abs(toRow - row), Math.abs(toCol - col));
  /** @param {number} from @param {number} to @param {number} step */
  const on = (from, to, step) => Math.round(from + ((to - from) * step) / count);
  return Array.from({ length: count }, (_, at) => [on(row, toRow, at + 1), on(col, toCol, at + 1)]);
}
