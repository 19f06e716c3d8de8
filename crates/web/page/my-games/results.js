// A player's results over time, by game and by opponent, each with its error and the number of games.

import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { resultsChart } from "./results-chart.js";
import { byOpponent, counts, meanOf, meanWords, placeOf, shareBeaten } from "./statistics.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

/** Draws results over time, by game and by opponent. @param {StoredGame[]} finished the newest first */
export function resultsSections(finished) {
  const games = finished.filter(counts).reverse();
  const left = finished.length - games.length;
  if (games.length === 0) return null;
  /** @type {Map<string, StoredGame[]>} */
  const byGame = new Map();
  for (const game of games) byGame.set(game.game, [...(byGame.get(game.game) ?? []), game]);
  const groups = [...byGame.values()];
  return h(
    "section",
    { class: "sheet pad", "data-test": "standing" },
    h("h2", {}, t("How you stand")),
    h(
      "div",
      { class: "results-charts" },
      groups.map((group) => resultsChart(group[0].title, group)),
    ),
    h(
      "p",
      { class: "small quiet" },
      t(
        "A dot is a game, from no opponent beaten (0) to all of them (100); who is equal counts half. The line is the mean so far, the band its standard error.",
      ),
      left > 0 &&
        ` ${left === 1 ? t("One game does not count here: something was taken back, or it was no ordinary game.") : t("{number} games do not count here: something was taken back, or they were no ordinary games.", { number: left })}`,
    ),
    resultsTable(
      t("By game"),
      groups.map((group) => ({
        who: group[0].title,
        won: group.filter((game) => placeOf(game) === 1).length,
        costs: `/games/${group[0].game}/costs`,
        ...meanOf(group.map((game) => shareBeaten(game))),
      })),
    ),
    resultsTable(t("By opponent"), byOpponent(games)),
  );
}

/**
 * @param {string} title
 * @param {{ who: string, won?: number, costs?: string, mean: number, error: number, count: number }[]} rows
 */
function resultsTable(title, rows) {
  const withWins = rows.some(({ won }) => won !== undefined);
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "figures" },
      h("caption", {}, title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { class: "words", scope: "col" }, withWins ? t("Game") : t("Opponent")),
          h("th", { scope: "col" }, t("Games")),
          withWins && h("th", { scope: "col" }, t("Won")),
          h("th", { scope: "col" }, t("Beaten, of 100")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h(
              "td",
              { class: "words" },
              h("bdi", {}, row.who),
              row.costs &&
                h(
                  "a",
                  { class: "to-costs small", href: row.costs, "data-test": "to-costs" },
                  t("What costs you points"),
                ),
            ),
            h("td", {}, String(row.count)),
            withWins && h("td", {}, String(row.won)),
            h("td", {}, meanWords(row)),
          ),
        ),
      ),
    ),
  );
}
