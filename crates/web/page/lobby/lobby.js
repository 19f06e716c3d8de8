// The lobby: games to start with one click, tables to join, and unfinished games.

import { cardFront } from "../cards/cards.js";
import { todayTile } from "../daily/daily.js";
import { unfinishedLine } from "../my-games/game-lines.js";
import { storedGames } from "../my-games/game-store.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { isolated } from "../shell/names.js";
import { errorText, get, isUnreachable, serverBack, showProblem } from "../shell/net.js";
import { remember } from "../shell/settings.js";
import { learnButton, lessonToResume, levelOffer } from "./newcomer.js";
import { openAgainst, usualOpponent } from "./open-table.js";
import { isNewcomer } from "./progress.js";
import { openSetUp } from "./set-up.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").Listed} Listed
 */

/** Unfinished games shown in the lobby. */
const UNFINISHED = 5;

/** The cards of a tile, as a fan. @param {GameInfo} game */
function fan({ name, cards }) {
  return cards.map((code, at) => {
    const card = cardFront(name, code);
    card.style.setProperty("--at", String(at));
    card.style.setProperty("--of", String(cards.length - 1));
    return card;
  });
}

/** Describes the chosen opponent below its short name. @param {GameInfo} game @param {HTMLSelectElement} strength */
function habitOf(game, strength) {
  const habit = h("p", { class: "small quiet habit", id: `habit-${game.name}` });
  const tell = () => (habit.textContent = game.strengths.find(({ spec }) => spec === strength.value)?.habit ?? "");
  strength.setAttribute("aria-describedby", habit.id);
  strength.addEventListener("change", tell);
  tell();
  return habit;
}

/** @param {GameInfo} game @param {boolean} programs whether the server accepts programs */
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
      showProblem(problem, error);
      play.disabled = false;
    }
  });
  const seats = h(
    "button",
    {
      type: "button",
      class: "plain",
      "data-test": `set-up-${game.name}`,
      onclick: () => openSetUp(game, programs),
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

/** Draws the unfinished games and a link to all others. @param {HTMLElement} section */
async function drawUnfinished(section) {
  const games = await storedGames();
  const unfinished = games.filter(({ over }) => !over).slice(0, UNFINISHED);
  section.hidden = games.length === 0;
  // Unfinished games come before everything else.
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

/** @type {import("../app.js").Page} */
export async function lobbyPage(main, signal) {
  const { games, tables, programs } = /** @type {import("../types.d.ts").Lobby} */ (await get("/api/lobby", signal));
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
      open.replaceChildren(h("li", { class: "problem small" }, errorText(error)));
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
