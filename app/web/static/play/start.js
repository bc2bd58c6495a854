/** How games begin: from what was read, from what was saved. */

import { announce, byId, h } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, timeWords } from "../base/words.js";
import { isEmpty, marksRead } from "../item/marks.js";
import { puzzleText } from "../item/record.js";
import { addItem, current, items, selectItem, subscribe, updateItem, withCurrent } from "../item/store.js";
import { newGame } from "./game.js";
import { deleteGame, saveGame, savedGames } from "./saved.js";

/** The open games for which the others were listed last. @type {?string} */
let listedFor = null;

/** Begins to listen. */
export function init() {
  byId("play-empty").addEventListener("click", withCurrent((item) => startGame(item)));
  byId("play-marks").addEventListener("click", withCurrent((item) => startGame(item, { marks: marksRead(item.record?.marks ?? []) })));
  byId("play-resume").addEventListener("click", withCurrent((item) => startGame(item, { saved: savedOf(item) })));
  subscribe((item, keys) => {
    if (item && item === current() && ["selected", "record", "play", "busy"].some((key) => keys.has(key))) renderOffer(item);
    if (keys.has("selected") || keys.has("removed") || (keys.has("play") && openIds() !== listedFor)) renderSaved();
  });
  renderSaved();
}

/** Plays the puzzle of an item: from an empty board, from marks, or on from where it was left.
 * @param {Item} item
 * @param {{marks?: ?number[], saved?: ?SavedGame, grade?: ?string, seed?: ?number}} [how] */
export function startGame(item, { marks = null, saved = null, grade = null, seed = null } = {}) {
  const { rows, cols, regions, row_clues, col_clues, rule } = saved?.game.puzzle ?? /** @type {ReadItem} */ (item).record;
  const play = {
    id: saved?.id ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
    text: saved?.text ?? puzzleText(item) ?? "",
    game: saved?.game ?? newGame({ rows, cols, regions, row_clues, col_clues, rule }, marks),
    clock: new Clock(saved?.seconds),
    grade: saved?.grade ?? grade,
    seed: saved?.seed ?? seed,
    paused: false,
    done: false,
    won: "",
  };
  item.busy?.cancel();
  updateItem(item, { help: null, play });
  byId("panel").scrollTop = 0;
  scrollTo(0, 0);
  announce("The game has started. Arrow keys move, Space enters water, X a cross");
}

/** Goes on with a saved game, as an item of the list. @param {SavedGame} saved */
function resume(saved) {
  const open = items().find((item) => item.play?.id === saved.id);
  if (open) return selectItem(open);
  const { puzzle } = saved.game;
  const record = /** @type {Answer} */ ({ ...puzzle, puzzle_certain: true, puzzlink: saved.text, status: "solved" });
  const name = `${sizeWords(saved)}${saved.grade ? `, ${saved.grade}` : ""}`;
  const item = addItem({ name, source: saved.text, isText: true, record });
  startGame(item, { saved });
  selectItem(item);
}

/** @param {Item} item */
function renderOffer(item) {
  const { record, play } = item;
  const isOffered = !play && record?.puzzle_certain && record.shared;
  byId("play-offer").hidden = !isOffered;
  for (const button of byId("play-offer").querySelectorAll("button")) button.disabled = Boolean(item.busy); // perhaps as another
  if (!isOffered) return;
  const hasMarks = record.marks && !isEmpty(marksRead(record.marks));
  const saved = savedOf(item);
  byId("play-resume").hidden = !saved;
  if (saved) byId("play-resume").textContent = `Resume the game (${timeWords(saved.seconds)})`;
  byId("play-marks").hidden = !hasMarks;
  byId("play-empty").textContent = hasMarks ? "Play from an empty board" : "Play this puzzle";
}

/** @param {Item} item */
const savedOf = (item) => savedGames().find(({ text }) => text === puzzleText(item));

/** The games that are open, in a word. */
const openIds = () => items().map(({ play }) => play?.id ?? "").join();

/** The games that can be gone on with, on the welcome screen and below the list. */
function renderSaved() {
  listedFor = openIds();
  const open = new Set(items().map(({ play }) => play?.id));
  const games = savedGames().filter(({ id }) => !open.has(id));
  for (const [list, part] of [["saved-games", "saved"], ["saved-entries", "saved-entries"]]) {
    byId(part).hidden = !games.length;
    byId(list).replaceChildren(...games.map((saved) => entry(saved, byId(list))));
  }
}

/** @param {SavedGame} saved @param {HTMLElement} list */
function entry(saved, list) {
  const name = `your ${sizeWords(saved)} (${timeWords(saved.seconds)})`;
  const remove = () => {
    deleteGame(saved.id);
    renderSaved();
    (list.querySelector("button") ?? byId("open")).focus();
    const bringBack = () => {
      saveGame(saved);
      renderSaved();
    };
    notice(`${capital(name)} is removed.`, { words: "Undo", act: bringBack });
  };
  return h("li", {},
    h("button", { type: "button", class: "resume", onclick: () => resume(saved) }, `Resume ${name}`),
    h("button", { type: "button", "aria-label": `Remove ${name}`, onclick: remove }, "×"));
}

/** @param {SavedGame} of */
const sizeWords = ({ game: { puzzle } }) => `${puzzle.rows}×${puzzle.cols}`;

/** A stopwatch in seconds, which may begin with some. */
class Clock {
  /** @param {number} [seconds] */
  constructor(seconds = 0) {
    this.before = seconds;
    this.since = /** @type {?number} */ (null);
  }

  /** Seconds that it has run. */
  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  /** Whether it runs. */
  get isRunning() {
    return this.since !== null;
  }

  /** Runs on, or stands still. @param {boolean} runs */
  run(runs) {
    if (runs === this.isRunning) return;
    this.before = this.seconds;
    this.since = runs ? performance.now() : null;
  }
}
