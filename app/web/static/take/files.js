/** What can be taken along of an item: which drawings, from which parameters, under which names. */

import { isEmpty, textOf } from "../item/marks.js";
import { parametersOf } from "../item/record.js";

/** Each drawing: how it is called, how its files' names end, what is asked of the server for it, and whether an item
 * has it. Only what is proved is had.
 * @type {Record<string, {words(item: Item): string, suffix(item: Item): string, parameters(item: Item): object, has(item: ReadItem): boolean}>} */
const DRAWINGS = {
  help: {
    words: ({ help }) => (help?.kind === "check" ? "the check" : "the hint"),
    suffix: ({ help }) => (help?.kind === "check" ? "checked" : "hint"),
    parameters: ({ help }) => ({ task: help?.kind, level: help?.kind === "hint" ? help.level : null }),
    has: ({ help, play, record }) => Boolean(!play && record.marks && help && help.kind !== "explain" && !help.quiet),
  },
  answer: {
    words: ({ isText }) => (isText ? "the answer" : "the answer on the picture"),
    suffix: () => "solved",
    parameters: () => ({ task: "solve" }),
    has: ({ record }) => Boolean(record.water),
  },
  board: {
    words: () => "the answer on a clean board",
    suffix: () => "board",
    parameters: () => ({ task: "draw", solution: true }),
    has: ({ isText, record }) => !isText && Boolean(record.water && record.puzzle_certain),
  },
  puzzle: {
    words: () => "the empty puzzle",
    suffix: () => "puzzle",
    parameters: () => ({ task: "draw", ignore_entries: true }),
    has: ({ record }) => Boolean(record.puzzle_certain),
  },
  game: {
    words: () => "my game so far",
    suffix: () => "game",
    parameters: ({ play }) => ({ task: "draw", with_marks: true, marks: textOf(play?.game.marks ?? []) }),
    has: ({ play }) => Boolean(play && !play.done && !isEmpty(play.game.marks)),
  },
};

/** The names of the drawings that an item has, the best first. @param {?Item} item */
export function drawingsOf(item) {
  if (!item?.record?.regions || item.busy) return [];
  const names = Object.keys(DRAWINGS).filter((name) => DRAWINGS[name].has(/** @type {ReadItem} */ (item)));
  return item.play && !item.play.done ? names.reverse() : names; // who plays does not want to see the answer first
}

/** What a drawing is called. @param {Item} item @param {string} name */
export const wordsOf = (item, name) => DRAWINGS[name].words(item);

/** What the server is asked for a drawing as a file, and what is sent: of a game, the puzzle that is played.
 * @param {Item} item @param {string} name @param {string} format  "png", "svg" or "pdf" */
export function askedFor(item, name, format) {
  const [body, of] = name === "game" && item.play ? [item.play.text, {}] : [item.source, parametersOf(item)];
  return { body, parameters: { ...of, ...DRAWINGS[name].parameters(item), format } };
}

/** The name of a file, from that of the picture: "shot.solved.png". Also of text: no sign that a disk would refuse.
 * @param {Item} item @param {string} name @param {string} format */
export function fileName(item, name, format) {
  const stem = item.name.replace(/\.[A-Za-z0-9]{1,5}$/, "").replaceAll("×", "x").replace(/[\s/\\:*?"<>|]+/g, "-") || "puzzle";
  const page = item.pages > 1 ? `-page-${item.page}` : "";
  const board = item.board > 1 ? `-board-${item.board}` : "";
  return `${stem}${page}${board}.${DRAWINGS[name].suffix(item)}.${format}`;
}
