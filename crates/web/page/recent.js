// The tables this browser was at, newest first.

import { recall, remember } from "./settings.js";

/** @typedef {{ id: string, title: string, game: string, when: number, over: boolean }} Recent */

const RECENT_KEY = "cardsharp.recent";
const MOST = 8;

/** @returns {Recent[]} */
export function recent() {
  return recall(RECENT_KEY, /** @type {Recent[]} */ ([]));
}

/** @param {import("./types.d.ts").View} view */
export function noteTable(view) {
  const others = recent().filter(({ id }) => id !== view.id);
  remember(
    RECENT_KEY,
    [{ id: view.id, title: view.title, game: view.game, when: Date.now(), over: view.over }, ...others].slice(0, MOST),
  );
}

/** @param {string} id */
export function forget(id) {
  remember(
    RECENT_KEY,
    recent().filter((table) => table.id !== id),
  );
}
