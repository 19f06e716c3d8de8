// What stands on top of every page: where one can go, folded away where the window is small.

import { adorn, the } from "./dom.js";
import { t } from "./words.js";

/** Says what the frame has to say in the reader's language: it is painted in English before any module is there. */
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
  adorn(the(document, ".top nav", HTMLElement), { "aria-label": t("Main") });
  adorn(the(document, ".brand", HTMLElement), { "aria-label": t("cardsharp, the lobby") });
  adorn(the(document, "#menu", HTMLElement), { "aria-label": t("Menu"), title: t("Menu") });
  the(document, ".skip", HTMLElement).textContent = t("Skip to the table");
}

/** Folds the frame's links and tools behind one button; a wide window shows them all and no button. */
export function foldMenu() {
  sayFrame();
  const button = the(document, "#menu", HTMLElement);
  const folding = the(document, "#folding", HTMLElement);
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
    // What is chosen in the menu closes it, too: another page comes, or a dialog.
    if (!event.target.closest("#folding") || event.target.closest("a, button")) show(false);
  });
}
