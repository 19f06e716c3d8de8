// Where the focus goes when what had it is gone: a new page, a game that begins or ends, a dialog that closes.

/** Whether nothing has the focus, or only the page as a whole. */
export function isFocusLost() {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || at.matches("main, main h1");
}

/** The heading of a page, so that whoever listens hears where they are. @param {ParentNode} page */
export function focusHeading(page) {
  focusOn(page.querySelector("h1") ?? page.querySelector("h2"));
}

/** Gives the focus to something that is read but not used. @param {Element | null} element */
export function focusOn(element) {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches("a[href], button, input, select, textarea, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The first piece that can be chosen, if nothing else has the focus. @param {import("./table.js").CardTable} table */
export function focusHand(table) {
  if (!isFocusLost() || document.querySelector("dialog[open]")) return;
  focusOn(table.pieces.find((piece) => piece.dataset.open === "true") ?? null);
}
