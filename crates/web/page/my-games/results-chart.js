// Results in order: a dot for each game, the running mean as a line, its error as a band.

import { h, s } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { ENOUGH_GAMES, gamesWords, meanOf, meanWords, shareBeaten } from "./statistics.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

const CHART = { width: 340, height: 130, left: 30, right: 10, top: 10, bottom: 20 };

/** @param {string} title @param {StoredGame[]} games games that count, the oldest first */
export function resultsChart(title, games) {
  const shares = games.map((game) => shareBeaten(game));
  const { width, height, left, right, top, bottom } = CHART;
  const x = (/** @type {number} */ at) => left + ((at + 0.5) / shares.length) * (width - left - right);
  const y = (/** @type {number} */ share) => top + (1 - share) * (height - top - bottom);
  const point = (/** @type {number} */ at, /** @type {number} */ share) =>
    `${x(at).toFixed(1)} ${y(Math.max(0, Math.min(1, share))).toFixed(1)}`;
  const so = shares.map((_, at) => ({ at, ...meanOf(shares.slice(0, at + 1)) })).slice(ENOUGH_GAMES - 1);
  const upper = so.map(({ at, mean, error }) => point(at, mean + error));
  const lower = so.map(({ at, mean, error }) => point(at, mean - error)).reverse();
  const now = meanOf(shares);
  const words =
    now.count < ENOUGH_GAMES
      ? t("{title}: {games}, too few to say how you stand", { title, games: gamesWords(now.count) })
      : t("{title}: {games}, {mean} of 100 opponents beaten", {
          title,
          games: gamesWords(now.count),
          mean: meanWords(now),
        });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words, "data-test": "results-chart" },
    [0, 0.5, 1]
      .map((share) => [
        s("path", { class: "rule", d: `M${left} ${y(share)}H${width - right}` }),
        s("text", { x: left - 6, y: y(share) + 4 }, String(100 * share)),
      ])
      .flat(),
    so.length > 0 && s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}Z` }),
    shares.map((share, at) =>
      s("circle", { class: "result", cx: x(at), cy: y(share), r: shares.length > 60 ? 1.6 : 3 }),
    ),
    so.length > 0 && s("path", { class: "mean", d: `M${so.map(({ at, mean }) => point(at, mean)).join("L")}` }),
    s("text", { class: "foot", x: left, y: height - 4 }, t("first")),
    s("text", { class: "foot end", x: width - right, y: height - 4 }, t("newest")),
  );
  return h(
    "figure",
    { class: "results-chart sheet" },
    h("figcaption", {}, h("strong", {}, title), h("span", {}, ` ${chartNote(now)}`)),
    svg,
  );
}

/** @param {{ mean: number, error: number, count: number }} now */
function chartNote(now) {
  if (now.count < ENOUGH_GAMES) return gamesWords(now.count);
  return t("{games}: {mean} of 100", { games: gamesWords(now.count), mean: meanWords(now) });
}
