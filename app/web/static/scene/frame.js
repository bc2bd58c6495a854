/** The part of a drawing that is seen: pure geometry of zooming and moving. Boxes are [x, y, width, height]. */

const MARGIN = 0.02; // of the stage, around what is fitted to it

/** The view that shows a box whole. @param {number[]} box @param {{width: number, height: number}} stage @returns {View} */
export function fitted([x, y, width, height], stage) {
  const scale = (1 - 2 * MARGIN) * Math.min(stage.width / width, stage.height / height);
  return { x: x + width / 2, y: y + height / 2, scale: scale > 0 && Number.isFinite(scale) ? scale : 1 };
}

/** The view zoomed by a factor; the point of the drawing below `at`, in pixels from the stage's corner, stays there.
 * @param {View} view @param {number} factor @param {number[]} at @param {Size} stage @returns {View} */
export function zoomed(view, factor, [left, top], stage) {
  const scale = view.scale * factor;
  const [right, down] = [left - stage.width / 2, top - stage.height / 2];
  const shift = 1 / view.scale - 1 / scale;
  return { x: view.x + right * shift, y: view.y + down * shift, scale };
}

/** The view after the drawing was dragged by so many pixels.
 * @param {View} view @param {number} right @param {number} down @returns {View} */
export const dragged = (view, right, down) => ({ ...view, x: view.x - right / view.scale, y: view.y - down / view.scale });

/** The view with the drawing whole on the stage, with its margin, or all over the stage where it is larger; and not larger or
 * smaller than allowed. @param {View} view @param {number[]} box @param {Size} stage @param {number[]} scales @returns {View} */
export function bounded(view, [x, y, width, height], stage, [least, most]) {
  const scale = clamp(view.scale, least, most);
  return { x: within(view.x, x, width, stage.width / scale), y: within(view.y, y, height, stage.height / scale), scale };
}

/** @param {number} middle @param {number} from @param {number} length @param {number} seen */
function within(middle, from, length, seen) {
  const margin = (length * MARGIN) / (1 - 2 * MARGIN);
  const ends = [from - margin + seen / 2, from + length + margin - seen / 2];
  return clamp(middle, Math.min(...ends), Math.max(...ends));
}

/** @param {number} value @param {number} least @param {number} most */
export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** What is seen, as a viewBox. @param {View} view @param {Size} stage */
export function viewBoxOf(view, stage) {
  const [width, height] = [stage.width / view.scale, stage.height / view.scale];
  return [view.x - width / 2, view.y - height / 2, width, height].map((n) => +n.toFixed(4)).join(" ");
}

/** A box around both boxes. @param {number[]} one @param {number[]} other */
export function joined([x, y, width, height], [a, b, c, d]) {
  const [left, top] = [Math.min(x, a), Math.min(y, b)];
  return [left, top, Math.max(x + width, a + c) - left, Math.max(y + height, b + d) - top];
}
