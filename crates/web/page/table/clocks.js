// The clocks of a table: the server keeps the time, the page counts down between two views.

import { h } from "../shell/dom.js";
import { numeral, t } from "../shell/language.js";

/** @typedef {import("../types.d.ts").Clocks} Clocks */

/** When each view's clocks arrived, in this browser's time. @type {WeakMap<Clocks, number>} */
const arrived = new WeakMap();

/** Below this a clock is red and shows tenths, in milliseconds. */
const SHORT = 20_000;

/** Records when clocks arrived. @param {Clocks | null} clocks */
export function noteClocks(clocks) {
  if (clocks && !arrived.has(clocks)) arrived.set(clocks, performance.now());
}

/** Returns the time left to a seat, in milliseconds. @param {Clocks} clocks @param {number} seat */
function leftTo(clocks, seat) {
  const left = clocks.left[seat] ?? 0;
  if (clocks.running !== seat) return left;
  const passed = performance.now() - (arrived.get(clocks) ?? performance.now());
  // The first decision has some free time before the clock runs.
  return Math.max(0, left - Math.max(0, passed - clocks.free));
}

/** @param {number} milliseconds */
function faceOf(milliseconds) {
  if (milliseconds < SHORT) return numeral(Math.ceil(milliseconds / 100) / 10, 1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Clocks | null | undefined} clocks @param {number} seat */
export function clockOf(clocks, seat) {
  if (!clocks || clocks.left[seat] === null) return [];
  const face = h("span", {
    class: "clock",
    role: "timer",
    "aria-label": t("Time left"),
    "data-test": `clock-${seat}`,
    "data-running": clocks.running === seat,
  });
  updateFace(face, leftTo(clocks, seat));
  return [face];
}

/** @param {Element} face @param {number} left */
function updateFace(face, left) {
  const words = faceOf(left);
  if (face.textContent !== words) face.textContent = words;
  face.toggleAttribute("data-short", left < SHORT);
}

/**
 * @param {HTMLElement} table
 * @param {() => Clocks | null} newest
 * @param {AbortSignal} signal
 */
export function runClocks(table, newest, signal) {
  const timer = window.setInterval(() => {
    const clocks = newest();
    if (!clocks || clocks.running === null) return;
    const face = table.querySelector(".clock[data-running]");
    if (face) updateFace(face, leftTo(clocks, clocks.running));
  }, 100);
  signal.addEventListener("abort", () => window.clearInterval(timer));
}
