// The deal of the day: all players of this server get the same cards and compare results.

import { solverToken } from "../puzzles/solver.js";
import { openRecord } from "../replay/source.js";
import { go } from "../shell/address.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { errorText, get, send } from "../shell/net.js";
import { settings } from "../shell/settings.js";

/**
 * @typedef {import("../types.d.ts").Today} Today
 * @typedef {import("../types.d.ts").DailyInfo} DailyInfo
 * @typedef {import("../types.d.ts").DailyResults} DailyResults
 * @typedef {import("../types.d.ts").ChampionsGame} ChampionsGame
 */

/** Formats the time left of the day. @param {number} seconds */
function leftWords(seconds) {
  const hours = Math.floor(seconds / 3600);
  return hours > 0
    ? t("{hours} h {minutes} min left", { hours, minutes: Math.floor((seconds % 3600) / 60) })
    : t("{minutes} min left", { minutes: Math.ceil(seconds / 60) });
}

/** @type {import("../app.js").Page} */
export async function dailyPage(main, signal) {
  document.title = `${t("The deal of the day")} · cardsharp`;
  const today = /** @type {Today} */ (await get("/api/daily", signal));
  const sections = today.games.map((game) => dealSection(game, today, signal));
  main.replaceChildren(
    h(
      "section",
      { class: "welcome" },
      h("h1", {}, t("The deal of the day")),
      h(
        "p",
        { class: "quiet" },
        t(
          "{day} (UTC), {left}. Everybody at this house gets the same cards against the same opponents. Your first game counts; afterwards you see how the others and the champion did.",
          { day: today.day, left: leftWords(today.left) },
        ),
      ),
    ),
    h(
      "div",
      { class: "shelf days" },
      sections.map(({ element }) => element),
    ),
  );
  await Promise.all(sections.map(({ fill }) => fill()));
}

/**
 * One game's deal of the day.
 * @param {DailyInfo} info
 * @param {Today} today
 * @param {AbortSignal} signal
 */
function dealSection({ game, title, opponents, played }, today, signal) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const board = h("div", { class: "daily-board" });
  const play = h(
    "button",
    { type: "button", class: "primary", "data-test": `daily-${game}`, "aria-label": t("Play {game}", { game: title }) },
    t("Play"),
  );
  play.addEventListener("click", async () => {
    play.disabled = true;
    problem.textContent = "";
    try {
      const wish = { token: solverToken(), name: settings.name || null };
      const { id } = /** @type {{ id: string }} */ (await send(`/api/daily/${game}`, wish, { signal }));
      go(`/table/${id}`);
    } catch (error) {
      if (!signal.aborted) problem.textContent = errorText(error);
      play.disabled = false;
    }
  });
  const state = h("p", { class: "small", "data-test": `daily-state-${game}` }, playedWords(played));
  const element = h(
    "section",
    { class: "sheet pad", "data-game": game },
    h("h2", {}, title),
    h("p", { class: "small quiet" }, t("Against: {opponents}", { opponents })),
    state,
    play,
    problem,
    board,
    yesterdays(game, today, signal),
  );
  const fill = async () => {
    try {
      const results = /** @type {DailyResults} */ (
        await send(`/api/daily/${game}/results`, { token: solverToken() }, { signal })
      );
      if (results.own && !results.own.over) {
        play.textContent = t("Go on");
        play.setAttribute("aria-label", t("Go on with {game}", { game: title }));
      }
      if (!results.own?.over) return;
      play.textContent = t("Practise");
      play.setAttribute("aria-label", t("Practise {game}", { game: title }));
      play.classList.remove("primary");
      state.textContent = `${playedWords(results.played)} ${t("Your game counts; more of them are practice.")}`;
      board.replaceChildren(...drawDay(results, null, signal));
    } catch (error) {
      if (!signal.aborted) problem.textContent = errorText(error);
    }
  };
  return { element, fill };
}

/** @param {number} played */
function playedWords(played) {
  if (played === 0) return t("Nobody has played it to its end yet.");
  return played === 1 ? t("One has played it.") : t("{count} have played it.", { count: played });
}

/**
 * A table of results, with the champion's.
 * @param {DailyResults} results
 * @param {string | null} day
 * @param {AbortSignal} signal
 */
function drawDay({ game, title, results }, day, signal) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const champion = h("button", { type: "button", "data-test": `champion-${game}` }, t("How did the champion do?"));
  const told = h("p", { class: "small", role: "status", "data-test": `champion-words-${game}` });
  champion.addEventListener("click", async () => {
    champion.disabled = true;
    try {
      const wish = { token: solverToken(), day };
      const line = /** @type {ChampionsGame} */ (await send(`/api/daily/${game}/champion`, wish, { signal }));
      told.textContent = t("The champion at the same seat: place {place}, {words}.", {
        place: line.place,
        words: line.words,
      });
      champion.replaceWith(
        h(
          "button",
          { type: "button", "data-test": `champion-replay-${game}`, onclick: () => openRecord(line.record) },
          t("Replay the champion's game"),
        ),
      );
    } catch (error) {
      if (!signal.aborted) problem.textContent = errorText(error);
      champion.disabled = false;
    }
  });
  if (results.length === 0) return [h("p", { class: "small quiet" }, t("Nobody has played it to its end yet."))];
  return [
    h(
      "table",
      { class: "daily-results", "data-test": `results-${game}` },
      h("caption", { class: "sr-only" }, t("Results of {game}", { game: title })),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("Place"), t("Name"), t("Result"), t("Game")].map((words) => h("th", { scope: "col" }, words)),
        ),
      ),
      h(
        "tbody",
        {},
        results.map((result) =>
          h(
            "tr",
            { "data-own": result.own },
            h("td", {}, result.place),
            h("td", {}, result.own ? t("{name} (you)", { name: result.name }) : result.name),
            h("td", {}, result.words),
            h(
              "td",
              {},
              h(
                "a",
                {
                  href: `/replay/table/${result.table}`,
                  "aria-label": t("Replay the game of {name}", { name: result.name }),
                },
                t("Replay"),
              ),
            ),
          ),
        ),
      ),
    ),
    told,
    champion,
    problem,
  ];
}

/**
 * The deal of the day before, folded.
 * @param {string} game
 * @param {Today} today
 * @param {AbortSignal} signal
 */
function yesterdays(game, today, signal) {
  const body = h("div", {}, h("p", { class: "small quiet" }, t("One moment…")));
  const fold = h("details", {}, h("summary", {}, t("Yesterday")), body);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || body.dataset.drawn) return;
    body.dataset.drawn = "yes";
    try {
      const wish = { token: solverToken(), day: today.yesterday };
      const results = /** @type {DailyResults} */ (await send(`/api/daily/${game}/results`, wish, { signal }));
      body.replaceChildren(...drawDay(results, today.yesterday, signal));
    } catch (error) {
      delete body.dataset.drawn;
      if (!signal.aborted) body.replaceChildren(h("p", { class: "problem small" }, errorText(error)));
    }
  });
  return fold;
}

/** The lobby's tile for today's deals; it stays hidden if the server has none. @param {AbortSignal} signal */
export function todayTile(signal) {
  const element = h("section", { class: "sheet pad today", "data-test": "today", hidden: true });
  const fill = async () => {
    const today = /** @type {Today} */ (await get("/api/daily", signal));
    const played = today.games.reduce((sum, game) => sum + game.played, 0);
    element.replaceChildren(
      h(
        "div",
        {},
        h("h2", {}, t("Today")),
        h("p", { class: "small quiet" }, t("The same cards for everybody: {left}.", { left: leftWords(today.left) })),
        played > 0 && h("p", { class: "small quiet" }, t("Played to the end here: {count}.", { count: played })),
      ),
      h(
        "div",
        { class: "acts" },
        h("a", { class: "button primary", href: "/daily", "data-test": "to-daily" }, t("The deal of the day")),
        today.puzzle &&
          h(
            "a",
            {
              class: "button",
              href: `/puzzles/${today.puzzle.game}/${today.puzzle.number}`,
              "data-test": "puzzle-of-the-day",
            },
            t("The puzzle of the day"),
          ),
        today.puzzle && h("a", { class: "button plainly", href: "/puzzles" }, t("All puzzles")),
      ),
    );
    element.hidden = false;
  };
  // The lobby works without it.
  void fill().catch(() => {});
  return element;
}
