/** The small form beside a clue: its number to type, and values to choose. */

import { byId, h, on, write } from "../base/dom.js";
import { clamp } from "../scene/frame.js";

/** Pixels between the form and what it is about, and the edges of the window. */
const GAP = 8;
/** What the form is open for. @type {?Form} */
let open = null;

/** Begins to listen. */
export function init() {
  on("keydown", { popover: (event) => event.stopPropagation() }); // those of the page are not meant
  on("submit", { "popover-form": () => finish(String(Number(byId("popover-number").value))) });
  for (const change of ["resize", "scroll"]) addEventListener(change, place, true);
  visualViewport?.addEventListener("resize", place);
}

/** Opens the form. @param {Form} form */
export function openPopover(form) {
  open = form;
  write({ "popover-label": form.label });
  Object.assign(byId("popover-number"), { value: form.typed ?? form.value, max: form.max });
  byId("popover-choices").replaceChildren(...form.choices.map(({ words, label, value }) =>
    h("button", { type: "button", "aria-label": label, onclick: () => finish(value) }, words)));
  byId("popover").showPopover();
  place();
  byId("popover-number").focus();
  if (!form.typed) byId("popover-number").select();
}

/** Closes the form, if it is open. */
export const closePopover = () => byId("popover").hidePopover();

/** @param {string} value */
function finish(value) {
  closePopover();
  open?.choose(value);
}

/** Puts the form below what it is about, or above where there is no room, within what is seen of the window. */
function place() {
  const popover = byId("popover");
  if (!open || !popover.matches(":popover-open")) return;
  const view = visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
  const { left, right, top, bottom } = open.anchor.getBoundingClientRect();
  const [wide, high] = [view.offsetLeft + view.width - popover.offsetWidth - GAP, view.offsetTop + view.height - popover.offsetHeight - GAP];
  const below = bottom + GAP <= high ? bottom + GAP : top - popover.offsetHeight - GAP;
  popover.style.left = `${clamp((left + right - popover.offsetWidth) / 2, view.offsetLeft + GAP, wide)}px`;
  popover.style.top = `${clamp(below, view.offsetTop + GAP, high)}px`;
}
