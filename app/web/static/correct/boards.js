/** The boards of a page: which of them is shown and corrected. */

import { byId, h, patch, reveal } from "../base/dom.js";
import { readItem } from "../item/record.js";
import { follow, updateItem } from "../item/store.js";

/** Begins to show. */
export const init = () => follow(["record", "found", "board"], render);

/** Shows another board of the page. @param {Item} item @param {number} board  from 1 as the largest */
export function showBoard(item, board) {
  if (board === item.board) return;
  updateItem(item, { board });
  readItem(item, { said: `Board ${board}` });
}

/** @param {Item|null} item */
function render(item) {
  const found = item?.found ?? [];
  reveal({ boards: found.length > 1 });
  if (!item || found.length < 2) return patch(byId("boards"), []);
  const radios = found.map(({ rows, cols, status }, at) => h("label", {},
    h("input", { type: "radio", name: "board", value: at + 1, checked: at + 1 === item.board, onchange: () => showBoard(item, at + 1) }),
    ` Board ${at + 1}`, rows ? ` (${rows}×${cols}${status === "solved" ? "" : ", no answer"})` : ""));
  patch(byId("boards"), [h("legend", { class: "unseen" }, "Board"), ...radios]);
}
