// Where a lesson points, and where there is room to say it.

/**
 * @typedef {import("./types.d.ts").Spot} Spot
 * @typedef {import("./table.js").CardTable} CardTable
 */

/**
 * What a spot is on the table now; nothing if it is not there any more.
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

/** The box around several. @param {Box[]} boxes @returns {Box | null} */
export function around(boxes) {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** How much of one lies over another, in pixels. @param {Box} one @param {Box} other */
function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How far two are from each other at their nearest. @param {Box} one @param {Box} other */
export function distance(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}

/** Numbers from least to most, so far apart, the last one included. @param {number} least @param {number} most */
function steps(least, most) {
  const count = Math.max(0, Math.ceil((most - least) / STRIDE));
  return Array.from({ length: count + 1 }, (_, at) => Math.max(least, Math.min(least + at * STRIDE, most)));
}

/** So far apart are the places that are tried. */
const STRIDE = 14;
/** So much lies between a panel and what it speaks of, where there is room. */
const SPACE = 26;

/**
 * Where a panel of this size lies best: over nothing that one needs, and then as near to what it speaks of as can be.
 * @param {{ width: number, height: number }} size
 * @param {Box[]} targets what it points at
 * @param {{ box: Box, weight: number }[]} needed what should stay free, and how much
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
