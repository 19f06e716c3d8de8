// Tournaments of the database the server was opened with: standings, cross table, games.

import { courseChart } from "./course.js";
import { h } from "./dom.js";
import { get, Refusal, wordsOf } from "./net.js";

/**
 * @typedef {import("./types.d.ts").TournamentLine} TournamentLine
 * @typedef {import("./types.d.ts").TournamentReport} TournamentReport
 * @typedef {import("./types.d.ts").TournamentGames} TournamentGames
 * @typedef {import("./types.d.ts").Standing} Standing
 */

/** So many games are listed at a time. */
const PAGE = 20;

/** @type {import("./app.js").Page} */
export async function tournamentsPage(main, signal, [id]) {
  if (id) return tournament(main, signal, id);
  document.title = "Tournaments · cardsharp";
  try {
    const lines = /** @type {TournamentLine[]} */ (await get("/api/tournaments", signal));
    main.replaceChildren(h("h1", {}, "Tournaments"), h("ul", { class: "lines sheet pad", "data-test": "tournaments" }, lines.length > 0 ? lines.map(tournamentLine) : [h("li", { class: "quiet" }, "This database has none yet.")]));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unreachable") throw error;
    main.replaceChildren(
      h("section", { class: "lost" }, h("h1", {}, "No tournaments here"), h("p", {}, error.message), h("p", { class: "quiet" }, "Start the house with a records database to see them: ", h("code", {}, "cardsharp serve --db tournament.db"))),
    );
  }
}

/** @param {TournamentLine} line */
function tournamentLine(line) {
  const state = line.kept < line.games ? `${line.kept} of ${line.games} games` : `${line.games} games`;
  return h(
    "li",
    { class: "line" },
    h("div", {}, h("strong", {}, `${line.title} · ${line.format}`), h("p", { class: "small quiet" }, `${line.begun} · ${line.entrants} entrants · ${line.rounds} ${line.rounds === 1 ? "round" : "rounds"} · ${state}`)),
    h("a", { class: "button", href: `/tournaments/${line.id}` }, "Open"),
  );
}

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} id
 */
async function tournament(main, signal, id) {
  const report = /** @type {TournamentReport} */ (await get(`/api/tournaments/${encodeURIComponent(id)}`, signal));
  document.title = `${report.title} tournament · cardsharp`;
  main.replaceChildren(
    h("p", {}, h("a", { href: "/tournaments" }, "All tournaments")),
    h("h1", {}, `${report.title} · ${report.format}`),
    h("p", { class: "quiet" }, `${report.begun} · ${report.rounds} ${report.rounds === 1 ? "round" : "rounds"} · ${report.kept} of ${report.games} games`),
    h(
      "div",
      { class: "stack" },
      h("section", { class: "sheet pad wide" }, h("h2", {}, "Standings"), standingsTable(report.standings)),
      report.course.some((points) => points.length > 1) && h("section", { class: "sheet pad" }, h("h2", {}, "Points over the rounds"), courseChart(report)),
      h("section", { class: "sheet pad wide" }, h("h2", {}, "Who against whom"), crossTable(report)),
      gamesList(id, report, signal),
    ),
  );
}

/** @param {Standing[]} standings */
function standingsTable(standings) {
  const low = Math.min(...standings.map((one) => one.low));
  const high = Math.max(...standings.map((one) => one.high));
  const part = (/** @type {number} */ value) => `${(100 * (value - low)) / Math.max(1e-9, high - low)}%`;
  const rated = standings.some(({ strength }) => strength);
  return h(
    "table",
    { class: "figures", "data-test": "standings" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), h("th", { scope: "col", class: "words" }, "Entrant"), h("th", { scope: "col" }, "Games"), h("th", { scope: "col" }, "Points"), h("th", { scope: "col" }, "a game"), h("th", { scope: "col" }, "95 % interval"), rated && h("th", { scope: "col" }, "Strength"))),
    h(
      "tbody",
      {},
      standings.map((one) => {
        const [line, mark] = [h("i", {}), h("b", {})];
        line.style.left = part(one.low);
        line.style.width = `calc(${part(one.high)} - ${part(one.low)})`;
        mark.style.left = part(one.mean);
        const span = h("span", { class: "span", role: "img", "aria-label": `${one.low.toFixed(2)} to ${one.high.toFixed(2)}`, title: `${one.low.toFixed(2)} to ${one.high.toFixed(2)}` }, line, mark);
        const { strength } = one;
        return h("tr", {}, h("td", {}, one.place), h("td", { class: "words", title: one.source }, one.name), h("td", {}, one.games), h("td", {}, one.points), h("td", {}, one.mean.toFixed(2)), h("td", {}, span), rated && h("td", {}, strength ? `${Math.round(strength.value)} (${Math.round(strength.low)} … ${Math.round(strength.high)})` : "–"));
      }),
    ),
  );
}

/** @param {TournamentReport} report */
function crossTable({ standings, cross }) {
  return h(
    "table",
    { class: "figures", "data-test": "cross-table" },
    h("thead", {}, h("tr", {}, h("th", { class: "words", scope: "col" }, "Points a game"), standings.map(({ place, name }) => h("th", { scope: "col", title: name }, place, h("span", { class: "sr-only" }, ` ${name}`))))),
    h(
      "tbody",
      {},
      standings.map(({ place, name }, row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "words" }, `${place} ${name}`),
          standings.map((other, column) => {
            const met = cross[row]?.[column];
            return h("td", { title: met ? `${name} against ${other.name}: ${met.points} points in ${met.games} games` : "" }, row === column ? "·" : met && met.games > 0 ? (met.points / met.games).toFixed(2) : "");
          }),
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {TournamentReport} report
 * @param {AbortSignal} signal
 */
function gamesList(id, report, signal) {
  const list = h("ul", { class: "lines", "data-test": "games" });
  const who = h("select", { "aria-label": "Whose games" }, h("option", { value: "" }, "everybody's games"), report.standings.map(({ name }) => h("option", { value: name }, name)));
  const note = h("span", { class: "small quiet" });
  const back = h("button", { type: "button" }, "Earlier");
  const on = h("button", { type: "button" }, "Later");
  let from = 0;

  const load = async () => {
    try {
      const entrant = who.value ? `&entrant=${encodeURIComponent(who.value)}` : "";
      const { total, games } = /** @type {TournamentGames} */ (await get(`/api/tournaments/${encodeURIComponent(id)}/games?from=${from}&count=${PAGE}${entrant}`, signal));
      list.replaceChildren(
        ...games.map((game) =>
          h(
            "li",
            { class: "line" },
            h("div", {}, h("strong", {}, game.seats.map(({ name }) => name).join(" · ")), h("p", { class: "small quiet" }, `round ${game.round + 1}, table ${game.table + 1}: ${game.seats.map(({ words }) => words).join(" · ")}`)),
            h("a", { class: "button", href: `/replay/game/${game.number}` }, "Replay"),
          ),
        ),
      );
      note.textContent = total === 0 ? "No games." : `${from + 1} to ${Math.min(from + PAGE, total)} of ${total}`;
      back.disabled = from === 0;
      on.disabled = from + PAGE >= total;
    } catch (error) {
      if (!signal.aborted) list.replaceChildren(h("li", { class: "problem" }, wordsOf(error)));
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
  return h("section", { class: "sheet pad" }, h("h2", {}, "Games"), h("div", { class: "games-head" }, who, back, on, note), list);
}
