/** Pictures, folders and texts that are dropped anywhere on the page. */

import { byId } from "../base/dom.js";
import { filesOf, MOST_FILES } from "./folders.js";
import { notice } from "../base/notice.js";

/** Begins to listen. @param {function((File|string)[]): void} bring  gets what was dropped */
export function init(bring) {
  let isOwn = false; // what is dragged is a part of the page, such as its picture
  const show = (event) => {
    if (isOwn || !isWanted(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    byId("drop-here").hidden = false;
  };
  const hide = () => (byId("drop-here").hidden = true);
  document.addEventListener("dragstart", () => (isOwn = true));
  document.addEventListener("dragend", () => (isOwn = false));
  document.addEventListener("dragenter", show);
  document.addEventListener("dragover", show);
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && hide());
  document.addEventListener("drop", (event) => {
    hide();
    if (isOwn || !isWanted(event)) return;
    event.preventDefault();
    take(event.dataTransfer, bring);
  });
}

/** Whether files are dragged, or a text that is not meant for a text field. */
function isWanted({ dataTransfer, target }) {
  if (dataTransfer.types.includes("Files")) return true;
  return dataTransfer.types.includes("text/plain") && !target.closest?.("input, textarea");
}

async function take(dropped, bring) {
  const text = dropped.getData("text/plain").trim();
  try {
    const { files, left, more } = await filesOf(dropped);
    if (files.length) bring(files);
    else if (text) bring([text]);
    else notice("No picture was found in what you dropped. Drop pictures, or a folder of them.");
    if (more) notice(`Only the first ${MOST_FILES} pictures were added. Drop the rest afterwards.`);
    else if (files.length && left.length) notice(leftOut(left));
  } catch {
    notice("The browser cannot read what you dropped. Choose the pictures with “Open…” instead.");
  }
}

function leftOut(names) {
  const [first, ...others] = names;
  const all = others.length ? `${first} and ${others.length} other file${others.length > 1 ? "s" : ""}` : first;
  return `Skipped, not pictures or puzzles: ${all}.`;
}
