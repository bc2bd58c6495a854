/** Elements of the page: found, made, and spoken of. */

const SVG = "http://www.w3.org/2000/svg";

/** Returns the element with this id; throws if the page has none.
 * @param {string} id @returns {Part} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {Part} */ (found);
}

/** The element that an event came to. @param {Event} event @returns {Element} */
export const targetOf = (event) => /** @type {Element} */ (event.target);

/** Makes an HTML element. Attributes that are functions become listeners: `{onclick: f}`; null ones are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Node|string|null)} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/** Makes an SVG element, as `h` does.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Node|string|null)} children
 * @returns {SVGElementTagNameMap[T]} */
export function s(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

/** Says something to screen readers, without moving the focus. @param {string} words */
export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words; // what is equal would not be said again
}

/** @template {Element} T @param {T} element @param {Attributes} attributes @param {(Node|string|null)[]} children */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
