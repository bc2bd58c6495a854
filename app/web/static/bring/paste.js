/** What is on the clipboard: by Ctrl+V anywhere but in text fields, or by the button where browsers allow it. */

import { on, reveal, targetOf } from "../base/dom.js";
import { notice } from "../base/notice.js";

const NOTHING = "The clipboard has no picture and no text. Copy one, then paste again.";
const FORBIDDEN = "The browser does not let the page read the clipboard. Press Ctrl+V, or allow it in the browser.";

/** Begins to listen. @param {(sources: (File|string)[]) => void} bring  gets what was pasted */
export function init(bring) {
  document.addEventListener("paste", (event) => {
    if (targetOf(event).closest?.("input, textarea, dialog")) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])].map(named);
    put({ files, text: event.clipboardData?.getData("text/plain") ?? "" });
  });
  reveal({ paste: navigator.clipboard?.read });
  on("click", { paste: async () => {
    try {
      put(await contents(await navigator.clipboard.read()));
    } catch (error) {
      notice(error.name === "NotAllowedError" ? FORBIDDEN : NOTHING);
    }
  } });
  /** @param {{files: File[], text: string}} of */
  const put = ({ files, text }) => {
    if (files.length || text.trim()) bring(files.length ? files : [text.trim()]);
    else notice(NOTHING);
  };
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
