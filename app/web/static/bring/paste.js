/** What is on the clipboard: by Ctrl+V anywhere but in text fields, or by the button where browsers allow it. */

import { byId, targetOf } from "../base/dom.js";
import { notice } from "../base/notice.js";

const NOTHING = "The clipboard has no picture and no text. Copy one, then paste again.";
const FORBIDDEN = "The browser does not let the page read the clipboard. Press Ctrl+V, or allow it in the browser.";

/** Begins to listen. @param {(sources: (File|string)[]) => void} bring  gets what was pasted */
export function init(bring) {
  document.addEventListener("paste", (event) => {
    if (targetOf(event).closest?.("input, textarea, dialog")) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])].map(named);
    put(bring, files, event.clipboardData?.getData("text/plain") ?? "");
  });
  const button = byId("paste");
  button.hidden = !navigator.clipboard?.read;
  button.addEventListener("click", async () => {
    try {
      const { files, text } = await contents(await navigator.clipboard.read());
      put(bring, files, text);
    } catch (error) {
      notice(error.name === "NotAllowedError" ? FORBIDDEN : NOTHING);
    }
  });
}

/** @param {(sources: (File|string)[]) => void} bring @param {File[]} files @param {string} text */
function put(bring, files, text) {
  if (files.length) bring(files);
  else if (text.trim()) bring([text.trim()]);
  else notice(NOTHING);
}

/** @param {ClipboardItem[]} parts */
async function contents(parts) {
  const files = [];
  let text = "";
  for (const part of parts) {
    const type = part.types.find((one) => one.startsWith("image/"));
    if (type) files.push(named(new File([await part.getType(type)], "image.png", { type })));
    else if (part.types.includes("text/plain")) text ||= await (await part.getType("text/plain")).text();
  }
  return { files, text };
}

let count = 0;

/** Browsers call every picture on the clipboard image.png: they are numbered. @param {File} file */
function named(file) {
  if (file.name !== "image.png") return file;
  count += 1;
  return new File([file], count > 1 ? `pasted-${count}.png` : "pasted.png", { type: file.type });
}
