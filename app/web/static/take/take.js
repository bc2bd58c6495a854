/** What is taken along: files, the clipboard, the share sheet of a phone, paper; the answers of the whole list, as one file. */

import { askFile, Refused } from "../base/api.js";
import { announce, byId, h, on, reveal, write } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { capital, counted } from "../base/words.js";
import { current, items, subscribe } from "../item/store.js";
import { toldBy } from "../item/sentences.js";
import { askedFor, drawingsOf, fileName, wordsOf } from "./files.js";
import { zipOf } from "./zip.js";

/** Milliseconds after which a file that was handed to the browser may be forgotten. */
const KEPT = 60_000;
const ARCHIVE = "aquarium-answers.zip";
/** What the buttons do, and how that is said, unless it is seen anyway. @type {Record<string, () => Promise<string>>} */
const ACTS = {
  "take-png": () => download("png"), "take-svg": () => download("svg"), "take-pdf": () => download("pdf"),
  "take-picture": copyPicture, "take-share": share, "take-print": print, "take-emoji": () => copy(current()?.record?.share),
  "take-address": () => copy(current()?.record?.puzzlink), "take-task": () => copy(current()?.record?.task),
};

/** What ends the drawing of a file, and of those of the list. @type {{one: ?AbortController, all: ?AbortController}} */
const stoppers = { one: null, all: null };

/** Begins to listen. */
export function init() {
  for (const id of Object.keys(ACTS)) on("click", { [id]: () => take(id) });
  on("click", { "take-cancel": () => stoppers.one?.abort(), "save-all": () => (stoppers.all ? stoppers.all.abort() : saveAll()) });
  addEventListener("afterprint", () => byId("print").replaceChildren());
  subscribe((item) => item === current() && render());
  subscribe(() => stoppers.all || reveal({ "save-all": answered().length > 1 }));
  render();
}

/** @param {string} id  of a button */
async function take(id) {
  say("");
  try {
    say(await ACTS[id]());
  } catch (error) {
    if (error.name === "AbortError") say("Cancelled.");
    else if (error instanceof Refused) say(toldBy(error.record));
    else say(`The browser ${error.name === "NotAllowedError" ? "does not allow" : "cannot do"} this. Save the picture instead.`);
  } finally {
    wait("");
  }
}

function render() {
  const item = current();
  const names = drawingsOf(item);
  reveal({ take: names.length });
  if (!item?.record || !names.length) return;
  const { share, puzzlink, task } = item.record;
  const tellsAnswer = share && (!item.play || item.play.done);
  renderChoice(item, names);
  reveal({
    "take-picture": navigator.clipboard && "ClipboardItem" in window, // on this computer and over HTTPS only
    "take-share": tellsAnswer && Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches, // people know it
    "take-emoji": tellsAnswer, "take-address": puzzlink, "take-task": task,
  });
}

/** What is drawn in the file: the best at first, and what was chosen as long as it can be had.
 * @param {Item} item @param {string[]} names */
function renderChoice(item, names) {
  const choice = byId("take-what");
  const options = names.map((name) => ({ name, words: wordsOf(item, name) }));
  const signature = JSON.stringify([item.id, options]);
  if (choice.dataset.shows === signature) return;
  choice.dataset.shows = signature;
  choice.replaceChildren(...options.map(({ name, words }) => h("option", { value: name }, capital(words))));
  say("");
}

/** @param {string} format */
async function drawing(format) {
  const item = /** @type {Item} */ (current());
  const name = byId("take-what").value;
  stoppers.one?.abort();
  stoppers.one = new AbortController();
  wait(`Drawing ${wordsOf(item, name)}…`);
  const { body, parameters } = askedFor(item, name, format);
  const file = await askFile("api/picture", parameters, body, { signal: stoppers.one.signal });
  return new File([file], fileName(item, name, format), { type: file.type });
}

/** @param {string} format */
async function download(format) {
  const file = await drawing(format);
  saveFile(file);
  return `Saved as ${file.name}.`;
}

/** Hands a file to the browser. @param {File} file */
function saveFile(file) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/** Copies a picture that is still to come; throws where the browser forbids it. */
async function copyPicture() {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": drawing("png") })]);
  return "The picture is on the clipboard.";
}

/** Opens the sheet for sharing, with the picture where it takes files. */
async function share() {
  const text = current()?.record?.share?.trim() ?? "";
  const file = await drawing("png");
  const all = { text, files: [file] };
  try {
    await navigator.share(navigator.canShare?.(all) ? all : { text });
    return "Shared.";
  } catch (error) {
    return error.name === "AbortError" ? "" : copy(text); // the sheet was closed, or cannot be had
  }
}

/** Copies a text, in the old way where the new one is not allowed. @param {?string} [text] */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text ?? "");
  } catch {
    copyFromField(text ?? "");
  }
  return "Copied to the clipboard.";
}

/** @param {string} text */
function copyFromField(text) {
  const [field, before] = [h("textarea", { class: "unseen" }, text), document.activeElement];
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before?.focus();
  if (!isCopied) throw new Error("not copied");
}

/** Prints the drawing that is chosen, alone on the page. */
async function print() {
  const url = URL.createObjectURL(await drawing("svg"));
  const image = h("img", { alt: "", src: url });
  await image.decode();
  byId("print").replaceChildren(image);
  window.print();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
  return "";
}

/** @param {string} words */
function wait(words) {
  reveal({ "take-wait": words });
  write({ "take-wait-words": words });
}

/** @param {string} words */
function say(words) {
  write({ "take-said": capital(words) });
  if (words) announce(words);
}

/** The items whose answer may be seen. */
const answered = () => items().filter((item) => !item.play && drawingsOf(item).includes("answer"));

/** Saves the answers of the list. */
async function saveAll() {
  const [all, button, files] = [answered(), byId("save-all"), /** @type {File[]} */ ([])];
  stoppers.all = new AbortController();
  try {
    for (const [at, item] of all.entries()) {
      button.textContent = `Cancel (${at + 1} of ${all.length})`;
      const { body, parameters } = askedFor(item, "answer", "png");
      const file = await askFile("api/picture", parameters, body, { signal: stoppers.all.signal });
      files.push(new File([file], freeName(fileName(item, "answer", "png"), files)));
    }
    saveFile(new File([await zipOf(files)], ARCHIVE));
    notice(`${counted(files.length, "answer")} saved in ${ARCHIVE}.`);
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof Refused)) throw error;
    notice(error instanceof Refused ? toldBy(error.record) : "Nothing was saved.");
  } finally {
    stoppers.all = null;
    button.textContent = "Save all";
  }
}

/** A name that no other file has: "shot.solved.png", "shot.solved-2.png". @param {string} name @param {File[]} files */
function freeName(name, files) {
  let [free, number] = [name, 1];
  while (files.some((file) => file.name === free)) free = name.replace(/(\.\w+)$/, `-${++number}$1`);
  return free;
}
