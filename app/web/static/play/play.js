/** Playing: the board's taps and keys, its buttons, its clock, and what is saved of it. */

import { askRecord } from "../base/api.js";
import { announce, byId, enable, on, reveal, write } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, counted, timeWords } from "../base/words.js";
import { CROSS, EMPTY, isEmpty, nextMark, WATER } from "../item/marks.js";
import { readItem } from "../item/record.js";
import { current, follow, subscribe, updateItem } from "../item/store.js";
import { showScene } from "../scene/viewer.js";
import { checkMarks, forgetHelp } from "../help/help.js";
import { Board } from "./board.js";
import * as game from "./game.js";
import { init as initKeys, listenForStrokes } from "./input.js";
import { isBegun, latest, preferences, savedGame, saveGame, setPreference, whenOthersPlay } from "./saved.js";
import { init as initNew } from "./new.js";
import { init as initAddress } from "./address.js";
import { init as initStart } from "./start.js";

/** Milliseconds after which the clock goes on, and the most that it goes on by: computers sleep. */
const [TICK, MOST_TICK] = [250, 1000];
/** Seconds after which the clock is saved anew. */
const SAVE_SECONDS = 10;

/** The board on the stage, the game that it shows, and what takes back a stroke.
 * @type {?{board: Board, item: Item, text: string, cancel: () => void}} */
let stage = null;
/** Whether a line on the page asks to close the explanation. */
let asksToClose = false;
/** When the clock went on last, in milliseconds, and the seconds at which it was saved. */
let [ticked, savedAt] = [0, 0];

/** Begins to listen. */
export function init() {
  initStart();
  initNew();
  initKeys({ put: putAt, undo, redo, board: () => stage?.board });
  on("click", {
    "game-undo": undo, "game-redo": redo, "game-restart": restart, "help-put": putStep, "game-leave": leaveGame,
  });
  for (const name of ["fill", "marking"]) byId(`game-${name}`).checked = Boolean(preferences()[name]);
  on("change", { "game-fill": ({ target }) => setPreference({ fill: target.checked }), "game-marking": preferMarking });
  subscribe((item, keys) => keys.has("removed") && stage?.item === item && (stage = null));
  follow([], takeOver);
  follow(["play", "help"], render);
  on("gesture", { stage: () => stage?.cancel() });
  whenOthersPlay(takeOver);
  addEventListener("pageshow", takeOver);
  document.addEventListener("visibilitychange", saveTime);
  addEventListener("pagehide", saveTime);
  setInterval(tick, TICK);
  initAddress(leaveGame);
}

/** The item that is shown, if it is played. */
const playedItem = () => /** @type {?PlayedItem} */ (current()?.play ? current() : null);

/** Returns what does something with the item that is played, if there is one.
 * @template {unknown[]} T @param {(item: PlayedItem, ...rest: T) => unknown} act @returns {(...rest: T) => void} */
const withPlayed = (act) => (...rest) => {
  const item = playedItem();
  if (item) act(item, ...rest);
};

function render() {
  const item = playedItem();
  if (asksToClose && item?.help?.kind !== "explain") {
    asksToClose = false;
    notice("");
  }
  if (!item) return;
  const { play } = item;
  if (stage?.item !== item || stage.text !== play.text || !byId("stage").contains(stage.board.scene)) stage = setUp(item);
  const { board } = stage;
  board.show(play.game, item.help);
  board.scene.classList.toggle("done", play.done);
  renderControls(item);
}

/** Takes over what another tab has done in the game that is shown. */
const takeOver = withPlayed((item) => {
  const lead = latest(item.play);
  const isSame = lead.turn === item.play.turn && lead.when === item.play.when;
  if (isSame) return void (item.play.seconds = lead.seconds);
  stage?.cancel();
  updateItem(item, { play: { ...item.play, ...lead } });
  forgetHelp(item);
  announce(lead.done ? wonWords(lead) : "The game went on in another tab");
});

/** Puts the board of a game on the stage. @param {PlayedItem} item */
function setUp(item) {
  const board = new Board(item.play.game);
  /** @type {?Stroke} */
  let stroke = null;
  /** @param {Stroke} drawn */
  const draw = (drawn) => {
    stroke = drawn;
    board.show({ ...drawn.game, marks: drawn.marks }, null);
  };
  const cancel = listenForStrokes(board, {
    begin([row, col], crosses) {
      board.focus(row, col);
      if (!mayMove(item)) return;
      const was = game.markAt(item.play.game, row, col);
      const mark = crosses ? (was === CROSS ? EMPTY : CROSS) : nextMark(was);
      draw(game.strokeFrom(item.play.game, row, col, mark, byId("game-fill").checked));
    },
    extend: ([row, col]) => stroke && draw(game.strokeTo(stroke, row, col)),
    end() {
      if (!stroke) return;
      const { game: { marks: before }, marks } = stroke;
      stroke = null;
      act(item, (was) => game.moved(was, withChanges(was.marks, before, marks)));
    },
    cancel() {
      stroke = null;
      board.show(item.play.game, item.help);
    },
  });
  showScene(board.scene);
  return { board, item, text: item.play.text, cancel };
}

/** Puts a mark into a cell, as keys do, and says what came of it. */
const putAt = withPlayed((item, /** @type {number} */ row, /** @type {number} */ col, /** @type {number} */ mark) => {
  if (!mayMove(item)) return;
  act(item, (was) => game.moved(was, game.put(was.puzzle, was.marks, row, col, mark, byId("game-fill").checked)));
  const { rows, cols } = game.progressOf(item.play.game);
  /** @param {Line} of */
  const words = ({ wet, clue }) => (clue === null ? `has ${wet}` : `has ${wet} of ${clue}`);
  const name = ["Empty", "Water", "Cross"][mark];
  if (!item.play.done) announce(`${name}. Row ${row + 1} ${words(rows[row])}, column ${col + 1} ${words(cols[col])}`);
});

/** Puts in what the hint has told, as one move. */
const putStep = withPlayed((item) => {
  const step = item.help?.step;
  if (!step || !mayMove(item)) return;
  act(item, (was) => {
    const [marks, { cols }] = [[...was.marks], was.puzzle];
    for (const [row, col] of step.water) marks[(row - 1) * cols + col - 1] = WATER;
    for (const [row, col] of step.air) marks[(row - 1) * cols + col - 1] = CROSS;
    return game.moved(was, marks);
  });
  announce("Filled in");
  byId("hint").focus();
});

/** Whether the board can be played now; if not, it is said why. @param {PlayedItem} item */
function mayMove(item) {
  if (item.help?.kind === "explain") {
    asksToClose = true;
    notice("Close the explanation to play on.", { words: "Close it", act: () => updateItem(item, { help: null }) });
  }
  return !item.play.done && item.help?.kind !== "explain";
}

/** What a stroke changed, put into marks that may be others by now.
 * @param {number[]} marks @param {number[]} before @param {number[]} after */
const withChanges = (marks, before, after) => marks.map((mark, at) => (after[at] === before[at] ? mark : after[at]));

/** The game goes on from where it is, in whichever tab it was played last.
 * @param {PlayedItem} item @param {(was: Game) => Game} way */
function act(item, way) {
  takeOver();
  const { play } = item;
  const after = play.done ? play.game : way(play.game);
  if (after === play.game) return stage?.board.show(after, item.help);
  const done = game.isWon(after);
  change(item, { game: after, done, times: done ? [...play.times, play.seconds] : play.times });
  if (done) win(item);
  else if (byId("game-marking").checked) checkMarks(item, { quiet: true });
}

/** @param {PlayedItem} item @param {Partial<SavedGame>} changes */
function change(item, changes) {
  updateItem(item, { play: { ...item.play, ...changes, turn: item.play.turn + 1, when: Date.now() } });
  forgetHelp(item);
  save(item.play);
}

const undo = () => step(game.undone, "Undone");
const redo = () => step(game.redone, "Redone");

const step = withPlayed((item, /** @type {(game: Game) => Game} */ way, /** @type {string} */ words) => {
  if (!mayMove(item)) return;
  const { turn } = item.play;
  act(item, way);
  if (!item.play.done) announce(item.play.turn === turn ? `Nothing to ${words === "Undone" ? "undo" : "redo"}` : words);
});

const restart = withPlayed((item) => {
  if (item.play.done) change(item, { game: game.newGame(item.play.game.puzzle), seconds: 0, done: false });
  else if (mayMove(item)) act(item, game.restarted);
  announce("The board is empty again");
});

/** Back to the picture or text, without its water if the game is not finished; it is saved. */
const leaveGame = withPlayed((item) => {
  saveTime();
  stage = null;
  updateItem(item, { hidesWater: !item.play.done, play: null, help: null });
  readUnread(item);
});

/** Reads an item of which there is no answer yet: perhaps the server did not answer. @param {Item} item */
const readUnread = (item) => item.record?.is_of_puzzle || readItem(item);

/** Says that the game is won; its grade is asked for where it is not known. @param {PlayedItem} item */
async function win(item) {
  const { text } = item.play;
  updateItem(item, { help: null });
  announce(wonWords(item.play));
  readUnread(item);
  if (item.play.grade) return;
  try {
    const { record } = await askRecord("api/solve", { task: "explain" }, text);
    if (!record.grade || item.play?.text !== text || !item.play.done) return;
    updateItem(item, { play: { ...item.play, grade: record.grade, steps: record.steps.length } });
    save(item.play);
    announce(wonWords(item.play));
  } catch {
    // the game is won, whatever its grade
  }
}

/** "Solved in 0:12. Easy, 9 steps." @param {SavedGame} of */
function wonWords({ seconds, grade, steps }) {
  const about = [grade && capital(grade), steps && counted(steps, "step")].filter(Boolean).join(", ");
  return `Solved in ${timeWords(seconds)}.${about && ` ${about}.`}`;
}

/** @param {PlayedItem} item */
function renderControls({ isText, play }) {
  const { game: played, done, grade, seed } = play;
  const { rows, cols, rule } = played.puzzle;
  enable({
    "game-undo": !done && played.past.length, "game-redo": !done && played.future.length,
    "game-restart": done || !isEmpty(played.marks),
  });
  reveal({ "game-fill-choice": rule === "level", "game-another": done && seed !== null });
  write({
    "game-won": done ? wonWords(play) : "", clock: timeWords(play.seconds),
    "game-about": [`${rows}×${cols}`, grade && capital(grade), seed !== null && `seed ${seed}`].filter(Boolean).join(", "),
    "game-leave": isText ? "Leave the game" : "Back to the picture",
  });
}

function tick() {
  const now = performance.now();
  const passed = Math.min(now - ticked, MOST_TICK) / 1000;
  ticked = now;
  const play = playedItem()?.play;
  if (!play || play.done || document.hidden) return;
  play.seconds += passed;
  write({ clock: timeWords(play.seconds) });
  if (Math.abs(play.seconds - savedAt) > SAVE_SECONDS) saveTime();
}

/** Saves the clock of a game that is saved; if another tab is ahead, that game is taken over instead. */
function saveTime() {
  takeOver();
  const play = playedItem()?.play;
  if (!play) return;
  savedAt = play.seconds;
  if (savedGame(play.text) && !play.done) saveGame(play);
}

/** Saves a game that has begun; where the browser cannot, it goes on, and that is said once. @param {SavedGame} play */
function save(play) {
  savedAt = play.seconds;
  if (!play.text || (!isBegun(play.game) && !savedGame(play.text))) return;
  const [isSaved, note] = [saveGame(play), byId("game-unsaved")];
  if (!isSaved && note.hidden) announce(note.textContent ?? "");
  note.hidden = isSaved;
}

/** @param {Event & {target: HTMLInputElement}} event */
function preferMarking({ target }) {
  setPreference({ marking: target.checked });
  const item = playedItem();
  if (item && target.checked) checkMarks(item, { quiet: true });
  else if (item?.help?.quiet) updateItem(item, { help: null });
}
