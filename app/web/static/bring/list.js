/** The list of what was brought: a small picture, the name and what became of it; how far the reading is. */

import { announce, byId, h, on, patch, reveal, targetOf, write } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { current, items, removeItem, restoreItems, selectItem, subscribe, withCurrent } from "../item/store.js";
import { fileOf, isForeign, lightOf, pageOf, shrunk, within } from "../scene/pictures.js";
import { cancelAll, onProgress, progress, readAll, stateOf, tally, titleOf } from "./queue.js";

/** Fields of an item that its entry in the list shows. */
const SHOWN = ["busy", "record", "name", "pages", "help", "play"];
/** Longer side of a small picture in pixels: twice that of the list, for fine screens. */
const SIDE = 192;
/** @type {Record<string, number>} */
const ALONG = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Items and their entries. @type {Map<Item, Entry>} */
const entries = new Map();
/** The item that was shown last. @type {?Item} */
let shown = null;
/** Small pictures are made one after another. @type {Promise<?Element>} */
let turn = Promise.resolve(null);
const inView = new IntersectionObserver(whenSeen, { rootMargin: "100px" });

/** Begins to show. */
export function init() {
  subscribe(onChange);
  onProgress(renderHead);
  on("keydown", { entries: onKey });
  on("click", {
    clear, "cancel-all": cancelAll, "read-rest": () => readAll(unread()), "read-this": withCurrent((item) => readAll([item])),
  });
}

/** @param {Item|null} item @param {Set<string>} keys */
function onChange(item, keys) {
  if (item && keys.has("added")) add(item);
  if (item && keys.has("removed")) remove(item);
  if (keys.has("selected")) select();
  if (item && SHOWN.some((key) => keys.has(key))) render(item);
  if (["added", "removed", "selected", ...SHOWN].some((key) => keys.has(key))) renderHead();
}

/** @param {Item} item */
function add(item) {
  const line = h("li");
  entries.set(item, { line, thumb: signOf(item.isText ? "Aa" : "…"), drawn: null });
  const next = items()[items().indexOf(item) + 1];
  byId("entries").insertBefore(line, entries.get(next)?.line ?? null);
  render(item);
  inView.observe(line);
}

/** @param {Item} item */
function remove(item) {
  const line = entries.get(item)?.line;
  if (!line) return;
  inView.unobserve(line);
  line.remove();
  entries.delete(item);
}

function select() {
  for (const item of [shown, current()]) if (item) render(item);
  shown = current();
  if (shown) entries.get(shown)?.line.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Draws an entry; that of the item which is shown alone can be reached by Tab, the others by the arrow keys. @param {Item} item */
function render(item) {
  const entry = entries.get(item);
  if (!entry) return;
  const [name, { word, sign, kind }] = [titleOf(item), stateOf(item)];
  const [mark, tabindex] = item === current() ? ["true", 0] : [null, -1];
  if (!entry.drawn && item.record?.status === "unreadable") entry.thumb = signOf("–");
  patch(entry.line, [
    h("button", { type: "button", class: "entry", title: name, tabindex, "aria-current": mark, onclick: () => selectItem(item) },
      h("span", { class: "thumb" }),
      h("span", { class: "entry-name" }, name),
      h("span", { class: "entry-state", "data-kind": kind }, signOf(sign), ` ${word}`)),
    h("button", { type: "button", class: "remove", tabindex, "aria-label": `Remove ${name}`, onclick: () => removeWithFocus(item) }, "×"),
  ]);
  entry.line.querySelector(".thumb")?.replaceChildren(entry.thumb); // itself: a canvas cannot be patched
  if (item.isText ? entry.drawn !== item.record : !entry.drawn) draw(item);
}

/** What is seen and not said. @param {string} sign */
const signOf = (sign) => h("span", { "aria-hidden": "true" }, sign);

/** The item in whose entry something is. @param {Element} part */
const itemOf = (part) => [...entries].find(([, { line }]) => line.contains(part))?.[0];

/** @param {IntersectionObserverEntry[]} seen */
function whenSeen(seen) {
  for (const { target, isIntersecting } of seen) {
    const item = itemOf(target);
    if (!item) continue;
    Object.assign(entries.get(item) ?? {}, { isSeen: isIntersecting });
    draw(item);
  }
}

/** Puts the small picture in once it can be had; pages that the server draws wait until they are read. @param {Item} item */
async function draw(item) {
  const entry = entries.get(item);
  const { record } = item;
  const drawn = item.isText ? record : true;
  if (!entry?.isSeen || entry.isDrawing || (entry.drawn && entry.drawn === drawn)) return;
  entry.isDrawing = true;
  const made = turn.then(() => makeThumbnail(item)).catch(() => null);
  turn = made;
  const thumb = await made;
  entry.isDrawing = false;
  thumb?.setAttribute("aria-hidden", "true");
  if (thumb) Object.assign(entry, { thumb, drawn });
  if (thumb) render(item);
  if (item.record !== record) draw(item);
}

/** Makes the small picture of an item: a canvas, a drawing of a text's puzzle, or null where there is none (yet).
 * @param {Item} item @returns {Promise<?Element>} */
async function makeThumbnail(item) {
  if (item.isText) {
    const { sceneOf } = await import("../scene/scene.js"); // which comes later on a slow line
    return sceneOf({ ...item, view: "board", picture: null, help: null, boards: {} }, { water: false });
  }
  const light = isForeign(item) ? null : await lightOf(fileOf(item));
  if (light) return canvasOf(light.blob, light);
  if (!item.record || item.record.status === "unreadable") return null;
  const page = await pageOf(item);
  const size = await lightOf(page);
  return size && canvasOf(page, size);
}

/** @param {Blob} blob @param {Size} size */
async function canvasOf(blob, size) {
  const bitmap = await shrunk(blob, within(SIDE, size));
  if (!bitmap) return null;
  const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const item = itemOf(targetOf(event));
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = items();
  const ends = /** @type {Record<string, Item|undefined>} */ ({ Home: all[0], End: all.at(-1) });
  const to = ends[event.key] ?? (event.key in ALONG ? all[all.indexOf(item) + ALONG[event.key]] ?? item : null);
  if (to) focusOn(to);
  else if (event.key === "Delete" || event.key === "Backspace") removeWithFocus(item);
  else return;
  event.preventDefault();
}

/** Shows an item, and moves the focus to its entry. @param {Item} item */
function focusOn(item) {
  selectItem(item);
  entries.get(item)?.line.querySelector("button")?.focus();
}

/** Takes an entry away; the focus goes on to the one that is shown then. @param {Item} item */
function removeWithFocus(item) {
  const all = items();
  const place = all.indexOf(item);
  removeItem(item);
  offerBack(`${titleOf(item)} is removed.`, [{ item, place }]);
  const next = current() ?? all[place + 1] ?? all[place - 1];
  if (next) focusOn(next);
  else byId("open").focus();
}

function clear() {
  const removed = items().map((item, place) => ({ item, place }));
  cancelAll();
  selectItem(null);
  for (const { item } of removed) removeItem(item);
  offerBack("The list is empty.", removed);
  byId("open").focus();
}

/** Says that something is removed; until something else is said or brought, it can be had back as it was.
 * @param {string} words @param {{item: Item, place: number}[]} removed */
function offerBack(words, removed) {
  const bringBack = () => {
    restoreItems(removed);
    focusOn(removed[0].item);
    announce(removed.length === 1 ? `${titleOf(removed[0].item)} is back` : "The list is back");
  };
  notice(words, { words: "Undo", act: bringBack });
}

const unread = () => items().filter((item) => !item.busy && ["not read", "failed"].includes(stateOf(item).word));

function renderHead() {
  const [all, item, rest, { total, done }] = [items(), current(), unread().length, progress()];
  const [isBatch, isPages] = [total > 1, all.length > 1 && all.every((one) => one.source === all[0].source)];
  document.title = item ? `${titleOf(item)} - Aquarium` : "Aquarium";
  reveal({
    list: all.length > 1, batch: isBatch, "read-rest": !total && rest > 1,
    unread: item && !item.record && !item.busy && !item.trouble,
  });
  write({
    tally: isBatch ? "" : tally(all), "read-rest": `Read the other ${rest}`,
    "batch-words": isPages ? `Page ${done + 1} of ${total}` : `${done} of ${total} done`,
  });
  byId("batch-bar").value = isBatch ? done / total : 0;
}
