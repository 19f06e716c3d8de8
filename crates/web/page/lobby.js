// The lobby: games to begin with one click, tables to join, tables one was at.

import { go } from "./address.js";
import { cardFront } from "./cards.js";
import { todayTile } from "./daily.js";
import { h } from "./dom.js";
import { unfinishedLine } from "./game-lines.js";
import { keptGames } from "./kept-games.js";
import { isolated, ownName } from "./names.js";
import { get, isUnreachable, send, serverBack, tellProblem, wordsOf } from "./net.js";
import { learnButton, lessonToResume, levelOffer } from "./newcomer.js";
import { isNewcomer, noteOpponents } from "./progress.js";
import { openSeating } from "./seating.js";
import { recall, remember } from "./settings.js";
import { t } from "./words.js";

/**
 * @typedef {import("./types.d.ts").GameInfo} GameInfo
 * @typedef {import("./types.d.ts").Listed} Listed
 * @typedef {import("./types.d.ts").NewTable} NewTable
 * @typedef {import("./types.d.ts").Taken} Taken
 */

/** So many games that are not over are offered in the lobby. */
const UNFINISHED = 5;

/** Opens a table and goes there. @param {NewTable} wish */
export async function openTable(wish) {
  const taken = /** @type {Taken} */ (await send("/api/tables", wish));
  noteOpponents(taken.id, wish);
  go(`/table/${taken.id}`);
}

/** Opens a table against one player of ours, on every other seat. @param {GameInfo} game @param {string} spec */
export function openAgainst(game, spec) {
  const take = usualSeat(game);
  const name = ownName();
  return openTable({
    game: game.name,
    seats: Array.from({ length: game.seats }, (_, seat) =>
      seat === take ? { kind: "person", name } : { kind: "player", spec },
    ),
    take,
    name,
    kibitzer: true,
    listed: false,
  });
}

/** The spec that sits against one unless one says otherwise. @param {GameInfo} game */
export function usualOpponent(game) {
  const kept = recall(`cardsharp.opponent.${game.name}`, "");
  if (game.strengths.some(({ spec }) => spec === kept)) return kept;
  return game.easy;
}

/** Where one sits unless one says otherwise. @param {GameInfo} game */
export function usualSeat(game) {
  return Math.max(0, game.usual.indexOf("human"));
}

/** The cards of a tile, each turned a little further. @param {GameInfo} game */
function fan({ name, cards }) {
  return cards.map((code, at) => {
    const card = cardFront(name, code);
    card.style.setProperty("--at", String(at));
    card.style.setProperty("--of", String(cards.length - 1));
    return card;
  });
}

/**
 * What the chosen opponent does, below its short name.
 * @param {GameInfo} game
 * @param {HTMLSelectElement} strength
 */
function habitOf(game, strength) {
  const habit = h("p", { class: "small quiet habit", id: `habit-${game.name}` });
  const tell = () => (habit.textContent = game.strengths.find(({ spec }) => spec === strength.value)?.habit ?? "");
  strength.setAttribute("aria-describedby", habit.id);
  strength.addEventListener("change", tell);
  tell();
  return habit;
}

/**
 * @param {GameInfo} game
 * @param {boolean} programs whether the house takes programs
 */
function tile(game, programs) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const strength = h(
    "select",
    { "aria-label": t("Who plays against you at {game}", { game: game.title }), "data-test": `strength-${game.name}` },
    game.strengths.map(({ spec, name }) => h("option", { value: spec }, name)),
  );
  strength.value = usualOpponent(game);
  const habit = habitOf(game, strength);
  strength.addEventListener("change", () => remember(`cardsharp.opponent.${game.name}`, strength.value));
  const fresh = game.guided && isNewcomer(game.name);
  const learn = learnButton(game, fresh, problem);
  const play = h(
    "button",
    {
      type: "button",
      class: fresh ? "" : "primary",
      "data-test": `new-game-${game.name}`,
      "aria-label": t("Play {game}", { game: game.title }),
    },
    t("Play"),
  );
  play.addEventListener("click", async () => {
    play.disabled = true;
    problem.textContent = "";
    try {
      await openAgainst(game, strength.value);
    } catch (error) {
      tellProblem(problem, error);
      play.disabled = false;
    }
  });
  const seats = h(
    "button",
    {
      type: "button",
      class: "plain",
      "data-test": `set-up-${game.name}`,
      onclick: () => openSeating(game, programs),
    },
    t("Set up a table"),
  );
  return h(
    "li",
    { class: "tile sheet", "data-game": game.name },
    h("div", { class: "tile-felt", "aria-hidden": "true" }, fan(game)),
    h(
      "div",
      { class: "tile-body" },
      h("h2", {}, game.title),
      h("p", { class: "small quiet" }, game.pitch),
      fresh && learn,
      levelOffer(game, strength),
      strength,
      habit,
      play,
      h(
        "div",
        { class: "tile-more" },
        seats,
        !fresh && learn,
        h("a", { class: "button plainly", href: `/rules/${game.name}` }, t("Rules")),
      ),
      problem,
    ),
  );
}

/** @param {Listed} table */
function openLine(table) {
  const free = table.sitters.some(({ kind }) => kind === "free") && !table.over;
  const state = table.over
    ? t("over")
    : table.begun
      ? t("step {step}", { step: table.step })
      : t("waiting for somebody");
  return h(
    "li",
    { class: "line" },
    h(
      "div",
      {},
      h("strong", {}, table.title),
      h(
        "p",
        { class: "small quiet" },
        `${table.sitters.map(({ name, kind }) => (kind === "free" ? t("free seat") : isolated(name))).join(" · ")} — ${state}`,
      ),
    ),
    h("a", { class: free ? "button primary" : "button", href: `/table/${table.id}` }, free ? t("Join") : t("Watch")),
  );
}

/** What one was at and is not over; one's other games are a click away. @param {HTMLElement} section */
async function drawUnfinished(section) {
  const games = await keptGames();
  const unfinished = games.filter(({ over }) => !over).slice(0, UNFINISHED);
  section.hidden = games.length === 0;
  // Who was at something finds it before anything else.
  if (unfinished.length > 0) section.closest("main")?.querySelector(".tiles")?.before(section);
  section.replaceChildren(
    h("h2", {}, t("Where you were")),
    unfinished.length > 0
      ? h(
          "ul",
          { class: "lines", "data-test": "recent-tables" },
          unfinished.map((game) => unfinishedLine(game)),
        )
      : "",
    h("p", { class: "small" }, h("a", { href: "/games", "data-test": "to-games" }, t("My games"))),
  );
}

/** @type {import("./app.js").Page} */
export async function lobbyPage(main, signal) {
  const { games, tables, programs } = /** @type {import("./types.d.ts").Lobby} */ (await get("/api/lobby", signal));
  const open = h("ul", { class: "lines", "data-test": "open-tables" });
  const mineSection = h("section", { class: "sheet pad", hidden: true });
  void drawUnfinished(mineSection);
  /** @param {Listed[]} [known] */
  const drawOpen = async (known) => {
    try {
      const tables = known ?? /** @type {Listed[]} */ (await get("/api/tables", signal));
      open.replaceChildren(
        ...(tables.length > 0
          ? tables.map(openLine)
          : [
              h(
                "li",
                { class: "small quiet" },
                t("None at the moment. Set one up with a free seat and list it here, or send the link to a friend."),
              ),
            ]),
      );
    } catch (error) {
      if (signal.aborted) return;
      open.replaceChildren(h("li", { class: "problem small" }, wordsOf(error)));
      if (isUnreachable(error)) void serverBack().then(() => (signal.aborted ? undefined : drawOpen()));
    }
  };
  main.replaceChildren(
    h(
      "section",
      { class: "welcome" },
      h("h1", {}, t("Take a seat.")),
      h("p", { class: "quiet" }, t("Card games with hidden cards. Play the house, or send a friend the link.")),
    ),
    lessonToResume(signal),
    todayTile(signal),
    h(
      "ul",
      { class: "tiles", "aria-label": t("Games") },
      games.map((game) => tile(game, programs)),
    ),
    h(
      "div",
      { class: "lobby-lists" },
      h("section", { class: "sheet pad" }, h("h2", {}, t("Open tables")), open),
      mineSection,
    ),
  );
  void drawOpen(tables);
  const timer = window.setInterval(() => !document.hidden && void drawOpen(), 8000);
  signal.addEventListener("abort", () => window.clearInterval(timer));
}
