/** The board that is played: a drawing that keeps its elements, so that focus and fingers keep their place. */

import { s, targetOf } from "../base/dom.js";
import { CROSS, EMPTY, WATER } from "../item/marks.js";
import { clamp } from "../scene/frame.js";
import { Grid, PITCH } from "../scene/geometry.js";
import { crossesLayer, marksLayer, puzzleLayers, waterLayer } from "../scene/layers.js";
import { fromOne, placesOf } from "../scene/shapes.js";
import { stepLayer } from "../scene/steps.js";
import { markAt, progressOf } from "./game.js";

/** @type {Record<number, string>} */
const NAMES = { [EMPTY]: "empty", [WATER]: "water", [CROSS]: "cross" };

/** A board that is played, and how it is shown. */
export class Board {
  /** @param {Game} game */
  constructor(game) {
    const { rows, cols, regions } = game.puzzle;
    this.puzzle = game.puzzle;
    this.grid = Grid.even(rows, cols);
    this.marks = s("g");
    this.over = s("g", { class: "helped" });
    this.clues = { rows: clueTexts("row", game.puzzle.row_clues), cols: clueTexts("column", game.puzzle.col_clues) };
    this.cells = regions.map((line, row) => line.map((_, col) => {
      const place = { x: (col + 1.5) * PITCH, y: (row + 1.5) * PITCH, width: PITCH, height: PITCH, "data-cell": `${row},${col}` };
      return s("rect", { ...place, role: "gridcell", tabindex: row || col ? -1 : 0 });
    }));
    this.element = s("g", { class: "cells", role: "grid", "aria-label": `Board of ${rows} rows and ${cols} columns` },
      s("g", { role: "row" }, ...this.clues.cols),
      ...this.cells.map((cells, row) => s("g", { role: "row" }, this.clues.rows[row], ...cells)));
    const [width, height] = [(cols + 2) * PITCH, (rows + 2) * PITCH];
    const [lines, walls] = puzzleLayers(this.grid, game.puzzle);
    this.scene = s("svg", { class: "scene on-board game", viewBox: `0 0 ${width} ${height}`, "data-pitch": PITCH, "--cell": `${PITCH}px` },
      s("rect", { class: "sheet", width, height, rx: PITCH / 3 }),
      this.marks, lines, walls, this.over, this.element);
    this.focused = [0, 0];
    this.element.addEventListener("focusin", (event) => this.#roam(targetOf(event)));
  }

  /** Shows marks, and what check, hint or explanation say of them. @param {Game} game @param {?Help} help */
  show(game, help) {
    const explained = help?.known ? { ...game, marks: help.known.flat().map((wet) => (wet === null ? EMPTY : wet ? WATER : CROSS)) } : game;
    const wrong = new Set((help?.level === "nudge" ? [] : help?.mistakes ?? []).map(({ row, col }) => `${row - 1},${col - 1}`));
    const { regions } = this.puzzle;
    const marks = regions.map((line, row) => line.map((_, col) => markAt(explained, row, col)));
    const water = marks.map((line) => line.map((mark) => mark === WATER));
    this.marks.replaceChildren(waterLayer(this.grid, water, { regions }), crossesLayer(this.grid, marks));
    for (const [row, cells] of this.cells.entries()) {
      for (const [col, cell] of cells.entries()) {
        const state = `${NAMES[marks[row][col]]}${wrong.has(`${row},${col}`) ? ", wrong" : ""}`;
        const label = `Row ${row + 1}, column ${col + 1}, ${state}, aquarium ${regions[row][col]}`;
        if (cell.ariaLabel !== label) cell.ariaLabel = label;
      }
    }
    this.#showProgress(progressOf(explained));
    this.over.replaceChildren(...this.#help(help));
  }

  /** The cell [row, col] of an element, or null. @param {?Element} element */
  cellOf(element) {
    const place = element?.closest?.("[data-cell]")?.dataset.cell;
    return place && this.element.contains(element) ? place.split(",").map(Number) : null;
  }

  /** Moves the focus to a cell; beyond the frame it stays at its edge. @param {number} row @param {number} col */
  focus(row, col) {
    const { rows, cols } = this.puzzle;
    this.cells[clamp(row, 0, rows - 1)][clamp(col, 0, cols - 1)].focus({ preventScroll: true });
  }

  /** [x, y, width, height] of a cell, with its neighbours. @param {number[]} cell */
  boxOf([row, col]) {
    const [x, y] = this.grid.point(col - 1, row - 1);
    return [x, y, 3 * PITCH, 3 * PITCH];
  }

  /** @param {Element} target */
  #roam(target) {
    const [cell, [row, col]] = [this.cellOf(target), this.focused];
    if (!cell) return;
    this.cells[row][col].setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
    this.focused = cell;
  }

  /** @param {{rows: Line[], cols: Line[]}} progress */
  #showProgress(progress) {
    for (const [axis, name] of /** @type {const} */ ([["rows", "Row"], ["cols", "Column"]])) {
      for (const [at, { wet, clue, state }] of progress[axis].entries()) {
        const needs = clue === null ? "no clue" : `needs ${clue}`;
        this.clues[axis][at].setAttribute("class", `clue ${state}`);
        this.clues[axis][at].ariaLabel = `${name} ${at + 1}, ${needs}, has ${wet}${STATES[state]}`;
      }
    }
  }

  /** @param {?Help} help */
  #help(help) {
    if (!help) return [];
    const { grid, puzzle } = this;
    const { level, step, mistakes, unclear } = help;
    const ground = [0, 0, (puzzle.cols + 2) * PITCH, (puzzle.rows + 2) * PITCH];
    return [
      ...(step ? [stepLayer(grid, step, level ?? "reason", puzzle.regions, ground)] : []),
      marksLayer(grid, "unclear", fromOne(unclear)),
      ...(mistakes.length && level !== "nudge" ? [marksLayer(grid, "mistakes", placesOf(mistakes))] : []),
    ];
  }
}

const STATES = { open: "", complete: ", complete", over: ", too many" };

/** @param {string} axis @param {(?number)[]} clues */
function clueTexts(axis, clues) {
  return clues.map((clue, at) => {
    const [along, across] = [(at + 2) * PITCH, PITCH];
    const [x, y] = axis === "row" ? [across, along] : [along, across];
    return s("text", { x, y, dy: "0.35em", role: `${axis}header` }, clue === null ? "" : String(clue));
  });
}
