/** What a record says, in the sentences of the server, and what became of an item in a line. */

import { capital, counted, listed } from "../base/words.js";
import { isClue, valueWords } from "./wording.js";

/** The messages of a record; the first one is its own. @param {Partial<Answer>} record
 * @returns {{code?: ?string, values?: ?Record<string, any>, sentence?: ?string}[]} */
export const messagesOf = (record) => [record, ...(record.also ?? [])];

/** The sentences of a record. @param {Partial<Answer>} record @returns {string[]} */
export const sentencesOf = (record) =>
  messagesOf(record).flatMap(({ code, sentence }) => (sentence && code !== IN_TABS ? [sentence] : []));

/** All that a record says. @param {Partial<Answer>} record */
export const toldBy = (record) => sentencesOf(record).join(" ");

/** Whether a record says something. @param {Partial<Answer>} record @param {string} code */
export const says = (record, code) => messagesOf(record).some((message) => message.code === code);

/** What is not said, as the tabs of the boards show it, and number them in another way. */
const IN_TABS = "no_answer_for";
/** Statuses of what could not be read: of all that is the case the first is told, the rest on request. */
const REFUSED = ["unsure", "no_puzzle"];
/** What is told beside it: what else is in the picture. */
const BESIDE = ["boards_left_out", "board_not_read", "frame_read", "one_if_connected", "largest_board", "own_answer"];

/** Whether a message is of what else is in the picture. @param {Message} message */
const isBeside = ({ code }) => BESIDE.includes(code ?? "");

/** Why an item is refused, in one sentence, and what else is in the picture. @param {Partial<Answer>} record */
const reasonOf = ({ sentence, also }) => sentencesOf({ sentence, also: also?.filter(isBeside) });

/** What else is the case with a refused item. @param {?Partial<Answer>|undefined} record */
export function moreOf(record) {
  if (!record?.status || !REFUSED.includes(record.status)) return "";
  return toldBy({ also: record.also?.filter((message) => !isBeside(message)) });
}

/** With a capital and a mark at its end. @param {string} part */
export const finished = (part) => (!part || /[.?!]$/.test(part) ? capital(part) : `${capital(part)}.`);

/** What became of an item: in the first sentence what was seen, then what to do about it. Where all that was read is certain, a
 * clue that was typed is suspected before a misprint.
 * @param {Answer} record @param {Record<string, string>} [fixes]  what a person has said @returns {string[]} */
export function messageParts(record, fixes = {}) {
  const typed = Object.entries(fixes).filter(([place]) => isClue(place));
  const isSuspect = typed.length > 0 && says(record, "nothing_in_doubt");
  const told = REFUSED.includes(record.status) ? reasonOf(record) : sentencesOf(record);
  const [first = "", ...others] = isSuspect ? [suspicion(record, typed)] : told;
  const open = record.status === "ambiguous" ? (record.shared ?? []).flat().filter((cell) => cell === null).length : 0;
  const words = [first, open ? `They differ in ${counted(open, "cell")}, marked on the board.` : "", ...others].filter(Boolean);
  if (record.status !== "solved" || record.puzzle_certain === false) return words;
  if (record.seed !== undefined) return words; // a new puzzle's message has it all
  return words.length ? [`${solvedWords(record)}.`, ...words] : [solvedWords(record)];
}

/** The same in one line. @param {Answer} record @param {Record<string, string>} [fixes] */
export const messageOf = (record, fixes) => messageParts(record, fixes).join(" ");

/** Shorter, to follow the words on a change: "One solution." @param {Answer} record */
export function outcomeWords(record) {
  if (record.status === "solved") return record.puzzle_certain === false ? messageOf(record) : "One solution.";
  return record.is_of_puzzle && record.status !== "unsure" ? `${capital(record.status_words)}.` : messageOf(record);
}

/** @param {Answer} record @param {[string, string][]} typed */
function suspicion({ status, status_words }, typed) {
  const words = typed.map(([place, value], at) => (at ? valueWords(place, value).toLowerCase() : valueWords(place, value)));
  return `${status === "unsure" ? "No solution" : capital(status_words)} with what you typed. Compare it with the picture: ${listed(words)}.`;
}

/** @param {Answer} record */
function solvedWords(record) {
  const aquariums = new Set(record.regions?.flat()).size;
  const wrong = record.mistakes?.length ?? 0;
  const mistakes = wrong ? `, ${wrong === 1 ? "1 of your cells is" : `${wrong} of your cells are`} wrong` : "";
  return `${record.rows}×${record.cols}, ${counted(aquariums, "aquarium")}, one solution${mistakes}`;
}
