/** The boards of a page: which of them is shown and corrected. */

import { byId, h, patch } from "../base/dom.js";
import { readItem } from "../item/record.js";
import { current, subscribe, updateItem } from "../item/store.js";

/** Begins to show. */
export function init() {
  subscribe((item, keys) => {
    if (item === current() && ["selected", "record", "found", "board"].some((key) => keys.has(key))) render(item);
  });
}

/** Shows another board of the page. @param {Item} item @param {number} board  from 1 as the largest */
export function showBoard(item, board) {
  if (board === item.board) return;
  updateItem(item, { board });
  readItem(item, { said: `Board ${board}` });
}

/** @param {Item|null} item */
function render(item) {
  const found = item?.found ?? [];
  byId("boards").hidden = found.length < 2;
  if (!item || found.length < 2) return patch(byId("boards"), []);
  const radios = found.map(({ rows, cols, status }, at) => h("label", {},
    h("input", { type: "radio", name: "board", value: at + 1, checked: at + 1 === item.board, onchange: () => showBoard(item, at + 1) }),
    ` Board ${at + 1}`, rows ? ` (${rows}×${cols}${status === "solved" ? "" : ", no answer"})` : ""));
  patch(byId("boards"), [h("legend", { class: "unseen" }, "Board"), ...radios]);
}
