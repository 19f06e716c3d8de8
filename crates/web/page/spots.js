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
function around(boxes) {
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

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Where a panel of this size lies best: beside what it speaks of, over nothing that one needs.
 * @param {{ width: number, height: number }} size
 * @param {Box[]} targets what it points at
 * @param {{ box: Box, weight: number }[]} needed what should stay free, and how much
 * @param {Box} room
 */
export function bestPlace({ width, height }, targets, needed, room) {
  const gap = 10;
  const about = around(targets) ?? room;
  const middle = { x: (about.left + about.right) / 2, y: (about.top + about.bottom) / 2 };
  const wishes = [
    { side: "above", left: middle.x - width / 2, top: about.top - height - gap },
    { side: "below", left: middle.x - width / 2, top: about.bottom + gap },
    { side: "left", left: about.left - width - gap, top: middle.y - height / 2 },
    { side: "right", left: about.right + gap, top: middle.y - height / 2 },
    { side: "free", left: room.left, top: room.top },
    { side: "free", left: room.right - width, top: room.top },
    { side: "free", left: (room.left + room.right - width) / 2, top: room.top },
    { side: "free", left: room.left, top: (room.top + room.bottom - height) / 2 },
    { side: "free", left: room.right - width, top: (room.top + room.bottom - height) / 2 },
    { side: "free", left: room.left, top: room.bottom - height },
    { side: "free", left: room.right - width, top: room.bottom - height },
  ];
  const places = wishes.map((wish) => {
    const left = within(wish.left, room.left, Math.max(room.left, room.right - width));
    const top = within(wish.top, room.top, Math.max(room.top, room.bottom - height));
    const box = { left, top, right: left + width, bottom: top + height };
    const hidden = needed.reduce((sum, one) => sum + overlap(box, one.box) * one.weight, 0);
    const away = Math.hypot(left + width / 2 - middle.x, top + height / 2 - middle.y);
    return { ...box, side: wish.side, cost: hidden + away * 10 };
  });
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
