/** What the page knows: its pictures and puzzles, and which of them is shown. Whoever shows something subscribes. */

/** @type {SaidOfBoard} Of a board of which nothing is said. */
const UNSAID = {
  fixes: {}, size: null, asRead: false, ignoreEntries: false, readAs: {}, past: [], future: [], correcting: false, fromMarks: null,
};

/** @type {Set<(item: ?Item, keys: Set<string>) => void>} */
const listeners = new Set();
/** @type {{items: Item[], current: ?Item, lastId: number}} */
const state = { items: [], current: null, lastId: 0 };

/** All items, in the order they came. @returns {Item[]} */
export const items = () => [...state.items];

/** The item that is shown, if any. @returns {?Item} */
export const current = () => state.current;

/** Returns what does something with the item that is shown, if there is one: for buttons. @param {(item: Item) => unknown} act */
export const withCurrent = (act) => () => void (state.current && act(state.current));

/** Calls `listener(item, keys)` whenever something has changed: `keys` is a Set of fields of the item, or of the
 * words "added", "removed" and "selected"; and at once if an item is shown already.
 * @param {(item: ?Item, keys: Set<string>) => void} listener */
export function subscribe(listener) {
  listeners.add(listener);
  if (state.current) listener(state.current, new Set(["selected"]));
}

/** Calls `show(item, keys)` with the item that is shown when it is another, or some of these fields of it have changed.
 * @param {string[]} fields @param {(item: ?Item, keys: Set<string>) => void} show */
export const follow = (fields, show) => subscribe((item, keys) => {
  if (item === state.current && ["selected", ...fields].some((field) => keys.has(field))) show(item, keys);
});

/** Adds an item and returns it: at the end, or after another.
 * @param {Partial<Item>} fields @param {?Item} [after] @returns {Item} */
export function addItem(fields, after = null) {
  /** @type {Item} */
  const item = {
    id: ++state.lastId, name: "", source: "", isText: false, page: 1, pages: 1, board: 1, boards: {}, found: [],
    record: null, stands: null, trouble: null, busy: null, picture: null, view: "picture", help: null, play: null,
    hidesWater: false, ...fields,
  };
  const place = after ? state.items.indexOf(after) : -1;
  state.items.splice(place < 0 ? state.items.length : place + 1, 0, item);
  notify(item, "added");
  return item;
}

/** What is said of the board that is shown. @param {Item} item @returns {SaidOfBoard} */
export const saidOf = (item) => item.boards[item.board] ?? UNSAID;

/** Changes fields of an item, and of what is said of the board that is shown then.
 * @param {Item} item @param {Partial<Item>} changes @param {Partial<SaidOfBoard>} [said] */
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
  for (const { item, place } of removed) {
    Object.assign(item, { picture: null, busy: null });
    state.items.splice(place, 0, item);
    notify(item, "added");
  }
}

/** @param {Item|null} item @param {...string} keys */
function notify(item, ...keys) {
  for (const listener of [...listeners]) {
    try {
      listener(item, new Set(keys));
    } catch (error) {
      reportError(error); // a fault of one part leaves the others at work
    }
  }
}
