// Helpers that create elements, and lists of elements that are updated in place.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes and listeners (`onclick`) of an element.
 * @typedef {Record<string, unknown>} Traits
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Traits} [traits]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, traits);
  element.append(...nodes(children));
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Traits} [traits]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, traits = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, traits);
  element.append(...nodes(children));
  return element;
}

/** Sets attributes; null, undefined and false remove them. @param {Element} element @param {Traits} traits */
export function setAttributes(element, traits) {
  for (const [name, value] of Object.entries(traits)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Updates the children of an element to match a list. A child whose key stays is kept, with its focus and identity.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, index: number) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(element: HTMLElement, item: T, index: number) => void} [update]
 */
export function updateChildren(parent, items, key, make, update) {
  /** @type {Map<string, HTMLElement>} */
  const old = new Map();
  for (const child of Array.from(parent.children)) {
    if (child instanceof HTMLElement) old.set(child.dataset.key ?? "", child);
  }
  let before = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = key(item, index);
    let element = old.get(name);
    if (element) {
      old.delete(name);
    } else {
      element = make(item);
      element.dataset.key = name;
    }
    if (element === before) {
      before = before.nextElementSibling;
    } else {
      parent.insertBefore(element, before);
    }
    update?.(element, item, index);
  });
  for (const element of old.values()) element.remove();
}

/**
 * Returns the element that a selector finds; throws unless it is of the given kind.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new (...args: never[]) => E} kind
 * @returns {E}
 */
export function findElement(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
}

/** The number of announcements kept. */
const HEARD = 12;

/**
 * Announces a sentence to screen readers. Each one is a new line: replacing the last would lose it if two come fast.
 * @param {string} words
 */
export function announce(words) {
  const live = document.getElementById("live");
  if (!live || !words) return;
  live.append(h("p", {}, words));
  while (live.childElementCount > HEARD) live.firstElementChild?.remove();
}
