/** The boards of a page: which of them is shown and corrected. */

import { byId, h } from "../base/dom.js";
import { readItem } from "../item/reading.js";
import { current, subscribe, updateItem } from "../item/store.js";

/** What a person says of one board, and is kept while another is shown. */
const NOTHING = { fixes: {}, size: null, asRead: false, past: [], future: [], readAs: {}, correcting: false };

/** Begins to listen. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() && ["selected", "boards", "board", "record"].some((key) => keys.has(key))) render(item);
  });
  for (const name of ["click", "keydown"]) byId("stage").addEventListener(name, press);
}

/** Shows the board whose frame is pressed on the scene. */
function press(event) {
  const frame = event.target.closest("[data-board]");
  if (!frame || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  showBoard(current(), Number(frame.dataset.board));
}

/** Shows another board of the page. @param {import("../item/store.js").Item} item @param {number} board  from 1 */
function showBoard(item, board) {
  if (board === item.board) return;
  const kept = { ...item.said, [item.board]: pick(item) };
  updateItem(item, { said: kept, board, ...(kept[board] ?? NOTHING) });
  readItem(item, { said: `Board ${board}` });
}

const pick = (item) => Object.fromEntries(Object.keys(NOTHING).map((name) => [name, item[name]]));

function render(item) {
  const part = byId("boards");
  const boards = item?.boards ?? [];
  part.hidden = boards.length < 2;
  if (part.hidden) return part.replaceChildren();
  const had = part.contains(document.activeElement);
  const radios = boards.map((board, at) => h("label", {},
    h("input", { type: "radio", name: "board", value: at + 1, checked: at + 1 === item.board, onchange: () => showBoard(item, at + 1) }),
    ` ${at + 1} of ${boards.length}`, board.rows ? ` (${board.rows}×${board.cols}${board.status === "solved" ? "" : ", no answer"})` : ""));
  part.replaceChildren(h("legend", {}, "Board"), ...radios);
  if (had) part.querySelector(":checked")?.focus();
}
