/** What the page knows: its pictures and puzzles, and which of them is shown. Whoever shows something subscribes. */

/**
 * @typedef {Object} Said  What a person says of a board.
 * @property {Object<string, string>} fixes  Of clues and walls, as in `--fix PLACE=VALUE`.
 * @property {?string} size  Like "15x15".
 * @property {boolean} asRead  That the reading is right.
 * @property {Object<string, string>} readAs  What was read of places before the person spoke of them.
 *
 * @typedef {Said & {past: Said[], future: Said[], correcting: boolean, fromMarks: ?boolean}} Board  With what can be undone
 * and redone, whether it is being corrected on the scene, and whether an explanation is to go on from the player's marks.
 *
 * @typedef {Object} Item  A picture or text, and what became of it.
 * @property {number} id
 * @property {string} name  As people know it; it is never sent.
 * @property {Blob|string} source  A file, or a puzzle as text.
 * @property {boolean} isText
 * @property {number} page  Of the file, from 1.
 * @property {number} pages
 * @property {number} board  The one that is shown, from 1 as the largest of the page.
 * @property {Object<number, Board>} boards  What is said of each, by its number.
 * @property {{rows: number, cols: number, status: string}[]} found  All boards of the page, the largest first.
 * @property {?Object} record  The API's answer.
 * @property {?{board: number, said: Partial<Board>}} stands  What was said when that was asked for.
 * @property {?{message: string, status: string}} trouble  Why there is no new answer, if there should be one.
 * @property {?{words: string, fraction: ?number, cancel: function(): void}} busy
 * @property {?{url: string, width: number, height: number, isPage: boolean}} picture  What is shown below the water:
 *   the file itself, or its page as the server draws it; null for text.
 * @property {"both"|"picture"|"board"} view
 * @property {?Object} shown  A check, hint or explanation that is drawn: {kind, …}.
 * @property {?Object} play  The game, if the puzzle is being played.
 */

/** @type {Board} Of a board of which nothing is said. */
const UNSAID = {
  fixes: {}, size: null, asRead: false, readAs: {}, past: [], future: [], correcting: false, fromMarks: null,
};

const listeners = new Set();
const state = { items: [], current: null, lastId: 0 };

/** All items, in the order they came. @returns {Item[]} */
export const items = () => [...state.items];

/** The item that is shown, if any. @returns {?Item} */
export const current = () => state.current;

/** Calls `listener(item, keys)` whenever something has changed: `keys` is a Set of fields of the item, or of the
 * words "added", "removed" and "selected"; and at once if an item is shown already.
 * @param {function(?Item, Set<string>): void} listener */
export function subscribe(listener) {
  listeners.add(listener);
  if (state.current) listener(state.current, new Set(["selected"]));
}

/** Adds an item and returns it: at the end, or after another.
 * @param {Partial<Item>} fields @param {?Item} [after] @returns {Item} */
export function addItem(fields, after = null) {
  const item = {
    id: ++state.lastId, name: "", source: "", isText: false, page: 1, pages: 1, board: 1, boards: {}, found: [],
    record: null, stands: null, trouble: null, busy: null, picture: null, view: "picture", shown: null, play: null,
    ...fields,
  };
  const place = state.items.indexOf(after);
  state.items.splice(place < 0 ? state.items.length : place + 1, 0, item);
  notify(item, "added");
  return item;
}

/** What is said of the board that is shown. @param {Item} item @returns {Board} */
export const saidOf = (item) => item.boards[item.board] ?? UNSAID;

/** Changes fields of an item, and of what is said of the board that is shown then.
 * @param {Item} item @param {Partial<Item>} changes @param {Partial<Board>} [said] */
export function updateItem(item, changes, said = {}) {
  Object.assign(item, changes);
  if (Object.keys(said).length) item.boards = { ...item.boards, [item.board]: { ...saidOf(item), ...said } };
  notify(item, ...Object.keys(changes), ...Object.keys(said));
}

/** Shows another item, or none. @param {?Item} item */
export function selectItem(item) {
  if (state.current === item) return;
  state.current = item;
  notify(item, "selected");
}

/** Takes an item from the list; its neighbour is shown in its place. @param {Item} item */
export function removeItem(item) {
  const place = state.items.indexOf(item);
  if (place < 0) return;
  state.items.splice(place, 1);
  item.busy?.cancel();
  if (item.picture) URL.revokeObjectURL(item.picture.url);
  notify(item, "removed");
  if (state.current === item) selectItem(state.items[place] ?? state.items[place - 1] ?? null);
}

/** Puts items that were removed back to their places, as they were; what was under way is not taken up.
 * @param {{item: Item, place: number}[]} removed  in the order of their places */
export function restoreItems(removed) {
  const playing = new Set(state.items.map((item) => item.play?.id).filter(Boolean));
  for (const { item, place } of removed) {
    const play = playing.has(item.play?.id) ? null : item.play; // its game may be gone on with elsewhere
    Object.assign(item, { picture: null, busy: null, play });
    state.items.splice(place, 0, item);
    notify(item, "added");
  }
}

function notify(item, ...keys) {
  for (const listener of [...listeners]) {
    try {
      listener(item, new Set(keys));
    } catch (error) {
      reportError(error); // a fault of one part leaves the others at work
    }
  }
}
