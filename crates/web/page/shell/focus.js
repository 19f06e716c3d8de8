// Where the focus goes after its element is removed: on a new page, at the start or end of a game, after a dialog.

/** Returns true if no element of the page has the focus. */
export function isFocusLost() {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || at.matches("main, main h1");
}

/** Moves the focus to a page's heading, so that screen readers announce it. @param {ParentNode} page */
export function focusHeading(page) {
  focusOn(page.querySelector("h1") ?? page.querySelector("h2"));
}

/** Moves the focus to an element that takes no input. @param {Element | null} element */
export function focusOn(element) {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches("a[href], button, input, select, textarea, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Moves a lost focus to the first open piece. @param {import("../table/card-table.js").CardTable} table */
export function focusHand(table) {
  if (!isFocusLost() || document.querySelector("dialog[open]")) return;
  focusOn(table.pieces.find((piece) => piece.dataset.open === "true") ?? null);
}
