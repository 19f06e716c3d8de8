// The clocks of a table: the server keeps the time, the page counts down between two of its views.

import { h } from "./dom.js";
import { numeral, t } from "./words.js";

/** @typedef {import("./types.d.ts").Clocks} Clocks */

/** When the newest clocks arrived, by this browser's own time. @type {WeakMap<Clocks, number>} */
const arrived = new WeakMap();

/** Below this a clock shows tenths and is red, in milliseconds. */
const SHORT = 20_000;

/** Notes when clocks arrived. @param {Clocks | null} clocks */
export function noteClocks(clocks) {
  if (clocks && !arrived.has(clocks)) arrived.set(clocks, performance.now());
}

/**
 * What is left to a seat now, in milliseconds.
 * @param {Clocks} clocks
 * @param {number} seat
 */
function leftTo(clocks, seat) {
  const left = clocks.left[seat] ?? 0;
  if (clocks.running !== seat) return left;
  const passed = performance.now() - (arrived.get(clocks) ?? performance.now());
  // A first decision has some time before the clock runs.
  return Math.max(0, left - Math.max(0, passed - clocks.free));
}

/** @param {number} milliseconds */
function faceOf(milliseconds) {
  if (milliseconds < SHORT) return numeral(Math.ceil(milliseconds / 100) / 10, 1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A seat's clock, if it has one.
 * @param {Clocks | null | undefined} clocks
 * @param {number} seat
 */
export function clockOf(clocks, seat) {
  if (!clocks || clocks.left[seat] === null) return [];
  const face = h("span", {
    class: "clock",
    role: "timer",
    "aria-label": t("Time left"),
    "data-test": `clock-${seat}`,
    "data-running": clocks.running === seat,
  });
  tell(face, leftTo(clocks, seat));
  return [face];
}

/**
 * @param {Element} face
 * @param {number} left
 */
function tell(face, left) {
  const words = faceOf(left);
  if (face.textContent !== words) face.textContent = words;
  face.toggleAttribute("data-short", left < SHORT);
}

/**
 * Lets the clock that runs be seen running.
 * @param {HTMLElement} table
 * @param {() => Clocks | null} newest
 * @param {AbortSignal} signal
 */
export function runClocks(table, newest, signal) {
  const timer = window.setInterval(() => {
    const clocks = newest();
    if (!clocks || clocks.running === null) return;
    const face = table.querySelector(".clock[data-running]");
    if (face) tell(face, leftTo(clocks, clocks.running));
  }, 100);
  signal.addEventListener("abort", () => window.clearInterval(timer));
}
