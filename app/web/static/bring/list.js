/** The list of what was brought: a small picture, the name and what became of it; pages; how far the reading is. */

import { announce, byId, h, targetOf } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { current, items, removeItem, restoreItems, selectItem, subscribe, withCurrent } from "../item/store.js";
import { fileOf, isForeign, lightOf, pageOf, shrunk, within } from "../scene/pictures.js";
import { cancelAll, onProgress, progress, readAll, stateOf, tally, titleOf } from "./queue.js";

/** Fields of an item that its entry in the list shows. */
const SHOWN = ["busy", "record", "name", "pages", "help", "play"];
/** Longer side of a small picture in pixels: twice that of the list, for fine screens. */
const SIDE = 192;
/** Signs of a name that fit beside a small picture in any case, and of its end, by which names of a series differ. */
const [FEW_SIGNS, LAST_SIGNS] = [20, 11];
/** @type {Record<string, number>} */
const ALONG = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Items and their entries. @type {Map<Item, Entry>} */
const entries = new Map();
/** Small pictures are made one after another. @type {Promise<unknown>} */
let turn = Promise.resolve();
const inView = new IntersectionObserver(whenSeen, { rootMargin: "100px" });

/** Begins to show. */
export function init() {
  subscribe(follow);
  onProgress(renderHead);
  const list = byId("entries");
  list.addEventListener("keydown", onKey);
  byId("clear").addEventListener("click", clear);
  byId("cancel-all").addEventListener("click", cancelAll);
  byId("read-rest").addEventListener("click", () => readAll(unread()));
  byId("page-back").addEventListener("click", () => turnPage(-1));
  byId("page-on").addEventListener("click", () => turnPage(1));
  byId("read-this").addEventListener("click", withCurrent((item) => readAll([item])));
}

/** @param {Item|null} item @param {Set<string>} keys */
function follow(item, keys) {
  if (keys.has("selected")) select();
  if (item && keys.has("added")) add(item);
  if (item && keys.has("removed")) remove(item);
  if (item && SHOWN.some((key) => keys.has(key))) render(item);
  if (["added", "removed", "selected", "record", "busy", "play", "help"].some((key) => keys.has(key))) renderHead();
}

/** @param {Item} item */
function add(item) {
  const thumb = h("span", { class: "thumb" }, h("span", { "aria-hidden": "true" }, item.isText ? "Aa" : "…"));
  const [name, state] = [h("span", { class: "entry-name" }), h("span", { class: "entry-state" })];
  const show = h("button", { type: "button", class: "entry", onclick: () => selectItem(item) }, thumb, name, state);
  const drop = h("button", { type: "button", class: "remove", onclick: () => removeWithFocus(item) }, "×");
  const line = h("li", {}, show, drop);
  const entry = { line, show, drop, thumb, name, state, drawn: null };
  entries.set(item, entry);
  const next = items()[items().indexOf(item) + 1];
  byId("entries").insertBefore(line, entries.get(next)?.line ?? null);
  render(item);
  setFocusable(item);
  inView.observe(line);
}

/** @param {Item} item */
function remove(item) {
  const entry = entries.get(item);
  if (!entry) return;
  inView.unobserve(entry.line);
  entry.line.remove();
  entries.delete(item);
}

/** Marks the entry that is shown; it alone can be reached by Tab, the others by the arrow keys. */
function select() {
  for (const item of entries.keys()) setFocusable(item);
  renderTitle();
  const item = current();
  if (item) entries.get(item)?.line.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function renderTitle() {
  const item = current();
  document.title = item ? `${titleOf(item)} - Aquarium` : "Aquarium";
}

/** @param {Item} item */
function setFocusable(item) {
  const entry = entries.get(item);
  if (!entry) return;
  const isCurrent = item === current();
  entry.show.tabIndex = entry.drop.tabIndex = isCurrent ? 0 : -1;
  if (isCurrent) entry.show.setAttribute("aria-current", "true");
  else entry.show.removeAttribute("aria-current");
}

/** @param {Item} item */
function render(item) {
  const entry = entries.get(item);
  if (!entry) return;
  const [name, { word, sign, kind }] = [titleOf(item), stateOf(item)];
  entry.name.replaceChildren(...nameParts(name));
  entry.show.title = name;
  entry.drop.setAttribute("aria-label", `Remove ${name}`);
  entry.state.dataset.kind = kind;
  entry.state.replaceChildren(h("span", { "aria-hidden": "true" }, sign), ` ${word}`);
  if (item === current()) renderTitle();
  if (!entry.drawn && item.record?.status === "unreadable") entry.thumb.replaceChildren(h("span", { "aria-hidden": "true" }, "–"));
  if (item.isText ? entry.drawn !== item.record : !entry.drawn) draw(item);
}

/** A name in one part, or in two so that a long one is cut in the middle. @param {string} name */
function nameParts(name) {
  if (name.length <= FEW_SIGNS) return [name];
  return [h("span", {}, name.slice(0, -LAST_SIGNS)), h("span", {}, name.slice(-LAST_SIGNS))];
}

/** @param {IntersectionObserverEntry[]} seen */
function whenSeen(seen) {
  for (const { target, isIntersecting } of seen) {
    const found = [...entries].find(([, entry]) => entry.line === target);
    if (!found) continue;
    found[1].isSeen = isIntersecting;
    if (isIntersecting) draw(found[0]);
  }
}

/** Puts the small picture in once it can be had; pages that the server draws wait until they are read.
 * @param {Item} item */
async function draw(item) {
  const entry = entries.get(item);
  if (!entry?.isSeen || entry.isDrawing || (entry.drawn && entry.drawn === (item.isText ? item.record : true))) return;
  entry.isDrawing = true;
  const record = item.record;
  const thumbnail = await thumbnailOf(item);
  entry.isDrawing = false;
  if (thumbnail) {
    thumbnail.setAttribute("aria-hidden", "true");
    entry.thumb.replaceChildren(thumbnail);
    entry.drawn = item.isText ? record : true;
  }
  if (item.record !== record) draw(item);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const found = [...entries].find(([, entry]) => entry.line.contains(targetOf(event)));
  if (!found || event.ctrlKey || event.altKey || event.metaKey) return;
  const [item] = found;
  const all = items();
  const to = {
    Home: all[0],
    End: all.at(-1),
    ...(event.key in ALONG ? { [event.key]: all[all.indexOf(item) + ALONG[event.key]] ?? item } : {}),
  }[event.key];
  if (to) {
    event.preventDefault();
    selectItem(to);
    entries.get(to)?.show.focus();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    removeWithFocus(item);
  }
}

/** Takes an entry away; the focus goes on to the one that is shown then. @param {Item} item */
function removeWithFocus(item) {
  const all = items();
  const place = all.indexOf(item);
  removeItem(item);
  offerBack(`${titleOf(item)} is removed.`, [{ item, place }]);
  const next = all[place + 1] ?? all[place - 1];
  if (!next) return byId("open").focus();
  if (!current()) selectItem(next);
  entries.get(current() ?? next)?.show.focus();
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
    const back = removed.find(({ item }) => entries.has(item))?.item;
    if (!back) return;
    selectItem(back);
    entries.get(back)?.show.focus();
    announce(removed.length === 1 ? `${titleOf(back)} is back` : "The list is back");
  };
  notice(words, { words: "Undo", act: bringBack });
}

const unread = () => items().filter((item) => !item.busy && ["not read", "failed"].includes(stateOf(item).word));

function renderHead() {
  const [all, item, { total, done }] = [items(), current(), progress()];
  byId("list").hidden = all.length === 0;
  byId("list").dataset.count = all.length > 1 ? "several" : "one";
  byId("batch").hidden = total < 2;
  if (total > 1) {
    const isPages = all.length > 1 && all.every((one) => one.source === all[0].source);
    byId("batch-words").textContent = isPages ? `Page ${done + 1} of ${total}` : `${done} of ${total} done`;
    byId("batch-bar").value = done / total;
  }
  byId("tally").textContent = total > 1 || all.length < 2 ? "" : tally(all);
  byId("read-rest").hidden = total > 0 || unread().length < 2;
  byId("read-rest").textContent = `Read the other ${unread().length}`;
  byId("clear").hidden = all.length < 2;
  byId("unread").hidden = !item || Boolean(item.record || item.busy || item.trouble);
  byId("pager").hidden = !item || item.pages < 2;
  if (!item) return;
  byId("page-words").textContent = `Page ${item.page} of ${item.pages}`;
  byId("page-back").disabled = !pageBeside(item, -1);
  byId("page-on").disabled = !pageBeside(item, 1);
}

/** @param {Item} item @param {number} step */
const pageBeside = (item, step) =>
  items().find((other) => other.source === item.source && other.page === item.page + step);

/** @param {number} step */
function turnPage(step) {
  const item = current();
  const page = item && pageBeside(item, step);
  if (!page) return;
  selectItem(page);
  announce(`${titleOf(page)}, ${stateOf(page).word}`);
}

/** Makes the small picture of an item: a canvas, a drawing of a text's puzzle, or null where there is none (yet).
 * @param {Item} item @returns {Promise<?Element>} */
function thumbnailOf(item) {
  const made = turn.then(() => makeThumbnail(item)).catch(() => null);
  turn = made;
  return made;
}

/** The clean board of a text. @param {Item} item */
async function textThumbnail(item) {
  const { sceneOf } = await import("../scene/scene.js"); // which comes later on a slow line
  return sceneOf({ ...item, view: "board", picture: null, help: null, boards: {} }, { water: false });
}

/** @param {Item} item */
async function makeThumbnail(item) {
  if (item.isText) return item.record?.regions ? textThumbnail(item) : null;
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
