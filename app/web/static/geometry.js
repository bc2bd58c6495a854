/** Where the cells of a board stand: in a picture, by what was read of it, or on an even grid. */

/** Units a cell on the clean board. */
export const PITCH = 40;

/** A board's positions (u, v), in cells from its top left corner, and their points [x, y] in the scene. */
export class Grid {
  /** @param {number[][]} toPicture 3x3, @param {number[]} xs, @param {number[]} ys  as `layout` has them */
  constructor(toPicture, xs, ys) {
    Object.assign(this, { toPicture, xs, ys, rows: ys.length - 1, cols: xs.length - 1 });
  }

  /** @param {Object} layout  of a record @returns {Grid} */
  static of(layout) {
    return new Grid(layout.to_picture, layout.xs, layout.ys);
  }

  /** The even grid of the clean board, with room for clues left and above. */
  static even(rows, cols, left = 1.5 * PITCH, top = 1.5 * PITCH) {
    const lines = (count) => Array.from({ length: count + 1 }, (_, line) => line);
    return new Grid([[PITCH, 0, left], [0, PITCH, top], [0, 0, 1]], lines(cols), lines(rows));
  }

  /** The point [x, y] of a position; beyond the frame the grid goes on. */
  point(u, v) {
    const [a, b] = [between(u, this.xs), between(v, this.ys)];
    const [x, y, z] = this.toPicture.map(([p, q, r]) => p * a + q * b + r);
    return [x / z, y / z];
  }

  /** Points as the coordinates of a path or polygon: "x,y x,y". @param {...number[]} positions */
  points(...positions) {
    return positions.map(([u, v]) => this.point(u, v).map((n) => +n.toFixed(2)).join(",")).join(" ");
  }

  /** A cell or a rectangle of cells as the points of a polygon. */
  box(row, col, height = 1, width = 1) {
    return this.points([col, row], [col + width, row], [col + width, row + height], [col, row + height]);
  }

  /** Length of a cell's side in the scene, about. */
  get pitch() {
    const [[x, y], [a, b]] = [this.point(0, 0), this.point(this.cols, this.rows)];
    return Math.hypot(a - x, b - y) / Math.hypot(this.cols, this.rows);
  }
}

/** Every side between two cells of different aquariums or of the same:
 * {place: "wall:3,4-3,5", row, col, below, wall}, where the side is right of [row, col], or below it.
 * @param {number[][]} regions */
export function sidesOf(regions) {
  const sides = [];
  for (const [row, line] of regions.entries()) {
    for (const col of line.keys()) {
      for (const [down, right] of [[0, 1], [1, 0]]) {
        const beside = regions[row + down]?.[col + right];
        if (beside === undefined) continue;
        const place = `wall:${row + 1},${col + 1}-${row + down + 1},${col + right + 1}`;
        sides.push({ place, row, col, below: down === 1, wall: beside !== line[col] });
      }
    }
  }
  return sides;
}

/** The place of a position among lines that are not even; beyond the frame cells are as wide as on an even grid. */
function between(position, lines) {
  const last = lines.length - 1;
  const inside = Math.min(Math.max(position, 0), last);
  const line = Math.min(Math.floor(inside), last - 1);
  return lines[line] + (inside - line) * (lines[line + 1] - lines[line]) + (position - inside);
}
