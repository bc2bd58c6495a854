/** The answers of the whole list, as one file. */

import { askFile, Refused } from "../base/api.js";
import { byId, on, reveal } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { counted } from "../base/words.js";
import { toldBy } from "../item/sentences.js";
import { items, subscribe } from "../item/store.js";
import { askedFor, drawingsOf, fileName } from "./files.js";
import { saveFile } from "./take.js";
import { zipOf } from "./zip.js";

const ARCHIVE = "aquarium-answers.zip";

/** @type {?AbortController} */
let stopper = null;

/** Begins to listen. */
export function init() {
  on("click", { "save-all": () => (stopper ? stopper.abort() : saveAll()) });
  subscribe(() => stopper || reveal({ "save-all": answered().length > 1 }));
}

/** The items whose answer may be seen. */
const answered = () => items().filter((item) => !item.play && drawingsOf(item).includes("answer"));

async function saveAll() {
  const [all, button, files] = [answered(), byId("save-all"), /** @type {File[]} */ ([])];
  stopper = new AbortController();
  try {
    for (const [at, item] of all.entries()) {
      button.textContent = `Cancel (${at + 1} of ${all.length})`;
      const { body, parameters } = askedFor(item, "answer", "png");
      const file = await askFile("api/picture", parameters, body, { signal: stopper.signal });
      files.push(new File([file], freeName(fileName(item, "answer", "png"), files)));
    }
    saveFile(new File([await zipOf(files)], ARCHIVE));
    notice(`${counted(files.length, "answer")} saved in ${ARCHIVE}.`);
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof Refused)) throw error;
    notice(error instanceof Refused ? toldBy(error.record) : "Nothing was saved.");
  } finally {
    stopper = null;
    button.textContent = "Save all";
  }
}

/** A name that no other file has: "shot.solved.png", "shot.solved-2.png". @param {string} name @param {File[]} files */
function freeName(name, files) {
  let [free, number] = [name, 1];
  while (files.some((file) => file.name === free)) free = name.replace(/(\.\w+)$/, `-${++number}$1`);
  return free;
}
