/** Where the cells of a board stand: in a picture, by what was read of it, or on an even grid. */

/** Units a cell on the clean board. */
export const PITCH = 40;

/** A board's positions (u, v), in cells from its top left corner, and their points [x, y] in the scene. */
export class Grid {
  /** As `layout` of a record has them. @param {number[][]} toPicture 3x3 @param {number[]} xs @param {number[]} ys
   * @param {number[][]} [top]  [left, top, right, bottom] of every column's clue; even places if not given
   * @param {number[][]} [left]  of every row's clue */
  constructor(toPicture, xs, ys, top, left) {
    this.toPicture = toPicture;
    this.xs = xs;
    this.ys = ys;
    this.rows = ys.length - 1;
    this.cols = xs.length - 1;
    this.top = top ?? Array.from({ length: this.cols }, (_, col) => this.around(col + 0.5, -0.5));
    this.left = left ?? Array.from({ length: this.rows }, (_, row) => this.around(-0.5, row + 0.5));
  }

  /** @param {Layout} layout  of a record @returns {Grid} */
  static of(layout) {
    return new Grid(layout.to_picture, layout.xs, layout.ys, layout.top, layout.left);
  }

  /** The even grid of the clean board, with room for clues left and above. @param {number} rows @param {number} cols */
  static even(rows, cols, left = 1.5 * PITCH, top = 1.5 * PITCH) {
    /** @param {number} count */
    const lines = (count) => Array.from({ length: count + 1 }, (_, line) => line);
    return new Grid([[PITCH, 0, left], [0, PITCH, top], [0, 0, 1]], lines(cols), lines(rows));
  }

  /** The point [x, y] of a position; beyond the frame the grid goes on. @param {number} u @param {number} v */
  point(u, v) {
    const [a, b] = [between(u, this.xs), between(v, this.ys)];
    const [x, y, z] = this.toPicture.map(([p, q, r]) => p * a + q * b + r);
    return [x / z, y / z];
  }

  /** The position (u, v) of a point: the inverse of `point`. @param {number} x @param {number} y */
  position(x, y) {
    const [a, b, c] = solved(this.toPicture, [x, y, 1]);
    return [position(a / c, this.xs), position(b / c, this.ys)];
  }

  /** Cells as a path of closed loops, without seams between them. @param {number[][]} cells [row, col] */
  outline(cells) {
    return loopsAround(cells).map((loop) => this.path(loop, true)).join("");
  }

  /** Positions as a path. @param {number[][]} positions @param {boolean} [closed] */
  path(positions, closed = false) {
    const points = positions.map(([u, v]) => this.point(u, v).map((n) => +n.toFixed(2)).join(","));
    return `M${points.join("L")}${closed ? "Z" : ""}`;
  }

  /** Where the clue of a line stands, as [left, top, right, bottom]. @param {Pick<Place, "axis"|"line">} line */
  clueBox({ axis, line }) {
    return (axis === "column" ? this.top : this.left)[line];
  }

  /** [left, top, right, bottom] of the board with so many cells around it, and of its clues with less. */
  bounds(margin = 0) {
    const { rows, cols } = this;
    const corners = [[-margin, -margin], [cols + margin, -margin], [cols + margin, rows + margin], [-margin, rows + margin]];
    const boxes = corners.map(([u, v]) => [...this.point(u, v), ...this.point(u, v)]);
    const room = Math.min(margin, 0.3) * this.pitch;
    boxes.push(...[...this.top, ...this.left].map(([a, b, c, d]) => [a - room, b - room, c + room, d + room]));
    return boxAround(boxes);
  }

  /** A box as large as a digit around a position. @param {number} u @param {number} v */
  around(u, v, reach = 0.42) {
    const [[x, y], half] = [this.point(u, v), reach * this.pitch];
    return [x - half, y - half, x + half, y + half];
  }

  /** Length of a cell's side in the scene, about. */
  get pitch() {
    const [[x, y], [a, b]] = [this.point(0, 0), this.point(this.cols, this.rows)];
    return Math.hypot(a - x, b - y) / Math.hypot(this.cols, this.rows);
  }
}

/** Boxes in the order in which people read: line by line, from the left. Each that reaches above the middle of the line's first,
 * which is the highest left, is in its line. @param {number[][]} boxes  [left, top, right, bottom] @returns {number[]} their places */
export function inReadingOrder(boxes) {
  const order = /** @type {number[]} */ ([]);
  let left = [...boxes.keys()].sort((a, b) => boxes[a][1] - boxes[b][1]);
  while (left.length) {
    const [, top, , bottom] = boxes[left[0]];
    const line = left.filter((at) => boxes[at][1] < (top + bottom) / 2);
    order.push(...line.sort((a, b) => boxes[a][0] - boxes[b][0]));
    left = left.filter((at) => !line.includes(at));
  }
  return order;
}

/** The box [left, top, right, bottom] around boxes. @param {number[][]} boxes */
export const boxAround = (boxes) =>
  [Math.min, Math.min, Math.max, Math.max].map((most, at) => boxes.reduce((edge, box) => most(edge, box[at]), boxes[0][at]));

/** The ends, as positions, of the side right of a cell, or below it. @param {Side} of */
export const endsOf = ({ row, col, below }) =>
  below ? [[col, row + 1], [col + 1, row + 1]] : [[col + 1, row], [col + 1, row + 1]];

/** The border of some cells as loops of positions [u, v], their corners alone. @param {number[][]} cells [row, col] */
function loopsAround(cells) {
  const inside = new Set(cells.map(String));
  const next = /** @type {Map<string, number[][]>} */ (new Map());
  /** @param {number[]} from @param {number[]} to */
  const add = (from, to) => next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const [row, col] of [...inside].map((cell) => cell.split(",").map(Number))) {
    const [a, b, c, d] = [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]];
    if (!inside.has(String([row - 1, col]))) add(a, b);
    if (!inside.has(String([row, col + 1]))) add(b, c);
    if (!inside.has(String([row + 1, col]))) add(c, d);
    if (!inside.has(String([row, col - 1]))) add(d, a);
  }
  const loops = /** @type {number[][][]} */ ([]);
  for (const ends of next.values()) {
    while (ends.length) {
      const loop = /** @type {number[][]} */ ([]);
      for (let to = ends.pop(); to; to = next.get(String(to))?.pop()) loop.push(to);
      loops.push(loop.filter(([u, v], k) => {
        const [[a, b], [c, d]] = [loop.at(k - 1) ?? [], loop[(k + 1) % loop.length]];
        return !((a === u && u === c) || (b === v && v === d)); // it turns here
      }));
    }
  }
  return loops;
}

/** Every side between two cells of different aquariums or of the same: {place: "wall:3,4-3,5", row, col, below, wall}, where the
 * side is right of [row, col], or below it. @param {number[][]} regions */
export function sidesOf(regions) {
  return regions.flatMap((line, row) => line.flatMap((own, col) => [[0, 1], [1, 0]].flatMap(([down, right]) => {
    const beside = regions[row + down]?.[col + right];
    const place = `wall:${row + 1},${col + 1}-${row + down + 1},${col + right + 1}`;
    return beside === undefined ? [] : [{ place, row, col, below: down === 1, wall: beside !== own }];
  })));
}

/** The place of a position among lines that are not even; beyond the frame cells are as wide as on an even grid.
 * @param {number} position @param {number[]} lines */
function between(position, lines) {
  const last = lines.length - 1;
  const inside = Math.min(Math.max(position, 0), last);
  const line = Math.min(Math.floor(inside), last - 1);
  return lines[line] + (inside - line) * (lines[line + 1] - lines[line]) + (position - inside);
}

/** The inverse of `between`. @param {number} place @param {number[]} lines */
function position(place, lines) {
  const last = lines.length - 1;
  if (place <= lines[0]) return place - lines[0];
  if (place >= lines[last]) return last + place - lines[last];
  const line = lines.findIndex((at, k) => k < last && place < lines[k + 1]);
  return line + (place - lines[line]) / (lines[line + 1] - lines[line]);
}

/** Solves a 3x3 system of equations. @param {number[][]} rows @param {number[]} sums */
function solved([p, q, r], [a, b, c]) {
  /** @param {number[]} one @param {number[]} other */
  const cross = ([x, y, z], [i, j, k]) => [y * k - z * j, z * i - x * k, x * j - y * i];
  const [qr, rp, pq] = [cross(q, r), cross(r, p), cross(p, q)];
  return [0, 1, 2].map((k) => a * qr[k] + b * rp[k] + c * pq[k]); // but for a common factor
}
