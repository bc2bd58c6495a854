/** Ways on from what was read: another board of the page, another size, a part of the picture, and what helps with a refusal. */

import { byId, h, on, patch, reveal } from "../base/dom.js";
import { readItem } from "../item/record.js";
import { follow, saidOf, updateItem, withCurrent } from "../item/store.js";
import { messagesOf } from "../item/sentences.js";
import { isOtherPuzzle, valueWords } from "../item/wording.js";
import { fits } from "../scene/pictures.js";
import { boardsOf } from "../scene/scene.js";
import { removeFix, setSize } from "./changes.js";
import { openCrop } from "./crop.js";

/** Statuses of which asking once more may make more. */
const PASSING = ["unreachable", "busy", "unavailable", "slow", "timeout", "crashed", "cancelled"];

/** Begins to listen. */
export function init() {
  const typed = () => ["size-rows", "size-cols"].map((id) => Number(byId(id).value)).join("x");
  on("submit", { "size-form": withCurrent((item) => setSize(item, typed())) });
  on("click", { "size-clear": withCurrent((item) => {
    setSize(item, null);
    byId("size-rows").focus();
  }) });
  follow(["record", "found", "board"], renderBoards);
  follow(["record", "trouble", "board", "size", "play", "picture"], renderWays);
  follow(["record", "picture", "board", "size"], renderSize);
}

/** Shows another board of the page. @param {Item} item @param {number} board  from 1 as the largest */
export function showBoard(item, board) {
  if (board === item.board) return;
  const number = boardsOf(item).findIndex((one) => one.board === board) + 1;
  updateItem(item, { board });
  readItem(item, { said: `Board ${number}` });
}

/** @param {Item|null} item */
function renderBoards(item) {
  const found = item?.found ?? [];
  reveal({ boards: found.length > 1 });
  if (!item || found.length < 2) return patch(byId("boards"), []);
  const radios = boardsOf(item).map(({ board, record: { rows, cols, status, status_words } }, at) => h("label", {},
    h("input", { type: "radio", name: "board", value: board, checked: board === item.board, onchange: () => showBoard(item, board) }),
    ` Board ${at + 1} (${rows ? `${rows}×${cols}, ` : ""}${status === "solved" ? "solved" : status_words})`));
  patch(byId("boards"), [h("legend", { class: "unseen" }, "Board"), ...radios]);
}

/** Shows the ways that help with what is amiss, as buttons below the message. @param {Item|null} item */
function renderWays(item) {
  const ways = item && !item.play ? waysOf(item) : [];
  const buttons = ways.map(([words, act]) => h("button", { type: "button", "data-key": words, onclick: act }, words));
  patch(byId("ways"), buttons, () => byId("ways").querySelector("button") ?? byId("correct-toggle"));
  reveal({ ways: ways.length });
}

/** @param {Item} item @returns {[string, () => void][]}  the words and what is done */
function waysOf(item) {
  const { record, trouble } = item;
  if (trouble || (record && !record.regions && PASSING.includes(record.status))) {
    return [[trouble?.status === "cancelled" ? "Read it after all" : "Try again", () => readItem(item)]];
  }
  const { reading, rows, cols } = record ?? {};
  /** @type {[string, () => void][]} */
  const ways = (reading?.misfits ?? []).map((fix) => {
    const [place, value] = fix.split("=");
    return [`Remove “${valueWords(place, value)}”`, () => removeFix(item, place)];
  });
  const passed = record && messagesOf(record).find(({ code }) => code === "board_not_read")?.values;
  if (passed && item.picture && fits(item.picture, record)) {
    const { left, top, width, height } = passed;
    ways.push(["Crop the picture to it", () => openCrop(item, [left, top, left + width, top + height])]);
  }
  if (reading?.is_cut && !saidOf(item).size) ways.push([`It is a whole ${rows}×${cols} board`, () => setSize(item, `${rows}x${cols}`)]);
  return ways;
}

/** @param {Item|null} item @param {Set<string>} keys */
function renderSize(item, keys) {
  const record = item?.record;
  const part = byId("size");
  part.hidden = !record || isOtherPuzzle(record) || (item.isText ? Boolean(record.regions) : record.status === "unreadable");
  if (!record || part.hidden) return;
  const isTyping = part.contains(document.activeElement);
  const [rows, cols] = saidOf(item).size?.split("x") ?? [record.rows ?? "", record.cols ?? ""];
  if (!isTyping) [byId("size-rows").value, byId("size-cols").value] = [rows, cols];
  reveal({ "size-clear": saidOf(item).size, crop: item.picture });
  // Where no board was found, or not as it is, size and part are the ways on
  const isAmiss = record.is_of_puzzle && (!record.regions || record.status === "no_puzzle" || record.reading?.size_may_help);
  if (keys.has("selected") || keys.has("record")) part.open = isTyping || Boolean(isAmiss);
}
