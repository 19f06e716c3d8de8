// The panels beside the table: a drawer in small windows, so that the cards have all the room.

import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";

/**
 * @param {HTMLElement[]} panels
 * @param {AbortSignal} signal
 * @returns {{ side: HTMLElement, opener: HTMLElement }} the panels, and the button that opens them in small windows
 */
export function drawer(panels, signal) {
  const words = t("Beside the table");
  const close = h(
    "button",
    { type: "button", class: "plain icon drawer-close", "aria-label": t("Close"), onclick: () => show(false) },
    icon("close"),
  );
  const side = h("aside", { class: "side", id: "side", "aria-label": words }, close, panels);
  const opener = h(
    "button",
    {
      type: "button",
      class: "plain icon drawer-open",
      "aria-label": words,
      title: words,
      "aria-expanded": "false",
      "aria-controls": "side",
      "data-test": "side",
      onclick: () => show(!side.hasAttribute("data-open")),
    },
    icon("panel"),
  );

  /** @param {boolean} open */
  function show(open) {
    side.toggleAttribute("data-open", open);
    opener.setAttribute("aria-expanded", String(open));
    (open ? close : opener).focus({ preventScroll: true });
  }

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !side.hasAttribute("data-open") || document.querySelector("dialog[open]")) return;
      event.stopImmediatePropagation();
      show(false);
    },
    { signal, capture: true },
  );
  return { side, opener };
}
