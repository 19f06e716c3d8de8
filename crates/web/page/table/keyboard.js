// The table by keyboard: arrows, Enter, Space, and cards typed by name.

import { openKeys } from "../shell/dialog.js";

/** How long a typed name may stay incomplete, in milliseconds. */
const PATIENCE = 900;

/**
 * @param {import("./card-table.js").CardTable} table
 * @param {import("./chooser.js").Chooser} chooser
 * @param {AbortSignal} signal
 */
export function listenToKeys(table, chooser, signal) {
  let typed = "";
  let timer = 0;

  /** @param {string} text */
  const named = (text) => {
    const wanted = text.toUpperCase();
    const fits = chooser.pieces
      .map((piece, number) => ({ number, codes: piece.codes.map((code) => code.toUpperCase()) }))
      .filter(({ number }) => !chooser.chosen.includes(number));
    return {
      exact: fits.filter(({ codes }) => codes.includes(wanted)),
      longer: fits.filter(({ codes }) => codes.some((code) => code !== wanted && code.startsWith(wanted))),
    };
  };

  const settle = () => {
    window.clearTimeout(timer);
    const { exact } = named(typed);
    const best = exact.find(({ number }) => chooser.isOpen(number)) ?? exact[0];
    typed = "";
    if (!best) return false;
    table.pieces[best.number]?.focus();
    void chooser.pick(best.number, "select");
    return true;
  };

  /** @param {string} letter */
  const type = (letter) => {
    typed += letter;
    let { exact, longer } = named(typed);
    if (exact.length + longer.length === 0) {
      typed = letter;
      ({ exact, longer } = named(typed));
    }
    window.clearTimeout(timer);
    if (exact.length + longer.length === 0) {
      typed = "";
      return false;
    }
    if (longer.length === 0) return settle();
    timer = window.setTimeout(settle, PATIENCE);
    return true;
  };

  /** @param {-1 | 1} by */
  const along = (by) => {
    const { pieces } = table;
    if (pieces.length === 0) return;
    const now = pieces.findIndex((piece) => piece === document.activeElement);
    const first = Math.max(
      0,
      pieces.findIndex((piece) => piece.dataset.open === "true"),
    );
    pieces[now < 0 ? first : (now + by + pieces.length) % pieces.length].focus();
  };

  /** @param {-1 | 1} by */
  const across = (by) => {
    const rows = Array.from(table.hand.querySelectorAll(".pieces")).filter((row) => row.querySelector("button.piece"));
    if (rows.length < 2) return along(by);
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[now < 0 ? rows.length - 1 : (now + by + rows.length) % rows.length];
    const piece = row.querySelector("button.piece[data-open='true']") ?? row.querySelector("button.piece");
    if (piece instanceof HTMLElement) piece.focus();
    return undefined;
  };

  const enter = () => {
    if (typed && settle()) return;
    const focused = table.pieces.findIndex((piece) => piece === document.activeElement);
    if (chooser.action && (focused < 0 || chooser.chosen.includes(focused) || !chooser.pieces[focused].action))
      void chooser.play(chooser.action);
    else if (focused >= 0) void chooser.pick(focused, "click");
  };

  /** Handles a key of the table. @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
  const press = (event) => {
    const focused = table.pieces.findIndex((piece) => piece === document.activeElement);
    switch (event.key) {
      case "ArrowLeft":
        along(-1);
        return true;
      case "ArrowRight":
        along(1);
        return true;
      case "ArrowUp":
        across(-1);
        return true;
      case "ArrowDown":
        across(1);
        return true;
      case "Enter":
        if (
          focused < 0 &&
          document.activeElement instanceof HTMLElement &&
          document.activeElement.matches("a, button, summary")
        )
          return false;
        enter();
        return true;
      case " ":
        if (focused < 0) return false;
        void chooser.pick(focused, "select");
        return true;
      case "Backspace":
        typed = "";
        void chooser.putBack("last");
        return true;
      case "Escape":
        typed = "";
        void chooser.putBack("all");
        return true;
      case "r":
      case "R":
        table.dispatchEvent(new CustomEvent("rules"));
        return true;
      case "?":
        openKeys("table");
        return true;
      default:
        return /^[\p{L}\p{N}|]$/u.test(event.key) && type(event.key);
    }
  };

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], :popover-open"))
        return;
      if (event.target instanceof Element && event.target.matches("input, select, textarea, .log")) return;
      if (press(event)) event.preventDefault();
    },
    { signal },
  );
}
