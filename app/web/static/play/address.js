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
  subscribe(() => queueMicrotask(follow)); // what is closed and opened at once needs no way back
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ["open"] });
  addEventListener("hashchange", () => history.state === null && open());
  addEventListener("popstate", () => {
    if (history.state === null && location.hash) return; // someone has typed an address
    while (!isMoving && depth() > depthOfEntry()) closeLast(leaveGame);
    isMoving = false;
    follow();
  });
  if (!current()) await open(); // else something was brought before all of the page was there
  isOpening = false;
  follow();
}

/** Opens the puzzle that the address names; the game goes on if the page was left in one. */
async function open() {
  const text = location.hash.slice(1);
  if (text) await openPuzzle(text, { plays: depthOfEntry() >= IN_GAME });
}

const openDialog = () => document.querySelector("dialog[open]");

/** How many things are open that Back closes: a puzzle, its game, a dialog. */
const depth = () => [current(), current()?.play, openDialog()].filter(Boolean).length;

/** How many were open at the browser's entry. @returns {number} */
const depthOfEntry = () => history.state?.depth ?? 0;

/** Brings address and history to what is open: an entry for each thing. */
function follow() {
  if (isMoving || (isOpening && !current())) return;
  const [wanted, is] = [depth(), depthOfEntry()];
  if (wanted < is) {
    isMoving = true;
    history.go(wanted - is);
    return;
  }
  const address = location.pathname + hashNow();
  if (history.state === null) history.replaceState({ depth: is }, "", location.pathname); // what was typed comes on top
  for (let at = is + 1; at <= wanted; at++) history.pushState({ depth: at }, "", address);
  if (location.hash !== hashNow()) history.replaceState({ depth: wanted }, "", address);
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
