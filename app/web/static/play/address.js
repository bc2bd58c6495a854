/** The page's address, which names the puzzle that is shown, and its Back button, which closes what was opened last. */

import { notice } from "../base/notice.js";
import { counted } from "../base/words.js";
import { puzzleText } from "../item/record.js";
import { current, items, selectItem, subscribe } from "../item/store.js";
import { openPuzzle } from "./start.js";

/** How many things are open in a game: the puzzle and the game. */
const IN_GAME = 2;

/** Whether the browser is on its way to another entry of its history. */
let isMoving = false;
/** Whether the puzzle of the address is still to come. */
let isOpening = true;

/** Opens the puzzle of the address, and begins to listen. @param {() => void} leaveGame */
export async function init(leaveGame) {
  subscribe(() => queueMicrotask(keepUp)); // what is closed and opened at once needs no way back
  new MutationObserver(keepUp).observe(document.body, { subtree: true, attributeFilter: ["open"] });
  addEventListener("hashchange", () => history.state === null && open());
  addEventListener("popstate", () => {
    if (history.state === null && location.hash) return; // someone has typed an address
    while (!isMoving && depth() > depthOfEntry()) closeLast(leaveGame);
    if (!isMoving && depth() < depthOfEntry()) return void reopen();
    isMoving = false;
    keepUp();
  });
  if (!current()) await open(); // else something was brought before all of the page was there
  isOpening = false;
  keepUp();
}

/** Opens the puzzle that the address names; the game goes on if the page was left in one. */
async function open() {
  const text = location.hash.slice(1);
  if (text) await openPuzzle(text, { plays: depthOfEntry() >= IN_GAME });
}

/** Opens anew what Back has closed, as far as it is still there: a puzzle, its game. */
async function reopen() {
  isMoving = true;
  const item = items().find(({ id }) => id === history.state.id);
  if (item && !current()) selectItem(item);
  if (depth() < depthOfEntry()) await open();
  isMoving = false;
  keepUp();
}

const openDialog = () => document.querySelector("dialog[open]");

/** How many things are open that Back closes: a puzzle, its game, a dialog. */
const depth = () => [current(), current()?.play, openDialog()].filter(Boolean).length;

/** How many were open at the browser's entry. @returns {number} */
const depthOfEntry = () => history.state?.depth ?? 0;

/** Brings address and history to what is open: an entry for each thing. */
function keepUp() {
  if (isMoving || (isOpening && !current())) return;
  const [wanted, is] = [depth(), depthOfEntry()];
  if (wanted < is) {
    isMoving = true;
    history.go(wanted - is);
    return;
  }
  const address = location.pathname + hashNow();
  if (history.state === null) history.replaceState({ depth: is }, "", location.pathname); // what was typed comes on top
  const id = current()?.id;
  for (let at = is + 1; at <= wanted; at++) history.pushState({ depth: at, id }, "", address);
  if (location.hash !== hashNow()) history.replaceState({ depth: wanted, id }, "", address);
}

/** The end of the address for the puzzle that is shown, if it is certain; while it is read, it stays. */
function hashNow() {
  const item = current();
  if (!item) return "";
  const text = item.play?.text ?? (item.record?.puzzle_certain ? puzzleText(item) : null);
  return text ? `#${text}` : item.busy ? location.hash : "";
}

/** @param {() => void} leaveGame */
function closeLast(leaveGame) {
  const [dialog, item] = [/** @type {?HTMLDialogElement} */ (openDialog()), current()];
  if (dialog) dialog.close();
  else if (item?.play) leaveGame();
  else {
    selectItem(null);
    notice(`${counted(items().length, "puzzle")} still open.`, { words: "Show", act: () => selectItem(item) });
  }
}
