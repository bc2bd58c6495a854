/** How games begin: from what was read, from what is saved, from the address of a puzzle. */

import { announce, byId, enable, h, on, reveal, write } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { timeWords } from "../base/words.js";
import { isEmpty, leftEmptyWords, marksRead } from "../item/marks.js";
import { openText, puzzleText, readItem } from "../item/record.js";
import { addItem, current, follow, items, selectItem, updateItem, withCurrent } from "../item/store.js";
import { moved, newGame, restarted } from "./game.js";
import { deleteGame, finishedGames, isBegun, isUnfinished, savedGame, saveGame, tidy, unfinishedGames, whenOthersPlay } from "./saved.js";
import { prunePictures, savedPicture, savePicture } from "./sources.js";

/** Begins to listen. */
export function init() {
  tidy();
  prunePictures(unfinishedGames().map(({ text }) => text));
  on("click", {
    "play-empty": withCurrent(startGame),
    "play-marks": withCurrent((item) => startGame(item, { read: item.record?.marks ?? [] })),
    "play-resume": withCurrent((item) => {
      const saved = savedGame(puzzleText(item));
      if (saved) begin(item, saved);
    }),
  });
  follow(["record", "play", "busy"], renderOffer);
  follow([], (item) => item || renderLists());
  whenOthersPlay(renderLists);
  whenOthersPlay(() => renderOffer(current()));
  renderLists();
}

/** Plays the puzzle of an item from an empty board or from the marks that were read. If its game is not finished, that is a move
 * which can be undone. @param {Item} item @param {{read?: ?(?number)[][], grade?: ?string, seed?: ?number}} [how] */
export function startGame(item, { read = null, grade = null, seed = null } = {}) {
  const { rows, cols, regions, row_clues, col_clues, rule } = /** @type {ReadItem} */ (item).record;
  const text = puzzleText(item) ?? "";
  const saved = savedGame(text);
  const isOn = saved && !saved.done;
  const marks = read && marksRead(read);
  const game = !isOn ? newGame({ rows, cols, regions, row_clues, col_clues, rule }, marks) : marks ? moved(saved.game, marks) : restarted(saved.game);
  begin(item, {
    text, name: item.name, isText: item.isText, game, seconds: 0, turn: (saved?.turn ?? 0) + 1, when: Date.now(),
    grade: saved?.grade ?? grade, seed: saved?.seed ?? seed, steps: saved?.steps ?? null, done: false, times: saved?.times ?? [],
  }, leftEmptyWords(read ?? []));
}

/** @param {Item} item @param {SavedGame} game @param {string} [note]  what is to be known of its beginning */
function begin(item, game, note = "") {
  item.busy?.cancel();
  updateItem(item, { help: null, play: game });
  selectItem(item);
  byId("panel").scrollTop = 0;
  scrollTo(0, 0); // on a phone, so that what is below the board begins there
  byId("stage").querySelector("[data-cell]")?.focus({ preventScroll: true });
  byId("stage").scrollIntoView({ block: "nearest" }); // in a low window
  if (note) notice(note);
  if (!game.done) announce(`The game has started. ${note} Arrow keys move, Space enters water, X a cross`);
  if (game.text && isBegun(game.game)) saveGame(game);
  savePicture(game.text, item);
}

/** Opens a puzzle: its unfinished game, or else its item, which is read. In its picture, where that is saved.
 * @param {string} text @param {{plays?: boolean}} [how]  whether it is played in any case, or the game that was won is shown */
export async function openPuzzle(text, { plays = false } = {}) {
  const saved = savedGame(text);
  const before = current();
  const picture = await savedPicture(text);
  if (current() !== before) return; // something else was opened meanwhile
  const open = items().find((item) => openText(item) === text);
  const item = open ?? addItem({ name: saved?.name || "Text", source: text, isText: true, ...picture });
  if (item.play) return selectItem(item);
  if (saved && (isUnfinished(saved) || (saved.done && plays))) begin(item, saved);
  else selectItem(item);
  if (!open) await readAgain(item, text);
  if (plays && item === current() && !item.play && item.record?.puzzle_certain) startGame(item);
  if (saved && !saved.isText && item.isText) notice("The picture of this game was not saved. The game goes on without it.");
}

/** Reads an item anew. If its picture is not read as this puzzle any more, it goes. @param {Item} item @param {string} text */
async function readAgain(item, text) {
  await readItem(item);
  if (item.record?.is_of_puzzle && !item.isText && puzzleText(item) !== text) {
    updateItem(item, { source: text, isText: true, page: 1, pages: 1, board: 1, boards: {}, picture: null, record: null });
    await readItem(item);
  }
  if (item.name === "Text" && item.record?.regions) updateItem(item, { name: `${item.record.rows}×${item.record.cols} from text` });
}

/** @param {?Item} item */
function renderOffer(item) {
  const { record, play } = item ?? {};
  const isOffered = item && !play && record?.puzzle_certain && record.shared;
  const saved = isOffered ? savedGame(puzzleText(item)) : null;
  const [hasMarks, isOn] = [record?.marks && !isEmpty(marksRead(record.marks)), isUnfinished(saved)];
  reveal({ "play-offer": isOffered, "play-resume": isOn, "play-marks": hasMarks });
  enable(Object.fromEntries(["play-resume", "play-marks", "play-empty"].map((id) => [id, !item?.busy]))); // it is perhaps another
  write({
    "play-resume": `Resume the game (${timeWords(saved?.seconds ?? 0)})`,
    "play-empty": hasMarks || isOn ? "Play from an empty board" : "Play this puzzle",
  });
}

/** The games that can be gone on with, and those that are finished. */
function renderLists() {
  const [games, finished] = [unfinishedGames(), finishedGames()];
  byId("saved").replaceChildren(...games.map((saved) => entry(saved, byId("saved"), "Resume ", saved.seconds)));
  byId("finished-games").replaceChildren(...finished.map((saved) => entry(saved, byId("finished-games"), "", Math.min(...saved.times))));
  reveal({ saved: games.length, finished: finished.length });
  write({ "finished-title": `Finished games (${finished.length})` });
}

/** @param {SavedGame} saved @param {HTMLElement} list @param {string} verb @param {number} seconds */
function entry(saved, list, verb, seconds) {
  const { rows, cols } = saved.game.puzzle;
  const isSized = RegExp(`${rows}[x×]${cols}`).test(saved.name);
  const name = `${isSized ? saved.name : `${saved.name} ${rows}×${cols}`.trim()} (${timeWords(seconds)})`;
  const remove = () => {
    deleteGame(saved.text);
    renderLists();
    (list.querySelector("button") ?? byId("open")).focus();
    notice(`${name} is removed.`, { words: "Undo", act: () => saveGame(saved) && renderLists() });
  };
  return h("li", {},
    h("button", { type: "button", class: "resume", onclick: () => openPuzzle(saved.text) }, `${verb}${name}`),
    h("button", { type: "button", "aria-label": `Remove ${name}`, onclick: remove }, "×"));
}
