// The points of a tournament over its rounds: a line for each of the best entrants.

import { h, s } from "../shell/dom.js";
import { t } from "../shell/language.js";

const [WIDTH, HEIGHT, MARGIN] = [600, 200, 12];
/** The most lines that can be told apart. */
const LINES = 8;

/** @param {import("../types.d.ts").Tournament} report */
export function pointsChart({ course, standings }) {
  const best = standings.filter(({ is_house: fills }) => !fills).slice(0, LINES);
  const shown = best.map(({ entrant }) => course[entrant] ?? []);
  const rounds = Math.max(...shown.map((points) => points.length));
  const most = Math.max(1, ...shown.flat());
  const x = (/** @type {number} */ round) => MARGIN + (round / Math.max(1, rounds)) * (WIDTH - 2 * MARGIN);
  const y = (/** @type {number} */ points) => HEIGHT - MARGIN - (points / most) * (HEIGHT - 2 * MARGIN);
  const line = (/** @type {number[]} */ points) =>
    `M${x(0)} ${y(0)}${points.map((now, round) => `L${x(round + 1).toFixed(1)} ${y(now).toFixed(1)}`).join("")}`;
  return h(
    "div",
    { class: "curve" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("Points over the rounds") },
      s("path", { class: "rule", d: `M${MARGIN} ${y(0)}H${WIDTH - MARGIN}` }),
      shown.map((points, rank) =>
        s("path", { class: `line-${rank}`, d: line(points) }, s("title", {}, best[rank].name)),
      ),
    ),
    h(
      "p",
      { class: "small legend" },
      best.map(({ name }, rank) => h("span", { class: `key line-${rank}` }, name)),
    ),
  );
}
