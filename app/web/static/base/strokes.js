/** The ways of pointers over a part of the page, each from its press to its end. */

/** Listens to an element for strokes: of one pointer, which draws, so that the page does not scroll and the event "gesture" gives
 * its stroke up; or of two, which may zoom.
 * @template {object} T @param {GlobalEventHandlers} element @param {Strokes<T>} acts @param {number} [most]  pointers at a time
 * @returns {() => void} what gives up the strokes that are under way */
export function strokes(element, { begin, move, end }, most = 1) {
  const own = /** @type {Map<number, T>} */ (new Map());
  /** @param {number} pointer */
  const others = (pointer) => [...own].flatMap(([id, stroke]) => (id === pointer ? [] : [stroke]));
  /** @param {number} pointer @param {"over"|"cancelled"} how */
  const stop = (pointer, how) => {
    const stroke = own.get(pointer);
    own.delete(pointer);
    if (stroke) end(stroke, how, others(pointer));
  };
  const giveUp = () => [...own.keys()].forEach((pointer) => stop(pointer, "cancelled"));
  element.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) giveUp(); // their ends were unheard
    if (own.size === most || !(event.isPrimary || own.size)) return;
    const stroke = begin(event, others(event.pointerId));
    if (stroke) own.set(event.pointerId, stroke);
  });
  element.addEventListener("pointermove", (event) => {
    const stroke = own.get(event.pointerId);
    if (stroke) move(stroke, event, others(event.pointerId));
  });
  element.addEventListener("pointerup", (event) => stop(event.pointerId, "over"));
  element.addEventListener("pointercancel", (event) => stop(event.pointerId, "cancelled"));
  if (most > 1) return giveUp;
  element.addEventListener("gesture", giveUp);
  element.addEventListener("touchmove", (event) => own.size && event.cancelable && event.preventDefault(), { passive: false });
  return giveUp;
}
