// How points grew over the rounds of a tournament, a line for each of the best entrants.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const [COURSE_WIDTH, COURSE_HEIGHT, COURSE_MARGIN] = [600, 200, 12];
/** More lines than this cannot be told apart. */
const LINES = 8;

/** @param {import("./types.d.ts").Tournament} report */
export function courseChart({ course, standings }) {
  const best = standings.filter(({ is_house: fills }) => !fills).slice(0, LINES);
  const shown = best.map(({ entrant }) => course[entrant] ?? []);
  const rounds = Math.max(...shown.map((points) => points.length));
  const most = Math.max(1, ...shown.flat());
  const x = (/** @type {number} */ round) =>
    COURSE_MARGIN + (round / Math.max(1, rounds)) * (COURSE_WIDTH - 2 * COURSE_MARGIN);
  const y = (/** @type {number} */ points) =>
    COURSE_HEIGHT - COURSE_MARGIN - (points / most) * (COURSE_HEIGHT - 2 * COURSE_MARGIN);
  const line = (/** @type {number[]} */ points) =>
    `M${x(0)} ${y(0)}${points.map((now, round) => `L${x(round + 1).toFixed(1)} ${y(now).toFixed(1)}`).join("")}`;
  return h(
    "div",
    { class: "curve" },
    s(
      "svg",
      { viewBox: `0 0 ${COURSE_WIDTH} ${COURSE_HEIGHT}`, role: "img", "aria-label": t("Points over the rounds") },
      s("path", { class: "rule", d: `M${COURSE_MARGIN} ${y(0)}H${COURSE_WIDTH - COURSE_MARGIN}` }),
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
