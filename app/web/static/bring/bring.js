/** Pictures and texts as they are brought: dropped, pasted, chosen, photographed, typed. */

import { NO_SERVER } from "../base/api.js";
import { byId, on, reveal } from "../base/dom.js";
import { notice } from "../base/notice.js";
import { addItem, follow, selectItem, withCurrent } from "../item/store.js";
import * as drop from "./drop.js";
import * as list from "./list.js";
import * as paste from "./paste.js";
import * as queue from "./queue.js";
import * as text from "./text.js";

const EXAMPLE = "example.png";
const TEXT = /\.(txt|json)$/i;
/** Characters of a file of text; a longer one is none of a puzzle. */
const MOST_TEXT = 5e6;

/** Begins to listen. */
export function init() {
  queue.init();
  list.init();
  text.init();
  drop.init(bring);
  paste.init(bring);
  on("click", {
    open: () => byId("files").click(), camera: () => byId("photo").click(), example: bringExample,
    "edit-text": withCurrent((item) => text.openText(String(item.source), item)),
  });
  on("change", { files: bringChosen, photo: bringChosen });
  reveal({ camera: matchMedia("(pointer: coarse)").matches });
  // A text with a mistake can be mended
  follow(["record", "busy"], (item) => reveal({ mend: item?.isText && item.record && !item.record.regions && !item.busy }));
  welcome();
}

/** Adds files and texts to the list, shows the first and reads all. @param {(File|string)[]} sources */
export async function bring(sources) {
  notice("");
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  if (sources.length === 1 && typeof sources[0] === "string") return text.readText(sources[0]);
  const added = (await Promise.all(sources.map(fieldsOf))).map((fields) => addItem(fields));
  if (added.length) selectItem(added[0]);
  queue.readAll(added);
}

/** @param {File|string} source */
async function fieldsOf(source) {
  if (typeof source === "string") return { name: "Text", isText: true, source };
  const { name, type, size } = source;
  const isText = (type.startsWith("text/") || TEXT.test(name)) && size < MOST_TEXT;
  return { name, isText, source: isText ? await source.text() : source };
}

/** @param {Event & {target: HTMLInputElement}} event */
function bringChosen({ target }) {
  bring([...target.files ?? []]);
  target.value = "";
}

/** The buttons of the welcome press those of the header. */
function welcome() {
  const buttons = [...byId("welcome-buttons").querySelectorAll("button")];
  for (const button of buttons) {
    const pressed = byId(button.dataset.presses ?? "");
    button.hidden = pressed.hidden;
    button.addEventListener("click", () => pressed.click());
  }
  buttons.find(({ hidden }) => !hidden)?.classList.add("first");
}

async function bringExample() {
  try {
    const answer = await fetch(EXAMPLE);
    bring([new File([await answer.blob()], EXAMPLE, { type: "image/png" })]);
  } catch {
    notice(NO_SERVER);
  }
}
