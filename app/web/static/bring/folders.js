/** What is dropped → files: folders are looked through, and only their pictures are taken. */

/** Names of files that may be pictures or PDF. */
const PICTURE = /\.(png|apng|jpe?g|webp|gif|bmp|tiff?|heic|heif|avif|pdf)$/i;
/** Files that are taken from folders at a time. */
export const MOST_FILES = 1000;

/** The files of a drop: those dropped themselves, whatever they are, and the pictures of dropped folders, by name.
 * It must be called at once, in the event; what it looks at is gone later.
 * @param {DataTransfer} dropped @returns {Promise<{files: File[], left: string[], more: boolean}>}  `left`: names of
 * what is no picture, `more`: whether there were more pictures than are taken */
export async function filesOf(dropped) {
  const parts = [...dropped.items].filter(({ kind }) => kind === "file");
  const found = parts.map((part) => ({ entry: part.webkitGetAsEntry?.(), file: part.getAsFile() }));
  const taken = { files: [], left: [], more: false };
  for (const { entry, file } of found) {
    if (!entry?.isDirectory) taken.files.push(...(file ? [file] : []));
    else await walk(entry, taken);
  }
  return taken;
}

async function walk(folder, taken) {
  const inside = (await childrenOf(folder)).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const entry of inside.filter(({ name }) => !name.startsWith("."))) {
    if (entry.isDirectory) await walk(entry, taken);
    else if (!PICTURE.test(entry.name)) taken.left.push(entry.name);
    else if (taken.files.length >= MOST_FILES) taken.more = true;
    else taken.files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
  }
}

/** A folder is read in parts of at most 100, until one is empty. */
async function childrenOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return all;
    all.push(...some);
  }
}
