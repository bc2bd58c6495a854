/** Pictures and texts as they are brought: dropped, pasted, chosen, photographed, typed. */

import { byId } from "./dom.js";
import { readItem } from "./reading.js";
import { addItem, selectItem } from "./store.js";

/** Begins to listen. */
export function init() {
  const files = byId("files");
  byId("open").addEventListener("click", () => files.click());
  files.addEventListener("change", () => {
    bring([...files.files]);
    files.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    bring([...event.dataTransfer.files]);
  });
}

/** Adds files and texts to the list, shows the first and reads all. @param {(File|string)[]} sources */
export function bring(sources) {
  const added = sources.map((source) =>
    addItem({ source, isText: typeof source === "string", name: source.name ?? "Text" }));
  if (added.length) selectItem(added[0]);
  added.forEach(readItem);
}
