// Matches of several games: choosing the length, and the score.

import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { bdi, isolated } from "../shell/names.js";

/**
 * @typedef {import("../types.d.ts").View} View
 * @typedef {import("../types.d.ts").Series} Series
 * @typedef {import("../types.d.ts").TimeControl} TimeControl
 */

/** @param {Series} series */
function lengthOf({ kind, games }) {
  return kind === "first-to" ? t("first to {games}", { games }) : t("best of {games}", { games });
}

/** The lengths of a match. @type {Series[]} */
const LENGTHS = [
  { kind: "first-to", games: 2 },
  { kind: "first-to", games: 3 },
  { kind: "first-to", games: 5 },
  { kind: "best-of", games: 3 },
  { kind: "best-of", games: 5 },
  { kind: "best-of", games: 7 },
];

/** @param {Series | null} series */
const keyOf = (series) => (series ? `${series.kind} ${series.games}` : "");

/** @param {Series | null} now */
function seriesSelect(now) {
  const known = now && !LENGTHS.some((one) => keyOf(one) === keyOf(now)) ? [now, ...LENGTHS] : LENGTHS;
  const select = h(
    "select",
    { "data-test": "series" },
    h("option", { value: "" }, t("game by game")),
    known.map((one) => h("option", { value: keyOf(one) }, lengthOf(one))),
  );
  select.value = keyOf(now);
  return { select, chosen: () => known.find((one) => keyOf(one) === select.value) ?? null };
}

/** Time controls: minutes, and seconds added for each decision. @type {TimeControl[]} */
const TIMES = [
  { minutes: 3, increment: 5 },
  { minutes: 5, increment: 5 },
  { minutes: 10, increment: 10 },
  { minutes: 20, increment: 20 },
  { minutes: 60, increment: 30 },
];

/**
 * The fields for clock and match when a table is set up.
 * @returns {{ fields: HTMLElement[], wish: () => { clock?: TimeControl, series?: Series } }}
 */
export function agreementFields() {
  const { select: series, chosen } = seriesSelect(null);
  const clock = h(
    "select",
    { "data-test": "clock" },
    h("option", { value: "" }, t("no clock")),
    TIMES.map(({ minutes, increment = 0 }, at) =>
      h("option", { value: at }, t("{minutes} minutes, {increment} s more for each decision", { minutes, increment })),
    ),
  );
  const field = (/** @type {string} */ words, /** @type {HTMLElement} */ control) =>
    h("label", { class: "field" }, h("span", {}, words), control);
  return {
    fields: [field(t("Match"), series), field(t("Clock, for people only"), clock)],
    wish: () => ({ clock: clock.value === "" ? undefined : TIMES[Number(clock.value)], series: chosen() ?? undefined }),
  };
}

/**
 * The fields for another game; none while the match goes on.
 * @param {View} view
 * @returns {{ fields: HTMLElement[], wish: () => { series?: Series, anew?: boolean } }}
 */
export function anotherGame(view) {
  // The first player to ask for another game has chosen its length.
  if (view.next) return { fields: [], wish: () => ({}) };
  const { select, chosen } = seriesSelect(view.score.series);
  const wish = () => {
    if (keyOf(chosen()) === keyOf(view.score.series)) return {};
    const series = chosen();
    return series ? { series } : { anew: true };
  };
  const field = h("label", { class: "field series-field" }, h("span", {}, t("Match")), select);
  return { fields: [field], wish };
}

/** The length of a match and the number of the game; empty for a single game. @param {View} view */
export function scoreHead({ score, over }) {
  const game = t("game {number}", { number: over ? score.games : score.games + 1 });
  if (score.series) return `${lengthOf(score.series)} · ${game}`;
  return score.games > 0 && !(over && score.games === 1) ? game : "";
}

/** @param {View} view @param {number} seat */
const calledAt = (view, seat) => (seat === view.seat ? t("You") : isolated(view.sitters[seat].name));

/** The score of the match after a game. @param {View} view */
export function scoreAfter(view) {
  const { score } = view;
  if (score.games < 2 && !score.series) return [];
  const won = view.sitters.map((sitter, seat) => ({ sitter, seat, games: score.won[seat] ?? 0 }));
  won.sort((one, other) => other.games - one.games);
  return [
    h(
      "div",
      { class: "match", "data-test": "match" },
      h("h3", {}, matchWords(view)),
      h(
        "ul",
        { class: "match-score" },
        won.map(({ seat, games }) =>
          h("li", { "data-me": seat === view.seat }, bdi(calledAt(view, seat)), " ", h("b", {}, String(games))),
        ),
      ),
      score.shared > 0 &&
        h("p", { class: "small quiet" }, t("Shared wins, which count for nobody: {shared}", { shared: score.shared })),
    ),
  ];
}

/** @param {View} view */
function matchWords(view) {
  const { series, decided, winner, games, won } = view.score;
  if (!series) return t("Games won, of {games}", { games });
  if (!decided) return `${t("Match")}, ${lengthOf(series)}`;
  if (winner === null) {
    const most = Math.max(...won);
    const isBehind = view.seat !== null && (won[view.seat] ?? 0) < most;
    return isBehind ? t("The others win the match") : t("The match is drawn");
  }
  return winner === view.seat
    ? t("You win the match")
    : t("{name} wins the match", { name: isolated(view.sitters[winner].name) });
}

/** Notes on how a game came to its end. @param {View} view */
export function endNotes(view) {
  /** @type {string[]} */
  const notes = [];
  if (view.taken_back === 1) notes.push(t("Something was taken back once."));
  if (view.taken_back > 1) notes.push(t("Something was taken back {times} times.", { times: view.taken_back }));
  return notes.length > 0 ? [h("p", { class: "small quiet", "data-test": "end-notes" }, notes.join(" "))] : [];
}
