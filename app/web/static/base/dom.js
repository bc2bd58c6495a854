/** Elements of the page: found, made, and spoken of. */

const SVG = "http://www.w3.org/2000/svg";

/** Returns the element with this id; throws if the page has none. @param {string} id @returns {Part} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {Part} */ (found);
}

/** @template T @param {Record<string, T>} values  by ids @param {(part: Part, value: T) => void} act */
const each = (values, act) => Object.entries(values).forEach(([id, value]) => act(byId(id), value));

/** Listens to parts of the page. @param {string} type  of events @param {Record<string, (event: any) => unknown>} acts  by ids */
export const on = (type, acts) => each(acts, (part, act) => part.addEventListener(type, (event) => {
  if (event instanceof SubmitEvent && event.submitter?.getAttribute("formmethod") === "dialog") return; // it closes its dialog
  if (type === "submit") event.preventDefault();
  act(event);
}));

/** Shows those parts of which it is said so, and hides the others. @param {Record<string, unknown>} parts  by ids */
export const reveal = (parts) => each(parts, (part, isShown) => (part.hidden = !isShown));

/** Lets those parts be used of which it is said so, and no others. @param {Record<string, unknown>} parts  by ids */
export const enable = (parts) => each(parts, (part, isOn) => (part.disabled = !isOn));

/** Writes into parts of the page; what stays the same is not said again. @param {Record<string, string>} texts  by ids */
export const write = (texts) => each(texts, (part, text) => part.textContent === text || (part.textContent = text));

/** Where arrow keys lead: [right, down]. @type {Record<string, number[]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The element that an event came to. @param {Event} event @returns {Element} */
export const targetOf = (event) => /** @type {Element} */ (event.target);

/** Whether a key is meant for a field or dialog. @param {Event} event */
export const isTyping = (event) =>
  Boolean(targetOf(event).closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog"));

/** The point [x, y] of the drawing in a part of the page that an event came to. @param {Element} part @param {MouseEvent} event
 * @returns {[number, number]} */
export function pointIn(part, event) {
  const matrix = part.querySelector("svg")?.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [x, y];
}

/** Makes an HTML element. Of its attributes, functions are listeners, `{onclick: f}`; `{"--x": 1}` is a property of its style;
 * null ones are left out. @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attributes} [attributes]
 * @param {...(Node|string|null)} children @returns {HTMLElementTagNameMap[T]} */
export const h = (tag, attributes = {}, ...children) => dressed(document.createElement(tag), attributes, children);

/** Makes an SVG element, as `h` does. @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Attributes} [attributes]
 * @param {...(Node|string|null)} children @returns {SVGElementTagNameMap[T]} */
export const s = (tag, attributes = {}, ...children) => dressed(document.createElementNS(SVG, tag), attributes, children);

/** Says something to screen readers, without moving the focus. @param {string} words */
export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words; // what is equal would not be said again
}

/** Makes the children of an element those given. What is there already under the same `data-key`, or with the same name and first
 * class in the same order, stays in the document and takes over the rest: so the focus, animations and pictures stay.
 * @param {Element} parent @param {Node[]} children
 * @param {() => ?HTMLElement} [instead]  finds what gets the focus if what has it goes, or cannot have it any more */
export function patch(parent, children, instead) {
  const focused = instead && parent.contains(document.activeElement) ? document.activeElement : null;
  const before = keyed([...parent.childNodes]);
  const after = keyed(children);
  for (const [key, node] of before) if (!after.has(key)) parent.removeChild(node);
  let next = parent.firstChild;
  for (const [key, child] of after) {
    const node = before.has(key) ? updated(/** @type {Node} */ (before.get(key)), child) : child;
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  if (focused && (!focused.isConnected || focused.matches(":disabled"))) instead?.()?.focus();
}

/** @param {Node[]} nodes */
function keyed(nodes) {
  const counts = /** @type {Map<string, number>} */ (new Map());
  return new Map(nodes.map((node) => {
    const name = node instanceof Element ? node.dataset.key ?? `${node.nodeName} ${node.classList[0]}` : node.nodeName;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name} ${count}`, node];
  }));
}

/** An element or text that has become like another. @param {Node} node @param {Node} like */
function updated(node, like) {
  if (node instanceof SVGElement && node.isEqualNode(like)) return node; // at once; drawings have no listeners
  if (!(node instanceof Element && like instanceof Element)) {
    if (node.nodeValue !== like.nodeValue) node.nodeValue = like.nodeValue;
    return node;
  }
  for (const { name } of [...node.attributes]) if (!like.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of like.attributes) {
    if (node.getAttribute(name) === value) continue;
    if (name === "style") styleOf(node).cssText = styleOf(like).cssText; // as an attribute, the page's policy forbids it
    else node.setAttribute(name, value);
  }
  if (node instanceof HTMLInputElement && like instanceof HTMLInputElement) node.checked = like.checked;
  Object.assign(node, listeners.get(like));
  if (listeners.has(like)) listeners.set(node, listeners.get(like) ?? {});
  patch(node, [...like.childNodes]);
  return node;
}

/** @param {Element} element */
const styleOf = (element) => /** @type {HTMLElement} */ (element).style;

/** The listeners of elements that were made with some. @type {WeakMap<Element, Record<string, unknown>>} */
const listeners = new WeakMap();

/** @template {Element} T @param {T} element @param {Attributes} attributes @param {(Node|string|null)[]} children */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") listeners.set(element, { ...listeners.get(element), [name]: value });
    else if (name.startsWith("--")) styleOf(element).setProperty(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  Object.assign(element, listeners.get(element));
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
