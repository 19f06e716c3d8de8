// The elements a lesson points at, and the best place for the teacher's panel.

/**
 * @typedef {import("../types.d.ts").Spot} Spot
 * @typedef {import("../table/card-table.js").CardTable} CardTable
 */

/**
 * Returns the element of a spot, or null if it is not on the table.
 * @param {CardTable} table
 * @param {Spot} spot
 * @returns {Element | null}
 */
export function spotElement(table, spot) {
  if ("card" in spot) {
    const code = CSS.escape(spot.card);
    const held = table.hand.querySelector(`.piece:not(.word)[data-code="${code}"]`);
    return held ?? table.center.querySelector(`[data-key="card-${code}"]`);
  }
  if ("type" in spot) return table.middle.querySelector(`[data-key="type-${CSS.escape(spot.type)}"]`);
  if ("button" in spot) return table.hand.querySelector(`.piece.word[data-code="${CSS.escape(spot.button)}"]`);
  if ("plate" in spot) return table.places.querySelector(`[data-seat="${spot.plate}"] .plate`);
  if ("laid" in spot) return table.center.querySelector(`[data-key="laid-${spot.laid}"]`);
  return spot.part === "hand" ? table.hand : table.middle;
}

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** Returns the box around several boxes. @param {Box[]} boxes @returns {Box | null} */
export function around(boxes) {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Returns the overlap of two boxes, in square pixels. @param {Box} one @param {Box} other */
function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns the distance between two boxes. @param {Box} one @param {Box} other */
export function distance(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}

/** Returns numbers from least to most in equal steps, both included. @param {number} least @param {number} most */
function steps(least, most) {
  const count = Math.max(0, Math.ceil((most - least) / STRIDE));
  return Array.from({ length: count + 1 }, (_, at) => Math.max(least, Math.min(least + at * STRIDE, most)));
}

/** The distance between tried places, in pixels. */
const STRIDE = 14;
/** The preferred distance between a panel and its target. */
const SPACE = 26;

/**
 * Returns the best place for a panel: covers as little of `needed` as possible, then as near to its targets as
 * possible.
 * @param {{ width: number, height: number }} size
 * @param {Box[]} targets the boxes the panel points at
 * @param {{ box: Box, weight: number }[]} needed boxes that should stay visible
 * @param {Box} room
 */
export function bestPlace({ width, height }, targets, needed, room) {
  const about = around(targets) ?? room;
  const middle = (about.left + about.right) / 2;
  let best = { left: room.left, top: room.top, hidden: 0, cost: Infinity };
  for (const left of steps(room.left, room.right - width)) {
    for (const top of steps(room.top, room.bottom - height)) {
      const box = { left, top, right: left + width, bottom: top + height };
      const hidden = needed.reduce((sum, one) => sum + overlap(box, one.box) * one.weight, 0);
      const away = Math.abs(distance(box, about) - SPACE);
      const cost = hidden + away * 10 + Math.abs(left + width / 2 - middle);
      if (cost < best.cost) best = { left, top, hidden, cost };
    }
  }
  return best;
}
