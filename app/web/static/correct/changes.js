/** What a person says of a reading: corrections, size, "as shown"; undone and redone. Each change re-solves. */

import { announce } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, counted } from "../base/words.js";
import { readItem } from "../item/record.js";
import { saidOf, updateItem } from "../item/store.js";
import { changeWords, isClue, placeWords, readValue, valueOf, valueWords } from "../item/wording.js";

/** Changes that can be undone. */
const MOST_PAST = 200;

/** Takes a value that was typed or chosen on the scene. What was read before is no correction: it is taken back;
 * saying again what is read confirms it where it is doubtful.
 * @param {ReadItem} item @param {string} place @param {string} value  as in fixes */
export function setFix(item, place, value) {
  const { fixes, readAs } = saidOf(item);
  if (fixes[place] === value) return;
  if (place in fixes && value === readAs[place]) return removeFix(item, place);
  if (!(place in fixes) && value === readValue(item.record, place) && !isDoubtful(item.record, place)) return;
  confirmFix(item, place, value);
}

/** Takes a value as a person's word, even where it is what was read.
 * @param {ReadItem} item @param {string} place @param {string} value */
export function confirmFix(item, place, value) {
  const { fixes, readAs } = saidOf(item);
  if (fixes[place] === value) return;
  const before = { [place]: readValue(item.record, place), ...readAs };
  change(item, { fixes: { ...fixes, [place]: value }, readAs: before });
}

/** Adds a wall, or removes it. @param {ReadItem} item @param {string} place */
export const toggleWall = (item, place) => setWalls(item, [place], valueOf(item, place) === "yes" ? "no" : "yes");

/** Adds walls, or removes them, as one change. @param {ReadItem} item @param {string[]} places @param {string} value */
export function setWalls(item, places, value) {
  const before = saidOf(item);
  const [fixes, readAs] = [{ ...before.fixes }, { ...before.readAs }];
  for (const place of places.filter((one) => valueOf(item, one) !== value)) {
    if (!(place in fixes)) readAs[place] = readValue(item.record, place);
    if (readAs[place] === value) delete fixes[place];
    else fixes[place] = value;
  }
  change(item, { fixes, readAs });
}

/** Takes a correction back. @param {Item} item @param {string} place */
export function removeFix(item, place) {
  const { [place]: _, ...fixes } = saidOf(item).fixes;
  change(item, { fixes });
}

/** Says the size of the board, like "15x15"; null finds it in the picture. Corrections stay where the lines are as many as
 * before; those of others go, which is told. @param {Item} item @param {?string} size */
export function setSize(item, size) {
  const { size: before, fixes, readAs } = saidOf(item);
  if (size === before) return;
  const [rows, cols] = size?.split("x").map(Number) ?? [];
  const [sameRows, sameCols] = [rows === item.record?.rows, cols === item.record?.cols];
  /** @param {string} place */
  const stays = (place) => (sameRows || place.startsWith("top:")) && (sameCols || place.startsWith("left:"));
  /** @param {Record<string, string>} values */
  const staying = (values) => Object.fromEntries(Object.entries(values).filter(([place]) => stays(place)));
  change(item, { size, fixes: staying(fixes), asRead: false, readAs: staying(readAs) });
  const gone = Object.keys(fixes).filter((place) => !stays(place)).length;
  if (gone) notice(`${counted(gone, "correction")} of another size went.`, { words: "Undo", act: () => undo(item) });
}

/** Says that all was read rightly, or no longer. @param {Item} item @param {boolean} asRead */
export const setAsRead = (item, asRead) => change(item, { asRead });

/** Takes all cells as empty, or again as they are. @param {Item} item @param {boolean} ignoreEntries */
export const setIgnoreEntries = (item, ignoreEntries) => change(item, { ignoreEntries });

/** Takes all back that a person has said of the board; undone as one change. @param {Item} item */
export const resetAll = (item) => change(item, { fixes: {}, size: null, asRead: false, ignoreEntries: false });

/** Takes the last change back. @param {Item} item */
export const undo = (item) => step(item, "past", "future", "Undone");

/** Makes the last change again that was taken back. @param {Item} item */
export const redo = (item) => step(item, "future", "past", "Redone");

/** Whether anything is said of a board. @param {Said} of */
export const isCorrected = ({ fixes, size, asRead, ignoreEntries }) =>
  Boolean(Object.keys(fixes).length || size || asRead || ignoreEntries);

/** Whether anything is said of any board of an item's page. @param {Item} item */
export const hasCorrections = (item) => Object.values(item.boards).some(isCorrected);

/** Changes what is said of the board, if it is said otherwise then. @param {Item} item @param {Partial<Said>} changes */
function change(item, changes) {
  /** @param {Said} said */
  const text = ({ fixes, size, asRead, ignoreEntries }) => JSON.stringify([Object.entries(fixes).sort(), size, asRead, ignoreEntries]);
  const [said, before] = [saidOf(item), pick(saidOf(item))];
  if (text({ ...said, ...changes }) === text(said)) return;
  if (item.stands && item.stands.board !== item.board) return announce("The other board is still being read");
  replaceState(item, { ...before, ...changes }, { past: [...said.past, before].slice(-MOST_PAST), future: [] }, "");
}

/** @param {Item} item @param {"past"|"future"} from @param {"past"|"future"} to @param {string} word */
function step(item, from, to, word) {
  const said = saidOf(item);
  const last = said[from].at(-1);
  if (!last) return announce(`Nothing to ${word === "Undone" ? "undo" : "redo"}`);
  replaceState(item, last, { [from]: said[from].slice(0, -1), [to]: [...said[to], pick(said)] }, `${word}: `);
}

/** @param {Item} item @param {Said} said @param {Partial<SaidOfBoard>} stacks @param {string} prefix */
function replaceState(item, said, stacks, prefix) {
  const words = prefix + differenceWords({ ...saidOf(item).readAs, ...said.readAs }, pick(saidOf(item)), said);
  updateItem(item, {}, { ...said, ...stacks });
  readItem(item, { said: capital(words) });
}

/** @param {Said} of */
const pick = ({ fixes, size, asRead, ignoreEntries, readAs }) => ({ fixes, size, asRead, ignoreEntries, readAs });

/** What differs between two states of what is said, in words.
 * @param {Record<string, string>} readAs @param {Said} before @param {Said} after */
function differenceWords(readAs, before, after) {
  if (before.size !== after.size) return after.size ? `the size is now ${after.size.replace("x", "×")}` : "the size is detected again";
  if (before.asRead !== after.asRead) return after.asRead ? "everything is confirmed as shown" : "not everything is confirmed any more";
  if (before.ignoreEntries !== after.ignoreEntries) return after.ignoreEntries ? "the entries are ignored" : "the entries count again";
  const changed = Object.keys({ ...before.fixes, ...after.fixes }).filter((place) => before.fixes[place] !== after.fixes[place]);
  if (changed.length > 2) return `${counted(changed.length, changed.some(isClue) ? "correction" : "wall")} changed`;
  return changed.map((place) => placeDifference(readAs, place, before.fixes[place], after.fixes[place])).join(", ");
}

/** @param {Record<string, string>} readAs @param {string} place @param {string|undefined} before
 * @param {string|undefined} after */
function placeDifference(readAs, place, before, after) {
  const now = after ?? readAs[place];
  if (now !== (before ?? readAs[place])) return changeWords(place, now);
  return after ? `${valueWords(place, after)}: confirmed` : `${capital(placeWords(place))}: no longer confirmed`;
}

/** @param {Answer} record @param {string} place */
const isDoubtful = ({ doubts, repairs }, place) => [...(doubts ?? []), ...(repairs ?? [])].some((one) => one.place === place);
