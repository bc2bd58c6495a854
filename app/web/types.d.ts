/** Shapes of what the page works with, for those who read it and for `tsc`, which checks it. No part of the page loads this. */

/** What the API answers; the fields are in docs/reference.md and docs/page.md. */
interface Answer {
  status: string;
  /** The status as people read it, and whether it tells of the puzzle: asking again does no better then. */
  status_words: string;
  is_of_puzzle: boolean;
  /** What the code says; those of the other messages are in `also`. */
  sentence: string | null;
  code: string | null;
  values: Record<string, any> | null;
  also: Message[];
  rows: number;
  cols: number;
  /** The number of each cell's aquarium; none if no board was found. */
  regions: number[][];
  col_clues: (number | null)[];
  row_clues: (number | null)[];
  rule: "level" | "connected";
  puzzle_certain: boolean | null;
  water: number[][] | null;
  /** What all solutions share, null where they differ. */
  shared: (number | null)[][] | null;
  /** The player's marks, null where they cannot be told. */
  marks: (number | null)[][] | null;
  mistakes: Mistake[] | null;
  unclear: number[][];
  doubts: Doubt[] | null;
  repairs: Doubt[] | null;
  reading: Reading | null;
  layout: Layout | null;
  ground: string | null;
  boards: Answer[] | null;
  pages: number | null;
  kept: string | null;
  puzzlink: string | null;
  task: string | null;
  text: string | null;
  share: string | null;
  grade: string | null;
  seed: number | undefined;
  level: "nudge" | "cell" | "reason" | null;
  /** What a check or hint says of cells and lines. */
  lines: string[];
  step: Step | null;
  steps: Step[];
  done: boolean;
}
interface Reading {
  misfits: string[];
  loose: Doubt[];
  looks_like: Record<string, string>;
  can_be_as_read: boolean;
  is_cut: boolean;
  size_may_help: boolean;
}
interface Doubt extends Message { place: string; confidence: number; otherwise: string }
/** What is told: a code, with values that may be messages themselves, and its sentence. */
interface Message { code: string | null; values: Record<string, any>; sentence?: string }
/** Where a board stands in the picture. */
interface Layout {
  to_picture: number[][];
  xs: number[];
  ys: number[];
  top: number[][];
  left: number[][];
  width: number;
  height: number;
  turned: boolean;
  dark: boolean;
  /** RGB of cells with nothing in them. */
  paper: number[];
}
/** A mistake of the player; cells are counted from 1. */
interface Mistake { row: number; col: number; mark: "water" | "cross" }
/** A step of logic, its cells [row, col] from 1. */
interface Step {
  /** The technique, as players call it. */
  title: string;
  because: string;
  /** Its cells in words. */
  settles: string;
  lines: string[];
  aquariums: number[];
  water: number[][];
  air: number[][];
  chain: Step[] | null;
  premises: Step[] | null;
}

/** What a person says of a board. */
interface Said {
  /** Of clues and walls, as in `--fix PLACE=VALUE`. */
  fixes: Record<string, string>;
  /** Like "15x15". */
  size: string | null;
  /** That the reading is right. */
  asRead: boolean;
  /** That nothing is to be taken as entered, whatever is in the cells. */
  ignoreEntries: boolean;
  /** What was read of places before the person spoke of them. */
  readAs: Record<string, string>;
}
interface SaidOfBoard extends Said {
  past: Said[];
  future: Said[];
  /** Whether it is being corrected on the scene. */
  correcting: boolean;
  /** Whether an explanation is to go on from the player's marks; null as long as nobody said so. */
  fromMarks: boolean | null;
}
/** A picture or text, and what became of it. */
interface Item {
  id: number;
  /** As people know it; it is never sent. */
  name: string;
  /** A file, or a puzzle as text. */
  source: Blob | string;
  isText: boolean;
  /** Of the file, from 1. */
  page: number;
  pages: number;
  /** The one that is shown, from 1 as the largest of the page. */
  board: number;
  /** What is said of each board, by its number. */
  boards: Record<number, SaidOfBoard>;
  /** The records of all boards of the page, the largest first. */
  found: Answer[];
  record: Answer | null;
  /** What was said when that was asked for. */
  stands: Standing | null;
  /** Why there is no new answer, if there should be one. */
  trouble: { message: string; status: string } | null;
  busy: Busy | null;
  picture: Picture | null;
  view: "both" | "picture" | "board";
  /** A check, hint or explanation that is drawn. */
  help: Help | Explained | null;
  play: SavedGame | null;
  /** Whether its water waits to be asked for: its game is not finished. */
  hidesWater: boolean;
}
type ReadItem = Item & { record: Answer };
type PlayedItem = Item & { play: SavedGame };
interface Standing { board: number; said: Partial<SaidOfBoard> & Said }
interface Busy { words: string; waits?: boolean; cancel: () => void }
interface Size { width: number; height: number }
/** What is shown below the water: the file itself, or its page as the server draws it. */
interface Picture extends Size { url: string; isPage: boolean }
interface Help {
  kind: "check" | "hint" | "explain";
  message: string;
  level?: Answer["level"];
  /** Of a hint: the level that was told, if there is more to tell. */
  more?: Answer["level"];
  /** Whether only the board shows it. */
  quiet?: boolean;
  lines: string[];
  then?: string[];
  mistakes: Mistake[];
  unclear: number[][];
  step?: Step | null;
  /** What is known before the step of an explanation. */
  known?: (boolean | null)[][];
}
interface Explained extends Help {
  kind: "explain";
  steps: Step[];
  /** Of the step that is shown, from 1. */
  number: number;
  /** What is known at the beginning. */
  start: (boolean | null)[][];
}

interface Puzzle extends Pick<Answer, "rows" | "cols" | "regions" | "row_clues" | "col_clues" | "rule"> {}
/** [index, before, after] of every cell that a move changed. */
type Move = number[][];
interface Game { puzzle: Puzzle; marks: number[]; past: Move[]; future: Move[] }
/** A tap or drag that is not ended yet. */
interface Stroke {
  /** As it was before. */
  game: Game;
  /** What the first cell held. */
  was: number;
  /** What cells become. */
  mark: number;
  /** Whether aquariums are filled to the level. */
  fill: boolean;
  marks: number[];
  /** The cell [row, col] it has come to. */
  last: number[];
}
/** How far a line is. */
interface Line { wet: number; clue: number | null; state: "open" | "complete" | "over" }
/** A game as this browser has it, by its puzzle. */
interface SavedGame {
  /** The puzzle, as behind the ? of an address of puzz.link. */
  text: string;
  /** Of the item it was played in. */
  name: string;
  /** Whether that had no picture. */
  isText: boolean;
  game: Game;
  /** Played until now. */
  seconds: number;
  /** How often it was changed: of two tabs, the one with more is ahead. */
  turn: number;
  /** When it was changed last, in milliseconds since 1970. */
  when: number;
  grade: string | null;
  seed: number | null;
  /** Of its explanation, if it was asked for. */
  steps: number | null;
  done: boolean;
  /** Seconds, each time that it was finished. */
  times: number[];
  version?: number;
}

/** A clue or side of a board, taken apart; cells from 0, a side is right of its cell or below it. */
interface Place extends Side { axis: "column" | "row" | null; line: number }
interface Side { row: number; col: number; below: boolean }

/** The middle of what is seen of a drawing, and pixels a unit. */
interface View { x: number; y: number; scale: number }
/** Whether water is drawn, and whether paper is too dim for it. */
interface Looks { water: boolean; lift?: boolean }

/** An element of the page as `byId` finds it: any of those that the page has. */
interface Part extends HTMLElement {
  get value(): string;
  set value(value: string | number);
  get max(): string;
  set max(value: string | number);
  checked: boolean;
  disabled: boolean;
  open: boolean;
  files: FileList;
  showModal(): void;
  close(): void;
  select(): void;
  requestSubmit(): void;
  setSelectionRange(start: number, end: number): void;
  showPopover(): void;
  hidePopover(): void;
}
interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
  setAttribute(name: string, value: string | number | boolean): void;
}

type Grid = import("./static/scene/geometry.js").Grid;
type Board = import("./static/play/board.js").Board;
/** How who asks the server may give it up. */
interface Asking { signal?: AbortSignal }
/** What help is being asked for. */
interface Asked { item: Item; words: string; quiet: boolean; stopper: AbortController; of: unknown[] }
/** Of an element that is made; functions listen. */
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;
/** A place that is doubted, in words, and what it may be. */
interface Question {
  place: string;
  title: string;
  words: string;
  values: string[];
  /** Whether the clue is to be typed. */
  typed: boolean;
}
/** What is done with what is pointed at on the stage. */
interface Pointing {
  /** A clue or side; the digit that was typed on it, if any. */
  correct: (place: string, digit?: string) => void;
  /** A board of several, from 1. */
  choose: (board: number) => void;
}
/** What wheel, fingers and keys on the stage do. */
interface Zooming {
  /** By a factor at [x, y], or the middle. */
  zoom: (factor: number, at?: number[]) => void;
  /** By so many pixels. */
  move: (right: number, down: number) => void;
  fit: () => void;
  /** Whether the wheel, or one finger, is to scroll the page. */
  scrolls: () => boolean;
}
/** What becomes of a stroke over cells [row, col]. */
interface Drawing {
  /** The second is whether crosses are meant: the other button. */
  begin: (cell: number[], crosses: boolean) => void;
  extend: (cell: number[]) => void;
  end: () => void;
  cancel: () => void;
}
/** What keys do in a game. */
interface Playing {
  put: (row: number, col: number, mark: number) => void;
  undo: () => void;
  redo: () => void;
  board: () => Board | null | undefined;
}
/** A file that browsers show without freezing, with the width and height of the picture. */
interface Light extends Size { blob: Blob }
/** An item in the list. */
interface Entry {
  line: HTMLElement;
  /** A small picture, or a sign in its place. */
  thumb: Element;
  /** What it was drawn of. */
  drawn: Answer | boolean | null;
  isSeen?: boolean;
  isDrawing?: boolean;
}
/** A pointer on the stage: where it is, in pixels from the corner. */
interface Finger {
  id: number;
  at: number[];
}
/** What happens along the way of a pointer, beside the strokes of others. */
interface Strokes<T> {
  /** What is to be known of a stroke, or null where none begins. */
  begin: (event: PointerEvent, others: T[]) => T | null;
  move: (stroke: T, event: PointerEvent, others: T[]) => unknown;
  end: (stroke: T, how: "over" | "cancelled", others: T[]) => unknown;
}
