/** A small form beside a place of the scene: a number to type, and values to choose. */

import { h, targetOf } from "../base/dom.js";

/** Pixels between the form and what it is about, and the edges of the window. */
const GAP = 8;
/** @type {?{dialog: HTMLElement, asked: Form}} */
let open = null;

/** Opens the form, in place of any other. @param {Form} asked */
export function openPopover(asked) {
  closePopover(false);
  const input = h("input", {
    type: "text", inputmode: "numeric", enterkeyhint: "done", autocomplete: "off", maxlength: 3, id: "popover-number",
    "aria-describedby": "popover-wrong", value: asked.typed ?? asked.value,
  });
  const wrong = h("p", { id: "popover-wrong", class: "wrong", role: "alert", hidden: true });
  const choices = asked.choices.map(({ words, label, value }) =>
    h("button", { type: "button", "aria-label": label, onclick: () => finish(value) }, words));
  const form = h("form", {
    novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      submit(input, wrong, asked.max, finish);
    },
  },
  h("label", { for: "popover-number" }, asked.label),
  h("span", { class: "row" }, input, h("button", { type: "submit", class: "first" }, "Apply")),
  wrong,
  h("span", { class: "buttons" }, ...choices));
  const dialog = h("div", { id: "popover", role: "dialog", "aria-label": asked.title, onkeydown: onKey }, form);
  open = { dialog, asked };
  document.body.append(dialog);
  place();
  input.focus();
  if (asked.typed === undefined) input.select();
  /** @param {string} value */
  function finish(value) {
    closePopover();
    asked.choose(value);
  }
}

/** Closes the form, if one is open. @param {boolean} [givesFocus]  back to where it was opened from */
export function closePopover(givesFocus = true) {
  if (!open) return;
  const { dialog, asked } = open;
  open = null;
  dialog.remove();
  if (givesFocus) asked.closed();
}

/** Begins to listen: a click elsewhere closes the form, and it stays beside its place. */
export function init() {
  document.addEventListener("pointerdown", (event) => {
    if (open && !open.dialog.contains(targetOf(event))) closePopover(false);
  }, true);
  for (const change of ["resize", "scroll"]) window.addEventListener(change, () => open && place(), true);
  window.visualViewport?.addEventListener("resize", () => open && place());
}

/** @param {HTMLInputElement} input @param {HTMLElement} wrong @param {number} max @param {(value: string) => void} finish */
function submit(input, wrong, max, finish) {
  const text = input.value.trim();
  if (/^\d+$/.test(text) && Number(text) <= max) return finish(String(Number(text)));
  wrong.textContent = `Type a number from 0 to ${max}.`;
  wrong.hidden = false;
  input.setAttribute("aria-invalid", "true");
  input.select();
  place();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  event.stopPropagation();
  if (event.key === "Escape") {
    event.preventDefault();
    closePopover();
  }
  if (event.key !== "Tab") return;
  const parts = [...(open?.dialog.querySelectorAll("input, button") ?? [])];
  const next = parts.findIndex((part) => part === document.activeElement) + (event.shiftKey ? -1 : 1);
  event.preventDefault();
  parts.at(next % parts.length)?.focus();
}

/** Puts the form below its place, or above where there is no room, within what is seen of the window. */
function place() {
  if (!open) return;
  const { dialog, asked } = open;
  const view = window.visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
  const [width, height] = [dialog.offsetWidth, dialog.offsetHeight];
  const anchor = asked.anchor()?.getBoundingClientRect();
  const [bottom, right] = [view.offsetTop + view.height, view.offsetLeft + view.width];
  const middle = anchor ? (anchor.left + anchor.right) / 2 : (view.offsetLeft + right) / 2;
  let top = anchor ? anchor.bottom + GAP : view.offsetTop + GAP;
  if (anchor && top + height > bottom - GAP) top = anchor.top - height - GAP;
  dialog.style.left = `${clamp(middle - width / 2, view.offsetLeft + GAP, right - width - GAP)}px`;
  dialog.style.top = `${clamp(top, view.offsetTop + GAP, bottom - height - GAP)}px`;
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
