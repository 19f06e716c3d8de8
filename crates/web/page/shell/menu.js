// The header of every page: its links, folded behind a button in small windows.

import { findElement, setAttributes } from "./dom.js";
import { t } from "./language.js";

/** Translates the header, which the HTML file has in English. */
function sayFrame() {
  /** @type {Record<string, string>} */
  const words = {
    "/": t("Play"),
    "/puzzles": t("Puzzles"),
    "/rules": t("Rules"),
    "/games": t("My games"),
    "/replay": t("Replay"),
    "/tournaments": t("Tournaments"),
  };
  for (const link of document.querySelectorAll(".top nav a")) {
    const said = words[link.getAttribute("href") ?? ""];
    if (said && link.textContent !== said) link.textContent = said;
  }
  setAttributes(findElement(document, ".top nav", HTMLElement), { "aria-label": t("Main") });
  setAttributes(findElement(document, ".brand", HTMLElement), { "aria-label": t("cardsharp, the lobby") });
  setAttributes(findElement(document, "#menu", HTMLElement), { "aria-label": t("Menu"), title: t("Menu") });
  findElement(document, ".skip", HTMLElement).textContent = t("Skip to the table");
}

/** Folds links and tools behind one button; a wide window shows them all and no button. */
export function foldMenu() {
  sayFrame();
  const button = findElement(document, "#menu", HTMLElement);
  const folding = findElement(document, "#folding", HTMLElement);
  /** @param {boolean} open */
  const show = (open) => {
    button.setAttribute("aria-expanded", String(open));
    folding.toggleAttribute("data-open", open);
  };
  const isOpen = () => folding.hasAttribute("data-open");
  button.addEventListener("click", () => show(!isOpen()));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    show(false);
    button.focus();
    event.stopPropagation();
  });
  document.addEventListener("click", (event) => {
    if (!isOpen() || !(event.target instanceof Element) || event.target.closest("#menu")) return;
    // Choosing an entry closes the menu.
    if (!event.target.closest("#folding") || event.target.closest("a, button")) show(false);
  });
}
