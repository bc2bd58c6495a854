/** Pictures, folders and texts that are dropped anywhere on the page. Folders are looked through, and only their pictures
 * are taken. */

import { byId, targetOf } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { counted } from "../base/words.js";

/** Names of files that may be pictures or PDF. */
const PICTURE = /\.(png|apng|jpe?g|webp|gif|bmp|tiff?|heic|heif|avif|pdf)$/i;
/** Files that are taken from folders at a time. */
const MOST_FILES = 1000;

/** Begins to listen. @param {(sources: (File|string)[]) => void} bring  gets what was dropped */
export function init(bring) {
  let isOwn = false; // what is dragged is a part of the page, such as its picture
  /** @param {DragEvent} event */
  const show = (event) => {
    const dropped = wanted(event);
    if (isOwn || !dropped) return;
    event.preventDefault();
    dropped.dropEffect = "copy";
    byId("drop-here").hidden = false;
  };
  const hide = () => (byId("drop-here").hidden = true);
  for (const name of ["dragstart", "dragend"]) document.addEventListener(name, () => (isOwn = name === "dragstart"));
  for (const name of /** @type {const} */ (["dragenter", "dragover"])) document.addEventListener(name, show);
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && hide());
  document.addEventListener("drop", (event) => {
    hide();
    const dropped = wanted(event);
    if (isOwn || !dropped) return;
    event.preventDefault();
    take(dropped, bring);
  });
}

/** What is dragged, if it is files, or a text that is not meant for a text field. @param {DragEvent} event */
function wanted(event) {
  const types = event.dataTransfer?.types ?? [];
  const isText = types.includes("text/plain") && !targetOf(event).closest?.("input, textarea");
  return isText || types.includes("Files") ? event.dataTransfer : null;
}

/** Brings the files of a drop. It must be called at once, in the event: what it looks at is gone later.
 * @param {DataTransfer} dropped @param {(sources: (File|string)[]) => void} bring */
async function take(dropped, bring) {
  const text = dropped.getData("text/plain").trim();
  const parts = [...dropped.items].filter(({ kind }) => kind === "file");
  const found = await picturesOf(parts.map((part) => ({ entry: part.webkitGetAsEntry?.(), file: part.getAsFile() }))).catch(() => null);
  if (!found) return notice("The browser cannot read what you dropped. Choose the pictures with “Open…” instead.");
  const { files, skipped, isMore } = found;
  if (files.length || text) bring(files.length ? files : [text]);
  else notice("No picture was found in what you dropped. Drop pictures, or a folder of them.");
  const others = skipped.length > 1 ? ` and ${counted(skipped.length - 1, "other file")}` : "";
  if (isMore) notice(`Only the first ${MOST_FILES} pictures were added. Drop the rest afterwards.`);
  else if (files.length && skipped.length) notice(`Skipped, not pictures or puzzles: ${skipped[0]}${others}.`);
}

/** What is taken of a drop: files dropped themselves, whatever they are, and the pictures of dropped folders, by name, which are
 * opened one by one until there are enough.
 * @param {{entry?: any, file: ?File}[]} parts @returns {Promise<{files: File[], skipped: string[], isMore: boolean}>} */
export async function picturesOf(parts) {
  const [files, skipped] = [/** @type {File[]} */ ([]), /** @type {string[]} */ ([])];
  for (const { entry, file: own } of parts) {
    const file = entry?.isDirectory ? null : own;
    if (!entry && !file) continue;
    for await (const inside of file ? [file] : entriesIn(entry)) {
      if (!file && !PICTURE.test(inside.name)) skipped.push(inside.name);
      else if (files.length === MOST_FILES) return { files, skipped, isMore: true };
      else files.push(file ?? await new Promise((resolve, reject) => inside.file(resolve, reject)));
    }
  }
  return { files, skipped, isMore: false };
}

/** All files of a folder and those in it, by name. A folder is read in parts of at most 100, until one is empty.
 * @param {any} entry @returns {AsyncGenerator<any>} */
async function* entriesIn(entry) {
  if (entry.isFile) return yield entry;
  const [reader, all] = [entry.createReader(), /** @type {FileSystemEntry[]} */ ([])];
  const part = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  for (let some = await part(); some.length; some = await part()) all.push(...some);
  all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const inside of all) if (!inside.name.startsWith(".")) yield* entriesIn(inside);
}
