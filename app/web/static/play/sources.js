/** Pictures of games, in this browser's database: what else is saved of a game holds no files. */

const [DATABASE, STORE] = ["aquarium", "pictures"];
/** Bytes of a picture that is saved. */
const MOST_BYTES = 20e6;
/** Milliseconds for which a picture stays without an unfinished game: one may be about to begin in another tab. */
const DAY = 24 * 3600 * 1000;

/** Saves the picture in which a puzzle was read, with what was said of it, if it is small enough and the browser has room.
 * @param {string} text @param {Item} item */
export async function savePicture(text, { source, name, page, board, boards }) {
  if (!text || !(source instanceof Blob) || source.size > MOST_BYTES) return;
  await inStore("readwrite", (pictures) => pictures.put({ text, source, name, page, board, boards, when: Date.now() }));
}

/** The fields of an item with the picture of a puzzle; none where it isn't saved.
 * @param {string} text @returns {Promise<Partial<Item>>} */
export async function savedPicture(text) {
  const { source, name, page, board, boards } = (await inStore("readonly", (pictures) => pictures.get(text))) ?? {};
  return source ? { source, name, page, board, boards, isText: false } : {};
}

/** Deletes all pictures but those of some puzzles. @param {string[]} texts */
export async function prunePictures(texts) {
  for (const { text, when } of (await inStore("readonly", (pictures) => pictures.getAll())) ?? []) {
    if (!texts.includes(text) && Date.now() - when > DAY) await inStore("readwrite", (pictures) => pictures.delete(text));
  }
}

/** What a request to the store gives; undefined where the browser forbids it or is full. @template T
 * @param {IDBTransactionMode} mode @param {(pictures: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T|undefined>} */
async function inStore(mode, act) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "text" });
    const database = await resultOf(opening);
    try {
      return await resultOf(act(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close(); // once the transaction is done
    }
  } catch {
    return undefined;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
