/** An item → the drawing that is shown of it: its picture, or a clean board, with layers over it. */

import { s } from "./dom.js";
import { Grid, PITCH } from "./geometry.js";
import { puzzleLayers, waterLayer } from "./layers.js";

/** The drawing of an item as it stands. The empty drawing has no size.
 * @param {import("./store.js").Item} item @returns {SVGSVGElement} */
export function sceneOf(item) {
  const record = item.record;
  const onBoard = item.view === "board" || !item.picture;
  if (onBoard) return record?.regions ? boardScene(record) : s("svg");
  const { url, width, height } = item.picture;
  const scene = s("svg", { viewBox: `0 0 ${width} ${height}` }, s("image", { href: url, width, height }));
  if (record?.layout) {
    const grid = Grid.of(record.layout);
    if (record.water) scene.append(waterLayer(grid, record.water));
  }
  return scene;
}

/** The clean board alone. */
function boardScene(record) {
  const grid = Grid.even(record.rows, record.cols);
  const size = `0 0 ${(record.cols + 2) * PITCH} ${(record.rows + 2) * PITCH}`;
  const scene = s("svg", { viewBox: size });
  if (record.water) scene.append(waterLayer(grid, record.water));
  scene.append(...puzzleLayers(grid, record));
  return scene;
}
