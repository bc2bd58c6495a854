/** Pictures, folders and texts that are dropped anywhere on the page. Folders are looked through, and only their pictures
 * are taken. */

import { byId, targetOf } from "../base/dom.js";
import { notice } from "../base/notice.js";

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
  document.addEventListener("dragstart", () => (isOwn = true));
  document.addEventListener("dragend", () => (isOwn = false));
  document.addEventListener("dragenter", show);
  document.addEventListener("dragover", show);
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

/** @param {DataTransfer} dropped @param {(sources: (File|string)[]) => void} bring */
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

/** @param {string[]} names */
function leftOut(names) {
  const [first, ...others] = names;
  const all = others.length ? `${first} and ${others.length} other file${others.length > 1 ? "s" : ""}` : first;
  return `Skipped, not pictures or puzzles: ${all}.`;
}

/** The files of a drop: those dropped themselves, whatever they are, and the pictures of dropped folders, by name.
 * It must be called at once, in the event; what it looks at is gone later.
 * @param {DataTransfer} dropped */
async function filesOf(dropped) {
  const parts = [...dropped.items].filter(({ kind }) => kind === "file");
  const found = parts.map((part) => ({ entry: part.webkitGetAsEntry?.(), file: part.getAsFile() }));
  /** @type {Taken} */
  const taken = { files: [], left: [], more: false };
  for (const { entry, file } of found) {
    if (entry?.isDirectory) await walk(/** @type {FileSystemDirectoryEntry} */ (entry), taken);
    else if (file) taken.files.push(file);
  }
  return taken;
}

/** @param {FileSystemDirectoryEntry} folder @param {Taken} taken */
async function walk(folder, taken) {
  const inside = (await childrenOf(folder)).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const entry of inside.filter(({ name }) => !name.startsWith("."))) {
    if (entry.isDirectory) await walk(entry, taken);
    else if (!PICTURE.test(entry.name)) taken.left.push(entry.name);
    else if (taken.files.length >= MOST_FILES) taken.more = true;
    else taken.files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
  }
}

/** A folder is read in parts of at most 100, until one is empty.
 * @param {FileSystemDirectoryEntry} folder @returns {Promise<any[]>} */
async function childrenOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return all;
    all.push(...some);
  }
}
