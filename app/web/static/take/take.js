/** What is taken along: files, the clipboard, the share sheet of a phone, paper. */

import { askFile, Refused } from "../base/api.js";
import { announce, byId, h } from "../base/dom.js";
import { capital } from "../base/words.js";
import { current, subscribe } from "../item/store.js";
import { toldBy } from "../item/sentences.js";
import { askedFor, drawingsOf, fileName, wordsOf } from "./files.js";

/** Milliseconds for which a button says what it did. */
const SAID = 2500;
/** Milliseconds after which a file that was handed to the browser may be forgotten. */
const KEPT = 60_000;

/** @type {?AbortController} */
let stopper = null;

/** Begins to listen. */
export function init() {
  for (const format of ["png", "svg", "pdf"]) on(`take-${format}`, (button) => download(button, format));
  on("take-picture", copyDrawing);
  on("take-share", share);
  on("take-print", print);
  on("take-emoji", (button) => copy(button, current()?.record?.share));
  on("take-address", (button) => copy(button, current()?.record?.puzzlink));
  on("take-task", (button) => copy(button, current()?.record?.task));
  byId("take-cancel").addEventListener("click", () => stopper?.abort());
  window.addEventListener("afterprint", () => byId("print").replaceChildren());
  subscribe((item, keys) => {
    if (item === current() || keys.has("selected")) render();
  });
  render();
}

/** @param {string} id @param {(button: Part) => Promise<void>} action */
function on(id, action) {
  const button = byId(id);
  button.addEventListener("click", async () => {
    say("");
    try {
      await action(button);
    } catch (error) {
      if (error.name === "AbortError") say("Cancelled.");
      else say(error instanceof Refused ? toldBy(error.record) : failure(error));
    } finally {
      wait(null);
    }
  });
}

/** @param {Error} error */
function failure(error) {
  return error.name === "NotAllowedError"
    ? "The browser does not allow this. Save the picture instead."
    : "The browser cannot do this. Save the picture instead.";
}

function render() {
  const item = current();
  const names = drawingsOf(item);
  const record = item?.record;
  byId("take").hidden = !names.length;
  if (!item || !record || !names.length) return;
  renderChoice(item, names);
  const tellsAnswer = Boolean(record.share) && (!item.play || item.play.done);
  byId("take-picture").hidden = !canCopyPictures();
  byId("take-share").hidden = !tellsAnswer || !hasSheet();
  byId("take-emoji").hidden = !tellsAnswer;
  byId("take-address").hidden = !record.puzzlink;
  byId("take-task").hidden = !record.task;
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
  stopper?.abort();
  stopper = new AbortController();
  wait(`Drawing ${wordsOf(item, name)}…`);
  const { body, parameters } = askedFor(item, name, format);
  const file = await askFile("api/picture", parameters, body, { signal: stopper.signal });
  return new File([file], fileName(item, name, format), { type: file.type });
}

/** @param {Part} button @param {string} format */
async function download(button, format) {
  const file = await drawing(format);
  saveFile(file);
  tell(button, "saved", `Saved as ${file.name}`);
}

/** Hands a file to the browser. @param {File} file */
export function saveFile(file) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/** @param {Part} button */
async function copyDrawing(button) {
  await copyPicture(drawing("png"));
  tell(button, "copied", "The picture is on the clipboard");
}

/** Whether there is a sheet for sharing that people know: on phones. */
const hasSheet = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

/** Opens it, with the picture where it takes files. @param {Part} button */
async function share(button) {
  const text = current()?.record?.share?.trim() ?? "";
  const file = await drawing("png");
  const all = { text, files: [file] };
  try {
    await navigator.share(navigator.canShare?.(all) ? all : { text });
    tell(button, "shared", "Shared");
  } catch (error) {
    if (error.name !== "AbortError") await copy(button, text); // unless the sheet was closed
  }
}

/** @param {Part} button @param {?string} [text] */
async function copy(button, text) {
  await copyText(text ?? "");
  tell(button, "copied", "Copied to the clipboard");
}

/** Prints the drawing that is chosen, alone on the page. */
async function print() {
  const file = await drawing("svg");
  const image = h("img", { alt: "" });
  const url = URL.createObjectURL(file);
  image.src = url;
  await image.decode();
  byId("print").replaceChildren(image);
  window.print();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/** @param {?string} words */
function wait(words) {
  byId("take-wait").hidden = !words;
  byId("take-wait-words").textContent = words ?? "";
}

/** @param {string} words */
function say(words) {
  byId("take-said").hidden = !words;
  byId("take-said").textContent = capital(words);
  if (words) announce(words);
}

/** Says on the button itself what was done, for a while, and below and to screen readers.
 * @param {Part} button @param {string} done  a verb @param {string} words */
function tell(button, done, words) {
  button.dataset.label ??= button.textContent ?? "";
  button.textContent = `${button.dataset.label.replace("…", "")} ${done}`;
  say(`${words}.`);
  clearTimeout(Number(button.dataset.timer));
  button.dataset.timer = String(setTimeout(() => (button.textContent = button.dataset.label ?? null), SAID));
}

/** Whether pictures can be copied: browsers allow it on this computer and over HTTPS only. */
const canCopyPictures = () => Boolean(navigator.clipboard) && "ClipboardItem" in window;

/** Copies a picture that is still to come; throws where the browser forbids it. @param {Promise<Blob>} png */
async function copyPicture(png) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
}

/** Copies a text, in the old way where the new one is not allowed. @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyFromField(text);
  }
}

/** @param {string} text */
function copyFromField(text) {
  const [field, before] = [document.createElement("textarea"), document.activeElement];
  field.className = "unseen";
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before?.focus();
  if (!isCopied) throw new Error("not copied");
}
