// The coach's page: evaluates stored games one after the other and adds up what kinds of choices cost.

import { h } from "../shell/dom.js";
import { numeral, t } from "../shell/language.js";
import { errorText, get, isAborted, readEvents, Refusal, sendText } from "../shell/net.js";
import { costsOf, isSure } from "./costs.js";
import { completeGames, storedGames, storeLooked } from "./game-store.js";
import { gamesWords } from "./statistics.js";

/**
 * @typedef {import("./game-store.js").StoredGame} StoredGame
 * @typedef {import("./game-store.js").LookedAt} LookedAt
 * @typedef {import("./costs.js").CostOfKind} CostOfKind
 * @typedef {import("../types.d.ts").CoachedDecision} CoachedDecision
 * @typedef {import("../types.d.ts").Habit} Habit
 */

/** Games evaluated in one go; the server needs some seconds for each. */
const AT_ONCE = 20;
/** Examples linked for each kind. */
const EXAMPLES = 3;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} game
 */
export async function coachPage(main, signal, game) {
  document.title = t("What costs you points · cardsharp");
  const words = new Map(
    /** @type {Habit[]} */ (await get("/api/coach", signal)).map((kind) => [kind.name, kind.words]),
  );
  const view = new Costs(main, signal, game, words);
  await view.draw();
  if (await completeGames(signal)) await view.draw();
}

class Costs {
  progress = h("p", { class: "small", role: "status", "data-test": "coach-progress" });
  problem = h("p", { class: "problem small", role: "alert" });
  #looking = false;

  /**
   * @param {HTMLElement} main
   * @param {AbortSignal} signal
   * @param {string} game
   * @param {Map<string, string>} words the names of kinds
   */
  constructor(main, signal, game, words) {
    this.main = main;
    this.signal = signal;
    this.game = game;
    this.words = words;
  }

  /** Draws the stored games and what they cost. */
  async #games() {
    return (await storedGames()).filter(
      ({ game, over, seat, record }) => game === this.game && over && seat !== null && record,
    );
  }

  async draw() {
    const games = await this.#games();
    if (this.signal.aborted) return;
    const todo = games.filter(({ looked }) => looked === null);
    const costs = costsOf(games);
    const title = games[0]?.title;
    this.main.replaceChildren(
      h(
        "div",
        { class: "stack costs", "data-test": "costs" },
        h(
          "header",
          { class: "stack-head" },
          h("p", {}, h("a", { href: title ? `/games/${this.game}` : "/games" }, t("My games"))),
          h("h1", {}, title ? t("What costs you points at {game}", { game: title }) : t("What costs you points")),
          h(
            "p",
            { class: "quiet" },
            t(
              "The champion looks at every choice you had, twice: once for what would have been better, once for by how much. A point is an opponent beaten.",
            ),
          ),
        ),
        games.length === 0 &&
          h("p", { class: "sheet pad" }, t("No finished game of this kind is kept in this browser.")),
        todo.length > 0 && this.#lookButton(todo),
        this.progress,
        this.problem,
        costs.games > 0 && this.#summary(costs),
        costs.games > 0 && this.#kinds(costs),
        costs.games > 0 && this.#situations(costs),
      ),
    );
  }

  /** @param {StoredGame[]} todo */
  #lookButton(todo) {
    const number = Math.min(todo.length, AT_ONCE);
    const button = h(
      "button",
      { type: "button", class: "primary", "data-test": "coach", disabled: this.#looking },
      number === 1 ? t("Look at one game") : t("Look at {number} games", { number }),
    );
    button.addEventListener("click", () => void this.#look(todo.slice(0, AT_ONCE)));
    return h("div", { class: "keeping" }, button);
  }

  /** Evaluates games one after the other, and stores each result as soon as it is there. @param {StoredGame[]} games */
  async #look(games) {
    this.#looking = true;
    this.problem.textContent = "";
    try {
      for (const [index, game] of games.entries()) {
        const looked = await this.#lookAt(game, index, games.length);
        await storeLooked(game.id, looked);
        await this.draw();
        if (this.signal.aborted) return;
      }
    } catch (error) {
      if (!this.signal.aborted && !isAborted(error)) this.problem.textContent = errorText(error);
    }
    this.#looking = false;
    this.progress.textContent = "";
    await this.draw();
  }

  /**
   * @param {StoredGame} game
   * @param {number} index
   * @param {number} of
   * @returns {Promise<LookedAt[]>}
   */
  async #lookAt(game, index, of) {
    const response = await sendText(`/api/coach?seat=${game.seat}`, game.record, this.signal);
    /** @type {LookedAt[]} */
    const looked = [];
    let isWhole = false;
    await readEvents(response, (event, data) => {
      isWhole ||= event === "end";
      if (event !== "decision") return;
      const { step, situation, manner, better, price, error, done, decisions } = /** @type {CoachedDecision} */ (
        JSON.parse(data)
      );
      looked.push({ step, situation, manner, better, price, error });
      this.progress.textContent = t("Game {game} of {games}: decision {done} of {decisions}", {
        game: index + 1,
        games: of,
        done,
        decisions,
      });
    });
    if (!isWhole) throw new Refusal(t("The server stopped thinking before the end. Try again."), "");
    return looked;
  }

  /** @param {ReturnType<typeof costsOf>} costs */
  #summary({ games, decisions, all }) {
    const told = t("{games} looked at, {decisions} decisions.", { games: gamesWords(games), decisions });
    const sure =
      all && isSure(all)
        ? t("All together cost you {price} points a game.", { price: figure(all) })
        : t("What all of it costs a game cannot be said yet: not enough games.");
    return h("p", { "data-test": "costs-summary" }, `${told} ${sure}`);
  }

  /** @param {ReturnType<typeof costsOf>} costs */
  #kinds({ kinds }) {
    const sure = kinds.filter(isSure);
    const unsure = kinds.filter((kind) => !isSure(kind));
    return h(
      "section",
      { class: "sheet pad stack" },
      h("h2", {}, t("By kinds of choices, the dearest first")),
      sure.length > 0 &&
        h(
          "ul",
          { class: "kinds", "data-test": "kinds" },
          sure.map((kind) => this.#kind(kind)),
        ),
      sure.length === 0 && h("p", {}, t("Not enough games yet to say what costs you points.")),
      unsure.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, t("Not enough games yet to say anything about these")),
          h(
            "ul",
            { class: "kinds", "data-test": "unsure-kinds" },
            unsure.map((kind) => this.#kind(kind)),
          ),
        ),
    );
  }

  /** @param {ReturnType<typeof costsOf>} costs */
  #situations({ situations }) {
    return h(
      "section",
      { class: "sheet pad" },
      h("h2", {}, t("By situations")),
      h(
        "div",
        { class: "wide" },
        h(
          "table",
          { class: "figures" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { class: "words", scope: "col" }, t("Situation")),
              h("th", { scope: "col" }, t("Decisions")),
              h("th", { scope: "col" }, t("Nothing better found")),
              h("th", { scope: "col" }, t("Points lost a game")),
            ),
          ),
          h(
            "tbody",
            {},
            situations.map((situation) =>
              h(
                "tr",
                {},
                h("td", { class: "words" }, this.#called(situation.name)),
                h("td", {}, String(situation.decisions)),
                h("td", {}, String(situation.agreed)),
                h("td", {}, isSure(situation) ? figure(situation) : t("not enough games yet")),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {CostOfKind} kind */
  #kind(kind) {
    const title = this.#called(kind.manner);
    const times = kind.times === 1 ? t("once") : t("{times} times", { times: kind.times });
    const price = figure(kind);
    const cost = !isSure(kind)
      ? t("not enough games yet")
      : kind.times === 1
        ? t("cost you {price} points", { price })
        : t("costs you {price} points a time", { price });
    const instead = kind.instead
      .slice(0, EXAMPLES)
      .map(([name, number]) => (number === 1 ? this.#called(name) : `${this.#called(name)} (${number})`));
    return h(
      "li",
      {},
      h(
        "p",
        {},
        h("b", {}, kind.isRight ? t("{habit}, with the wrong cards", { habit: title }) : title),
        `: ${times}, ${cost}`,
      ),
      !kind.isRight && h("p", { class: "small quiet" }, t("Better: {what}", { what: instead.join(" · ") })),
      h(
        "p",
        { class: "small" },
        `${t("Look at")} `,
        kind.examples
          .slice(0, EXAMPLES)
          .map((example, index) => [
            index > 0 && " · ",
            h(
              "a",
              { href: `/replay/table/${example.id}?seat=${example.seat}&step=${example.step}&look=here` },
              t("step {step}: {price}", { step: example.step, price: figure(example) }),
            ),
          ])
          .flat(),
      ),
    );
  }

  /** @param {string} name */
  #called(name) {
    return this.words.get(name) ?? name;
  }
}

/** Formats a price and its error with the significant digits. @param {{ price: number, error: number }} cost */
function figure({ price, error }) {
  return `${numeral(price, 2)} ± ${numeral(Math.max(0.01, error), 2)}`;
}
