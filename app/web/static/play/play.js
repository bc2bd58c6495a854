/** Playing: the board's taps and keys, its buttons, its clock, and what is saved of it. */

import { askRecord } from "../base/api.js";
import { announce, byId } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, counted, timeWords } from "../base/words.js";
import { CROSS, EMPTY, isEmpty, nextMark, WATER } from "../item/marks.js";
import { readItem } from "../item/record.js";
import { current, items, subscribe, updateItem } from "../item/store.js";
import { showScene } from "../scene/viewer.js";
import { checkMarks, forgetHelp } from "../help/help.js";
import { Board } from "./board.js";
import * as game from "./game.js";
import { init as initKeys, listenForStrokes } from "./input.js";
import { deleteGame, preferences, saveGame, setPreference } from "./saved.js";
import { init as initNew } from "./new.js";
import { init as initStart, startGame } from "./start.js";

/** Milliseconds after which the clock is shown anew. */
const TICK = 250;
/** Seconds after which the clock is saved anew. */
const SAVE_SECONDS = 10;

/** The board on the stage, the game that it shows, and what takes back a stroke.
 * @type {?{board: Board, id: string, cancel: () => void}} */
let stage = null;
let toldOfStorage = false;
/** Whether a line on the page asks to close the explanation. */
let asksToClose = false;
let savedAt = 0;

/** Begins to listen. */
export function init() {
  initStart();
  initNew();
  initKeys({ put: putAt, undo, redo, board: () => stage?.board });
  byId("game-undo").addEventListener("click", undo);
  byId("game-redo").addEventListener("click", redo);
  byId("game-restart").addEventListener("click", restart);
  byId("game-pause").addEventListener("click", () => pause(!playedItem()?.play.paused));
  byId("help-put").addEventListener("click", putStep);
  byId("game-leave").addEventListener("click", leave);
  for (const name of ["fill", "marking"]) {
    byId(`game-${name}`).checked = Boolean(preferences()[name]);
    byId(`game-${name}`).addEventListener("change", () => prefer(name, byId(`game-${name}`).checked));
  }
  subscribe((item, keys) => {
    if (keys.has("removed") && item?.play) end(item.play);
    if (item === current() || keys.has("selected")) if (["selected", "play", "help"].some((key) => keys.has(key))) render();
  });
  byId("stage").addEventListener("gesture", () => stage?.cancel());
  document.addEventListener("visibilitychange", hidden);
  addEventListener("pagehide", hidden);
  setInterval(tick, TICK);
}

/** The item that is shown, if it is played. */
const playedItem = () => /** @type {?PlayedItem} */ (current()?.play ? current() : null);

function render() {
  const item = playedItem();
  if (asksToClose && item?.help?.kind !== "explain") {
    asksToClose = false;
    notice("");
  }
  for (const other of items()) if (other !== item && other.play?.clock.isRunning) rest(other.play);
  if (!item) return;
  const { play } = item;
  play.clock.run(!play.paused && !play.done && !document.hidden);
  if (stage?.id !== play.id || !byId("stage").contains(stage.board.scene)) stage = setUp(item);
  const { board } = stage;
  board.show(play.game, item.help);
  board.celebrate(play.game, play.done);
  board.scene.classList.toggle("paused", play.paused);
  board.scene.classList.toggle("won", play.done);
  renderControls(item);
}

/** Another one is shown: the game rests. @param {Play} play */
function rest(play) {
  play.clock.run(false);
  save(play);
}

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
    extend([row, col]) {
      if (stroke) draw(game.strokeTo(stroke, row, col));
    },
    end() {
      if (!stroke) return;
      const { marks } = stroke;
      stroke = null;
      act(item, game.moved(item.play.game, marks));
    },
    cancel() {
      stroke = null;
      board.show(item.play.game, item.help);
    },
  });
  showScene(board.scene);
  return { board, id: item.play.id, cancel };
}

/** Puts a mark into a cell, as keys do, and says what came of it.
 * @param {number} row @param {number} col @param {number} mark */
function putAt(row, col, mark) {
  const item = playedItem();
  if (!item || !mayMove(item)) return;
  const { puzzle, marks } = item.play.game;
  act(item, game.moved(item.play.game, game.put(puzzle, marks, row, col, mark, byId("game-fill").checked)));
  const progress = game.progressOf(item.play.game);
  /** @param {Line} of */
  const words = ({ wet, clue }) => (clue === null ? `has ${wet}` : `has ${wet} of ${clue}`);
  const name = ["Empty", "Water", "Cross"][mark];
  if (!item.play.done) announce(`${name}. Row ${row + 1} ${words(progress.rows[row])}, column ${col + 1} ${words(progress.cols[col])}`);
}

/** Puts in what the hint has told, as one move. */
function putStep() {
  const item = playedItem();
  const step = item?.help?.step;
  if (!item || !step || !mayMove(item)) return;
  const marks = [...item.play.game.marks];
  const { cols } = item.play.game.puzzle;
  for (const [row, col] of step.water) marks[(row - 1) * cols + col - 1] = WATER;
  for (const [row, col] of step.air) marks[(row - 1) * cols + col - 1] = CROSS;
  act(item, game.moved(item.play.game, marks));
  announce("Filled in");
  byId("hint").focus();
}

/** Whether the board can be played now; if not, it is said why, and a paused game goes on. @param {PlayedItem} item */
function mayMove(item) {
  const { paused, done } = item.play;
  if (paused) pause(false);
  else if (item.help?.kind === "explain") {
    asksToClose = true;
    notice("Close the explanation to play on.", { words: "Close it", act: () => updateItem(item, { help: null }) });
  }
  return !paused && !done && item.help?.kind !== "explain";
}

/** The game goes on with other marks. @param {PlayedItem} item @param {Game} after */
function act(item, after) {
  if (after === item.play.game) return stage?.board.show(after, item.help);
  updateItem(item, { play: { ...item.play, game: after } });
  forgetHelp(item);
  save(item.play);
  if (game.isWon(after)) win(item);
  else if (byId("game-marking").checked) checkMarks(item, { quiet: true });
}

function undo() {
  step(game.undone, "Undone");
}

function redo() {
  step(game.redone, "Redone");
}

/** @param {(game: Game) => Game} way @param {string} words */
function step(way, words) {
  const item = playedItem();
  if (!item || !mayMove(item)) return;
  const after = way(item.play.game);
  announce(after === item.play.game ? `Nothing to ${words === "Undone" ? "undo" : "redo"}` : words);
  act(item, after);
}

function restart() {
  const item = playedItem();
  if (!item) return;
  const { play } = item;
  if (play.done) startGame(item, play);
  else if (mayMove(item)) act(item, game.restarted(play.game));
  announce("The board is empty again");
}

/** @param {boolean} paused */
function pause(paused) {
  const item = playedItem();
  if (!item || item.play.done) return;
  updateItem(item, { play: { ...item.play, paused } });
  announce(paused ? "Paused" : "Resumed");
  save(item.play);
}

/** Back to the picture or text; the game is saved. */
function leave() {
  const item = playedItem();
  if (!item) return;
  rest(item.play);
  end(item.play);
  updateItem(item, { play: null, help: null });
  if (!item.record?.status) readItem(item);
}

/** @param {Play} play */
function end(play) {
  play.clock.run(false);
  if (stage?.id === play.id) stage = null;
}

/** Ends the game; its grade is asked for where it is not known. @param {PlayedItem} item */
async function win(item) {
  const { play } = item;
  play.clock.run(false);
  deleteGame(play.id);
  const time = `Solved in ${timeWords(play.clock.seconds)}`;
  const grade = play.grade ? `. ${capital(play.grade)}` : "";
  updateItem(item, { play: { ...play, done: true, won: `${time}${grade}.` }, help: null });
  announce(item.play.won);
  if (play.grade) return;
  try {
    const { record } = await askRecord("api/solve", { task: "explain" }, play.text);
    if (!record.grade || item.play?.id !== play.id || !item.play.done) return;
    const graded = `${time}. ${capital(record.grade)}, ${counted(record.steps.length, "step")}.`;
    updateItem(item, { play: { ...item.play, grade: record.grade, won: graded } });
    announce(graded);
  } catch {
    // the game is won, whatever its grade
  }
}

/** @param {PlayedItem} item */
function renderControls({ isText, play: { game: played, clock, paused, done, won, grade, seed } }) {
  byId("game-won").textContent = done ? won : "";
  byId("game-undo").disabled = done || !played.past.length;
  byId("game-redo").disabled = done || !played.future.length;
  byId("game-restart").disabled = !done && isEmpty(played.marks);
  byId("game-pause").disabled = done;
  byId("game-pause").textContent = paused ? "Resume" : "Pause";
  byId("game-paused").hidden = !paused;
  byId("game-fill-choice").hidden = played.puzzle.rule !== "level";
  const about = [grade && capital(grade), seed !== null && `seed ${seed}`].filter(Boolean).join(", ");
  byId("game-about").textContent = `${played.puzzle.rows}×${played.puzzle.cols}${about && `, ${about}`}`;
  byId("game-leave").textContent = isText ? (done ? "Leave the game" : "Show the solution") : "Back to the picture";
  byId("game-another").hidden = !done || seed === null;
  showTime(clock);
}

/** @param {Play["clock"]} clock */
function showTime(clock) {
  const words = timeWords(clock.seconds);
  if (byId("clock").textContent !== words) byId("clock").textContent = words;
}

function tick() {
  const play = current()?.play;
  if (!play) return;
  showTime(play.clock);
  if (play.clock.isRunning && Math.abs(play.clock.seconds - savedAt) > SAVE_SECONDS) save(play);
}

function hidden() {
  const play = current()?.play;
  if (!play) return;
  save(play);
  play.clock.run(!document.hidden && !play.paused && !play.done);
}

/** Keeps the game in the browser; where it cannot, the game goes on, and that is said once. @param {Play} play */
function save({ id, text, game: played, clock, grade, seed, done }) {
  savedAt = clock.seconds;
  if (done || (!played.past.length && !played.future.length && isEmpty(played.marks))) return;
  const isSaved = saveGame({ id, text, game: played, seconds: clock.seconds, grade, seed, when: Date.now() });
  byId("game-unsaved").hidden = isSaved;
  if (!isSaved && !toldOfStorage) announce(byId("game-unsaved").textContent ?? "");
  toldOfStorage ||= !isSaved;
}

/** @param {string} name @param {boolean} wished */
function prefer(name, wished) {
  setPreference({ [name]: wished });
  if (name !== "marking") return;
  const item = playedItem();
  if (!item) return;
  if (wished) checkMarks(item, { quiet: true });
  else if (item.help?.quiet) updateItem(item, { help: null });
}
