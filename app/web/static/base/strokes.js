/** A pointer's way over a part of the page, from its press to its end. */

/** Listens to an element for the way of one pointer at a time. With another press, or the event "gesture", it is given up.
 * @template {object} T @param {GlobalEventHandlers} element @param {Strokes<T>} acts  `begin` returns what is to be known of a stroke, or null
 * where none begins @returns {() => void} what gives up a stroke that is under way */
export function strokes(element, { begin, move, end }) {
  /** @type {?{id: number, stroke: T}} */
  let own = null;
  /** @param {"over"|"cancelled"} how */
  const stop = (how) => {
    const was = own;
    own = null;
    if (was) end(was.stroke, how);
  };
  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    stop("cancelled"); // its end was unheard
    const stroke = begin(event);
    own = stroke && { id: event.pointerId, stroke };
  });
  element.addEventListener("pointermove", (event) => own && own.id === event.pointerId && move(own.stroke, event));
  element.addEventListener("pointerup", (event) => own?.id === event.pointerId && stop("over"));
  for (const name of ["pointercancel", "gesture"]) element.addEventListener(name, () => stop("cancelled"));
  element.addEventListener("touchmove", (event) => own && event.cancelable && event.preventDefault(), { passive: false }); // no scrolling
  return () => stop("cancelled");
}
