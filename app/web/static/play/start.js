/** How games begin: from what was read, from what was kept. */

import { announce, byId, h } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, timeWords } from "../base/words.js";
import { isEmpty, marksRead } from "../item/marks.js";
import { puzzleText } from "../item/record.js";
import { addItem, current, items, selectItem, subscribe, updateItem, withCurrent } from "../item/store.js";
import { newGame } from "./game.js";
import { forget, keep, keptGames } from "./kept.js";

/** The open games for which the others were listed last. @type {?string} */
let listedFor = null;

/** Begins to listen. */
export function init() {
  byId("play-empty").addEventListener("click", withCurrent((item) => startGame(item)));
  byId("play-marks").addEventListener("click", withCurrent((item) => startGame(item, { marks: marksRead(item.record?.marks ?? []) })));
  byId("play-kept").addEventListener("click", withCurrent((item) => startGame(item, { kept: keptOf(item) })));
  subscribe((item, keys) => {
    if (item && item === current() && ["selected", "record", "play", "busy"].some((key) => keys.has(key))) renderOffer(item);
    if (keys.has("selected") || keys.has("removed") || (keys.has("play") && openIds() !== listedFor)) renderKept();
  });
  renderKept();
}

/** Plays the puzzle of an item: from an empty board, from marks, or on from where it was left.
 * @param {Item} item
 * @param {{marks?: ?number[], kept?: ?Kept, grade?: ?string, seed?: ?number}} [how] */
export function startGame(item, { marks = null, kept = null, grade = null, seed = null } = {}) {
  const { rows, cols, regions, row_clues, col_clues, rule } = kept?.game.puzzle ?? /** @type {ReadItem} */ (item).record;
  const play = {
    id: kept?.id ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
    text: kept?.text ?? puzzleText(item) ?? "",
    game: kept?.game ?? newGame({ rows, cols, regions, row_clues, col_clues, rule }, marks),
    clock: new Clock(kept?.seconds),
    grade: kept?.grade ?? grade,
    seed: kept?.seed ?? seed,
    paused: false,
    done: false,
    won: "",
  };
  item.busy?.cancel();
  updateItem(item, { shown: null, play });
  selectItem(item);
  byId("panel").scrollTop = 0;
  scrollTo(0, 0);
  byId("stage").querySelector("[data-cell]")?.focus({ preventScroll: true });
  byId("stage").scrollIntoView({ block: "nearest" });
  announce("The game has started. Arrow keys move, Space enters water, X a cross");
}

/** Goes on with a kept game, as an item of the list. @param {Kept} kept */
function resume(kept) {
  const open = items().find((item) => item.play?.id === kept.id);
  if (open) return selectItem(open);
  const { puzzle } = kept.game;
  const record = /** @type {Answer} */ ({ ...puzzle, puzzle_certain: true, puzzlink: kept.text, status: "solved" });
  const name = `${nameOf(kept)}${kept.grade ? `, ${kept.grade}` : ""}`;
  const item = addItem({ name, source: kept.text, isText: true, record });
  startGame(item, { kept });
}

/** @param {Item} item */
function renderOffer(item) {
  const { record, play } = item;
  const isOffered = !play && record?.puzzle_certain && record.shared;
  byId("play-offer").hidden = !isOffered;
  for (const button of byId("play-offer").querySelectorAll("button")) button.disabled = Boolean(item.busy); // perhaps as another
  if (!isOffered) return;
  const hasMarks = record.marks && !isEmpty(marksRead(record.marks));
  const kept = keptOf(item);
  byId("play-kept").hidden = !kept;
  if (kept) byId("play-kept").textContent = `Resume the game (${timeWords(kept.seconds)})`;
  byId("play-marks").hidden = !hasMarks;
  byId("play-empty").textContent = hasMarks ? "Play from an empty board" : "Play this puzzle";
}

/** @param {Item} item */
const keptOf = (item) => keptGames().find(({ text }) => text === puzzleText(item));

/** The games that are open, in a word. */
const openIds = () => items().map(({ play }) => play?.id ?? "").join();

/** The games that can be gone on with, on the welcome screen and below the list. */
function renderKept() {
  listedFor = openIds();
  const open = new Set(items().map(({ play }) => play?.id));
  const games = keptGames().filter(({ id }) => !open.has(id));
  for (const [list, part] of [["kept-games", "kept"], ["kept-entries", "kept-entries"]]) {
    byId(part).hidden = !games.length;
    byId(list).replaceChildren(...games.map((kept) => entry(kept, byId(list))));
  }
}

/** @param {Kept} kept @param {HTMLElement} list */
function entry(kept, list) {
  const name = `your ${nameOf(kept)} (${timeWords(kept.seconds)})`;
  const remove = () => {
    forget(kept.id);
    renderKept();
    (list.querySelector("button") ?? byId("open")).focus();
    const bringBack = () => {
      keep(kept);
      renderKept();
    };
    notice(`${capital(name)} is removed.`, { words: "Undo", act: bringBack });
  };
  return h("li", {},
    h("button", { type: "button", class: "go-on", onclick: () => resume(kept) }, `Resume ${name}`),
    h("button", { type: "button", "aria-label": `Remove ${name}`, onclick: remove }, "×"));
}

/** @param {Kept} of */
const nameOf = ({ game: { puzzle } }) => `${puzzle.rows}×${puzzle.cols}`;

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
