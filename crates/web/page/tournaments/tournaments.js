// Tournaments of the server's database: standings, cross table, games.

import { h } from "../shell/dom.js";
import { language, numeral, t } from "../shell/language.js";
import { get, Refusal, showProblem } from "../shell/net.js";
import { pointsChart } from "./points-chart.js";

/**
 * @typedef {import("../types.d.ts").TournamentInfo} TournamentInfo
 * @typedef {import("../types.d.ts").Tournament} Tournament
 * @typedef {import("../types.d.ts").ToldGames} ToldGames
 * @typedef {import("../types.d.ts").Standing} Standing
 */

/** @param {string} begun */
const whenOf = (begun) => new Date(begun).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** Games listed at a time. */
const PAGE = 20;

/** @type {import("../app.js").Page} */
export async function tournamentsPage(main, signal, [id]) {
  if (id) return tournament(main, signal, id);
  document.title = "Tournaments · cardsharp";
  try {
    const lines = /** @type {TournamentInfo[]} */ (await get("/api/tournaments", signal));
    main.replaceChildren(
      h("h1", {}, t("Tournaments")),
      h(
        "ul",
        { class: "lines sheet pad", "data-test": "tournaments" },
        lines.length > 0 ? lines.map(tournamentLine) : [h("li", { class: "quiet" }, t("This database has none yet."))],
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unreachable") throw error;
    main.replaceChildren(
      h(
        "section",
        { class: "lost" },
        h("h1", {}, t("No tournaments here")),
        h("p", {}, error.message),
        h(
          "p",
          { class: "quiet" },
          `${t("Start the house with a records database to see them:")} `,
          h("code", {}, "cardsharp serve --db tournament.db"),
        ),
      ),
    );
  }
}

/** @param {TournamentInfo} line */
function tournamentLine(line) {
  const state =
    line.kept < line.games
      ? t("{kept} of {games} games", { kept: line.kept, games: line.games })
      : t("{games} games", { games: line.games });
  return h(
    "li",
    { class: "line" },
    h(
      "div",
      {},
      h("strong", {}, `${line.title} · ${line.format}`),
      h(
        "p",
        { class: "small quiet" },
        [whenOf(line.begun), t("{count} entrants", { count: line.entrants }), roundsOf(line.rounds), state].join(" · "),
      ),
    ),
    h("a", { class: "button", href: `/tournaments/${line.id}` }, t("Open")),
  );
}

/** @param {number} rounds */
const roundsOf = (rounds) => (rounds === 1 ? t("1 round") : t("{rounds} rounds", { rounds }));

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} id
 */
async function tournament(main, signal, id) {
  const report = /** @type {Tournament} */ (await get(`/api/tournaments/${encodeURIComponent(id)}`, signal));
  document.title = t("{game} tournament · cardsharp", { game: report.title });
  main.replaceChildren(
    h(
      "div",
      { class: "stack" },
      h(
        "header",
        {},
        h("p", {}, h("a", { href: "/tournaments" }, t("All tournaments"))),
        h("h1", {}, `${report.title} · ${report.format}`),
        h(
          "p",
          { class: "quiet" },
          [
            whenOf(report.begun),
            roundsOf(report.rounds),
            t("{kept} of {games} games", { kept: report.kept, games: report.games }),
          ].join(" · "),
        ),
      ),
      h("section", { class: "sheet pad wide" }, h("h2", {}, t("Standings")), standingsTable(report.standings)),
      report.course.some((points) => points.length > 1) &&
        h("section", { class: "sheet pad" }, h("h2", {}, t("Points over the rounds")), pointsChart(report)),
      h("section", { class: "sheet pad wide" }, h("h2", {}, t("Who against whom")), crossTable(report)),
      gamesList(id, report, signal),
    ),
  );
}

/** The rating with its interval, or points a game with two standard errors. @param {Standing} one */
function figureOf(one) {
  if (one.rating !== null)
    return { at: one.rating, low: one.low ?? one.rating, high: one.high ?? one.rating, digits: 0 };
  if (one.mean === null) return null;
  const wide = 2 * (one.error ?? 0);
  return { at: one.mean, low: one.mean - wide, high: one.mean + wide, digits: 2 };
}

/** @param {Standing[]} standings */
function standingsTable(standings) {
  const figures = standings.map(figureOf);
  const low = Math.min(...figures.map((figure) => figure?.low ?? Infinity));
  const high = Math.max(...figures.map((figure) => figure?.high ?? -Infinity));
  const part = (/** @type {number} */ value) => `${(100 * (value - low)) / Math.max(1e-9, high - low)}%`;
  const head = [
    "#",
    t("Entrant"),
    t("Games"),
    t("Points"),
    t("a game"),
    standings.some(({ rating }) => rating !== null) ? t("Rating, 95 % interval") : t("a game ± 2 errors"),
    // The bar needs no visible heading.
    h("span", { class: "sr-only" }, t("the same as a bar")),
    t("Faults"),
  ];
  const rows = standings.map((one, index) => {
    const figure = figures[index];
    return h(
      "tr",
      {},
      h("td", {}, one.is_house ? "" : one.place),
      h("td", { class: "words" }, one.name, one.is_house && h("small", { class: "quiet" }, ` ${t("fills a seat")}`)),
      h("td", {}, numeral(one.games)),
      h("td", {}, one.points),
      h("td", {}, one.mean === null ? "–" : numeral(one.mean, 2)),
      h(
        "td",
        {},
        figure
          ? t("{at}  ({low} to {high})", {
              at: numeral(figure.at, figure.digits),
              low: numeral(figure.low, figure.digits),
              high: numeral(figure.high, figure.digits),
            })
          : "–",
      ),
      h("td", {}, figure && span(part(figure.low), part(figure.at), part(figure.high))),
      h("td", {}, one.faults || ""),
    );
  });
  return h(
    "table",
    { class: "figures", "data-test": "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((words, column) => h("th", { scope: "col", class: column === 1 && "words" }, words)),
      ),
    ),
    h("tbody", {}, rows),
  );
}

/**
 * Draws an interval as a bar.
 * @param {string} low
 * @param {string} at
 * @param {string} high
 */
function span(low, at, high) {
  const [line, mark] = [h("i", {}), h("b", {})];
  line.style.left = low;
  line.style.width = `calc(${high} - ${low})`;
  mark.style.left = at;
  return h("span", { class: "span", "aria-hidden": "true" }, line, mark);
}

/** A share of fewer games than this is not shown. */
const ENOUGH = 10;

/** @param {Tournament} report */
function crossTable({ standings, cross }) {
  const cell = (/** @type {Standing} */ one, /** @type {Standing} */ other) => {
    const met = cross[one.entrant]?.[other.entrant] ?? null;
    if (one === other || met === null) return h("td", {}, one === other ? "·" : "");
    if (met.games < ENOUGH) return h("td", { class: "quiet", title: t("Too few games to tell") }, `${met.games} ×`);
    // Smoothed: even a result that came every time has an error.
    const likely = (met.part * met.games + 1) / (met.games + 2);
    const error = Math.sqrt((likely * (1 - likely)) / met.games);
    return h(
      "td",
      { title: t("{one} ahead of {other}: {games} games", { one: one.name, other: other.name, games: met.games }) },
      `${Math.round(100 * met.part)} ± ${Math.round(100 * error)} %`,
    );
  };
  return h(
    "table",
    { class: "figures", "data-test": "cross-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "words", scope: "col" }, t("finished ahead of")),
        standings.map(({ name }) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      standings.map((one) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "words" }, one.name),
          standings.map((other) => cell(one, other)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {Tournament} report
 * @param {AbortSignal} signal
 */
function gamesList(id, report, signal) {
  const list = h("ul", { class: "lines", "data-test": "games" });
  const who = h(
    "select",
    { "aria-label": t("Whose games") },
    h("option", { value: "" }, t("everybody's games")),
    report.standings.map(({ name, entrant }) => h("option", { value: entrant }, name)),
  );
  const note = h("span", { class: "small quiet" });
  const back = h("button", { type: "button" }, t("Earlier"));
  const on = h("button", { type: "button" }, t("Later"));
  let from = 0;

  const load = async () => {
    try {
      const entrant = who.value ? `&entrant=${encodeURIComponent(who.value)}` : "";
      const { total, games } = /** @type {ToldGames} */ (
        await get(`/api/tournaments/${encodeURIComponent(id)}/games?from=${from}&count=${PAGE}${entrant}`, signal)
      );
      list.replaceChildren(
        ...games.map((game) =>
          h(
            "li",
            { class: "line" },
            h(
              "div",
              {},
              h("strong", {}, game.seats.map(({ name }) => name).join(" · ")),
              h(
                "p",
                { class: "small quiet" },
                t("round {round}, table {table} · places {places} · results {results}", {
                  round: game.round + 1,
                  table: game.table + 1,
                  places: game.seats.map(({ place }) => place).join(", "),
                  results: game.seats.map(({ returns }) => returns).join(", "),
                }),
              ),
            ),
            h("a", { class: "button", href: `/replay/game/${game.game}` }, t("Replay")),
          ),
        ),
      );
      note.textContent =
        total === 0
          ? t("No games.")
          : t("{from} to {to} of {total}", { from: from + 1, to: Math.min(from + PAGE, total), total });
      back.disabled = from === 0;
      on.disabled = from + PAGE >= total;
    } catch (error) {
      if (signal.aborted) return;
      const problem = h("li", { class: "problem" });
      list.replaceChildren(problem);
      showProblem(problem, error, () => void load());
    }
  };
  /** @param {number} to */
  const turn = (to) => {
    from = Math.max(0, to);
    void load();
  };
  back.addEventListener("click", () => turn(from - PAGE));
  on.addEventListener("click", () => turn(from + PAGE));
  who.addEventListener("change", () => turn(0));
  void load();
  return h(
    "section",
    { class: "sheet pad" },
    h("h2", {}, t("Games")),
    h("div", { class: "games-head" }, who, back, on, note),
    list,
  );
}
