/** Puts pictures and texts on the clipboard. */

/** Whether pictures can be copied: browsers allow it on this computer and over HTTPS only. */
export const canCopyPictures = () => Boolean(navigator.clipboard?.write && window.ClipboardItem);

/** Copies a picture that is still to come; throws where the browser forbids it. @param {Promise<Blob>} png */
export async function copyPicture(png) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
}

/** Copies a text, in the old way where the new one is not allowed. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyFromField(text);
  }
}

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
