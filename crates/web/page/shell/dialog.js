// Dialogs, the help on keys, and a button that copies a text.

import { h } from "./dom.js";
import { focusHeading } from "./focus.js";
import { icon } from "./icons.js";
import { t } from "./language.js";

/**
 * Opens a dialog and removes it once it is closed.
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {{ test?: string, acts?: HTMLElement[], after?: () => ParentNode }} [extra]
 */
export function openDialog(title, content, { test, acts = [], after } = {}) {
  const close = h("button", { class: "plain icon", "aria-label": t("Close"), type: "button" }, icon("close"));
  // The title has the focus first: screen readers announce it, and a late key press does nothing.
  const heading = h("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", "data-test": test ?? "dialog" },
    h(
      "div",
      { class: "dialog" },
      h("header", {}, heading, close),
      content,
      acts.length > 0 && h("div", { class: "acts" }, acts),
    ),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The focus returns to where it was, unless `after` names another place.
    if (after) focusHeading(after());
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Closes the open dialog before another page is drawn. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

const tableKeys = () => [
  [["←", "→"], t("go along your cards")],
  [["↑", "↓"], t("go between rows")],
  [["Enter"], t("play the card, or what is chosen")],
  [["Space"], t("choose a card, or put it back")],
  [["4", "7"], t("type a card: 47, 10H, KS, G; then Enter")],
  [["Backspace"], t("put back the last card chosen")],
  [["Esc"], t("put back all of them")],
  [["R"], t("the rules")],
  [["N"], t("the next lesson, in a guided game")],
  [["?"], t("these keys")],
];

const replayKeys = () => [
  [["←", "→"], t("a step back, a step on")],
  [["Home", "End"], t("to the deal, to the end")],
  [["Space"], t("play by itself, or pause")],
  [["n", "p"], t("to the next mistake, to the previous one")],
  [["?"], t("these keys")],
];

/** @param {"table" | "replay"} where */
export function openKeys(where) {
  const keys = where === "table" ? tableKeys() : replayKeys();
  openDialog(t("Keys"), [
    h(
      "dl",
      { class: "keys" },
      keys.flatMap(([names, words]) => [
        h(
          "dt",
          {},
          /** @type {string[]} */ (names).map((name) => h("kbd", {}, name)),
        ),
        h("dd", {}, /** @type {string} */ (words)),
      ]),
    ),
    where === "table" &&
      h("p", { class: "small quiet" }, t("With the mouse: click, double click, or drag a card onto the table.")),
  ]);
}

/**
 * A button that copies a text and confirms it.
 * @param {string} words
 * @param {() => string} text
 * @param {string} test
 */
export function copyButton(words, text, test) {
  const label = h("span", {}, words);
  const button = h("button", { type: "button", "data-test": test }, icon("copy"), label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      label.textContent = t("Copied");
    } catch {
      label.textContent = t("Could not copy: select the text instead");
    }
    window.setTimeout(() => (label.textContent = words), 2000);
  });
  return button;
}
