// Arrows from the teacher's panel to what it speaks about.

import { s } from "../shell/dom.js";
import { around, distance } from "./placement.js";

/** @typedef {import("./placement.js").Box} Box */
/** @typedef {{ x: number, y: number }} Point */

/** More groups than this get one common arrow. */
const APART = 3;
/** Boxes nearer to each other than this are one group, in pixels. */
const TOGETHER = 30;
/** Targets nearer than this need no arrow. */
const NEAR = 8;
const HEAD = 11;
/** A longer line would cross text: only its end is drawn. */
const LONGEST = 30;

/** The point of a box that is nearest to another point. @param {Box} box @param {Point} to @returns {Point} */
function nearest({ left, top, right, bottom }, { x, y }) {
  return { x: Math.max(left, Math.min(x, right)), y: Math.max(top, Math.min(y, bottom)) };
}

/** @param {Box} box @returns {Point} */
const centerOf = ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Returns true if the line between two points crosses a box. @param {Point} from @param {Point} to @param {Box} box */
function crosses(from, to, { left, top, right, bottom }) {
  return Array.from({ length: 32 }, (_, at) => at / 32).some((part) => {
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
    return x > left && x < right && y > top && y < bottom;
  });
}

/**
 * A line that ends in an arrowhead just before the target; none if it would cross another target.
 * @param {Box} from
 * @param {Box} to
 * @param {Box[]} others
 */
function arrow(from, to, others) {
  const edge = nearest(from, centerOf(to));
  const touch = nearest(to, edge);
  const whole = Math.hypot(touch.x - edge.x, touch.y - edge.y);
  const length = Math.min(whole, LONGEST);
  const along = { x: (touch.x - edge.x) / whole, y: (touch.y - edge.y) / whole };
  const start = { x: touch.x - along.x * length, y: touch.y - along.y * length };
  if (whole < NEAR || others.some((other) => crosses(start, touch, other))) return [];
  /** @param {number} far @param {number} aside */
  const at = (far, aside) =>
    `${(start.x + along.x * far - along.y * aside).toFixed(1)} ${(start.y + along.y * far + along.x * aside).toFixed(1)}`;
  const tip = length - 2;
  const neck = Math.max(0, tip - HEAD);
  return [
    s("path", { class: "pointer-line", d: `M${at(0, 0)}L${at(neck, 0)}` }),
    s("path", { class: "pointer-head", d: `M${at(tip, 0)}L${at(neck, HEAD * 0.6)}L${at(neck, -HEAD * 0.6)}Z` }),
  ];
}

/** Merges neighbouring boxes until none are left. @param {Box[]} boxes @returns {Box[]} */
function grouped(boxes) {
  /** @type {Box[]} */
  let groups = [];
  for (const box of boxes) {
    const near = groups.filter((group) => distance(group, box) < TOGETHER);
    const one = around([box, ...near]) ?? box;
    groups = [...groups.filter((group) => !near.includes(group)), one];
  }
  return groups;
}

/**
 * Draws arrows from a panel to every group of targets, or one to all of them if there are many.
 * @param {SVGElement} drawing covers the whole window
 * @param {Box | null} panel
 * @param {Box[]} targets
 */
export function drawPointers(drawing, panel, targets) {
  const groups = grouped(targets);
  const all = around(targets);
  const ends = groups.length > APART && all ? [all] : groups;
  const arrows = ends.map((end) =>
    panel
      ? arrow(
          panel,
          end,
          ends.filter((one) => one !== end),
        )
      : [],
  );
  drawing.replaceChildren(...arrows.flat());
}
