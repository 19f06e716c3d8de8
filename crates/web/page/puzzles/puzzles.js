// Puzzles: a position on the table, one answer, and its solution.

import { cardFront, cardName } from "../cards/cards.js";
import { copyButton } from "../shell/dialog.js";
import { announce, h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { errorText, get, send } from "../shell/net.js";
import { settings } from "../shell/settings.js";
import { CardTable } from "../table/card-table.js";
import { Chooser } from "../table/chooser.js";
import { listenToKeys } from "../table/keyboard.js";
import { listenToPointers } from "../table/touch.js";
import { drawSolution } from "./solution.js";
import { skillAt, solverToken, storeSkill } from "./solver.js";

/**
 * @typedef {import("../types.d.ts").PuzzleView} PuzzleView
 * @typedef {import("../types.d.ts").PuzzlesOf} PuzzlesOf
 * @typedef {import("../types.d.ts").PuzzleNumber} PuzzleNumber
 * @typedef {import("../types.d.ts").PuzzleSolution} PuzzleSolution
 * @typedef {import("../types.d.ts").View} View
 */

/** @type {import("../app.js").Page} */
export async function puzzlesPage(main, signal, [game, number]) {
  document.title = `${t("Puzzles")} · cardsharp`;
  if (!game) {
    await drawShelf(main, signal);
    return;
  }
  let wanted = number;
  if (!wanted) {
    const next = await nextPuzzle(game, signal);
    wanted = String(next.number);
    window.history.replaceState(null, "", `/puzzles/${encodeURIComponent(game)}/${wanted}`);
  }
  const path = `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(wanted)}`;
  const puzzle = /** @type {PuzzleView} */ (await get(path, signal));
  new Solving(puzzle, path, signal).showIn(main);
}

/** @param {string} game @param {AbortSignal} signal */
async function nextPuzzle(game, signal) {
  const { rating, deviation } = skillAt(game);
  const wish = { token: solverToken(), rating: { rating, deviation } };
  return /** @type {PuzzleNumber} */ (await send(`/api/puzzles/${encodeURIComponent(game)}/next`, wish, { signal }));
}

/** The player's rating at a game, in one line. @param {string} game */
function skillWords(game) {
  const { rating, deviation, tries, solved, streak, best } = skillAt(game);
  if (tries === 0) return t("You have not solved any yet.");
  const parts = [
    t("Your rating: {rating} ± {error}", { rating: Math.round(rating), error: Math.round(deviation) }),
    t("{solved} of {tries} solved", { solved, tries }),
    t("streak {streak}, best {best}", { streak, best }),
  ];
  return parts.join(" · ");
}

/** The list of games that have puzzles. @param {HTMLElement} main @param {AbortSignal} signal */
async function drawShelf(main, signal) {
  const games = /** @type {PuzzlesOf[]} */ (await get("/api/puzzles", signal));
  main.replaceChildren(
    h(
      "section",
      { class: "welcome" },
      h("h1", {}, t("Puzzles")),
      h(
        "p",
        { class: "quiet" },
        t("Positions out of games of champions. One choice is better beyond doubt, or a card is likeliest: find it."),
      ),
    ),
    h(
      "ul",
      { class: "shelf" },
      games.map(({ game, title, puzzles }) =>
        h(
          "li",
          { class: "sheet pad" },
          h("h2", {}, title),
          h("p", { class: "small quiet" }, t("{count} puzzles", { count: puzzles })),
          h("p", { class: "small" }, skillWords(game)),
          h(
            "a",
            {
              class: "button primary",
              href: `/puzzles/${game}`,
              "data-test": `puzzles-${game}`,
              "aria-label": t("Solve puzzles of {game}", { game: title }),
            },
            t("Solve"),
          ),
        ),
      ),
    ),
  );
}

/** @param {PuzzleView} puzzle */
function questionOf(puzzle) {
  const [first] = puzzle.options;
  if (puzzle.asked === "play" || !first) return t("What would you play?");
  if (puzzle.asked === "place") {
    const card = cardName(puzzle.game, { code: first.code, spoken: "" });
    return t("Where is this card most likely: {card}?", { card });
  }
  const name = first.seat === null ? "" : (puzzle.sitters[first.seat]?.name ?? "");
  return first.hand
    ? t("Which of these cards does {name} most likely hold?", { name })
    : t("Which of these cards is most likely here: {place}?", { place: `${first.place} (${name})` });
}

/** One puzzle while it is being solved. */
class Solving {
  table = new CardTable();
  prompt = h("p", { class: "prompt", "data-test": "prompt", role: "status", "aria-live": "polite" });
  play = h("button", { type: "button", class: "primary", "data-test": "play" }, t("Play"));
  undo = h("button", { type: "button", class: "plain", "data-test": "put-back" }, t("Put back"));
  options = h("div", { class: "puzzle-options", role: "group", "data-test": "puzzle-options" });
  side = h("section", { class: "puzzle-side sheet pad", "data-test": "puzzle-side" });
  problem = h("p", { class: "problem small", role: "alert" });
  #answered = false;

  /**
   * @param {PuzzleView} puzzle
   * @param {string} path
   * @param {AbortSignal} signal
   */
  constructor(puzzle, path, signal) {
    this.puzzle = puzzle;
    this.path = path;
    this.signal = signal;
    this.question = questionOf(puzzle);
    this.chooser = new Chooser(
      this.table,
      () => this.drawBar(),
      () => {},
    );
    this.chooser.choicePath = () => `${path}/choice`;
    this.chooser.play = (action) => this.answer({ action });
  }

  /** @param {HTMLElement} main */
  showIn(main) {
    const { puzzle, table, chooser, signal } = this;
    const { game, title, number, puzzles } = puzzle;
    document.title = `${title}: ${t("puzzle {number}", { number })} · cardsharp`;
    table.bar.append(this.prompt, h("div", { class: "bar-acts" }, this.undo, this.play), this.options, this.problem);
    this.side.append(
      h("h2", {}, this.question),
      h(
        "p",
        { class: "small quiet" },
        puzzle.asked === "play"
          ? t("It is your turn. One try counts; what cannot be told from the best is right, too.")
          : t("Right is what is likeliest by all that was done, however the cards lay."),
      ),
      h(
        "ol",
        { class: "log", tabindex: 0, "aria-label": t("What happened") },
        puzzle.log.map((line) => h("li", {}, line.words)),
      ),
    );
    main.replaceChildren(
      h(
        "div",
        { class: "puzzle-page" },
        h(
          "header",
          { class: "table-head" },
          h("h1", {}, t("{game}: puzzle {number} of {count}", { game: title, number, count: puzzles })),
          h("p", { class: "headline" }, puzzle.picture.headline),
          h(
            "div",
            { class: "head-acts" },
            h("a", { class: "button plainly", href: `/rules/${game}` }, t("Rules")),
            copyButton(t("Copy link"), () => `${window.location.origin}/puzzles/${game}/${number}`, "copy-puzzle"),
            h("a", { class: "button plainly", href: "/puzzles" }, t("All puzzles")),
          ),
        ),
        table,
        this.side,
      ),
    );
    this.play.addEventListener("click", () => chooser.action && void chooser.play(chooser.action));
    this.undo.addEventListener("click", () => void chooser.putBack("last"));
    this.drawOptions();
    // A puzzle's scene is that of a table where only the player acts.
    const sitters = puzzle.sitters.map((sitter) =>
      sitter.seat === puzzle.seat ? { ...sitter, name: settings.name || t("Guest") } : sitter,
    );
    const view = {
      ...puzzle,
      sitters,
      id: "",
      version: 0,
      begun: true,
      kibitzer: false,
      listed: false,
      invite: "",
      next: null,
    };
    table.draw({ ...view, hands: [] });
    listenToPointers(table, chooser);
    listenToKeys(table, chooser, signal);
    chooser.see(/** @type {View} */ (/** @type {unknown} */ (view)));
    announce(this.question);
  }

  drawOptions() {
    const { puzzle } = this;
    this.options.hidden = puzzle.asked === "play";
    this.options.setAttribute("aria-label", this.question);
    this.options.replaceChildren(
      ...puzzle.options.map((option, number) => {
        const card = cardName(puzzle.game, { code: option.code, spoken: "" });
        const words = puzzle.asked === "card" ? card : option.place;
        return h(
          "button",
          {
            type: "button",
            "data-test": "puzzle-option",
            "aria-label": words,
            onclick: () => void this.answer({ option: number }),
          },
          puzzle.asked === "card" ? cardFront(puzzle.game, option.code) : h("span", {}, option.place),
        );
      }),
    );
    if (puzzle.asked === "place" && puzzle.options[0])
      this.options.prepend(cardFront(puzzle.game, puzzle.options[0].code));
  }

  drawBar() {
    const { chooser } = this;
    const choosing = chooser.chosen.length > 0;
    const asks = this.puzzle.asked === "play" && !this.#answered;
    this.prompt.textContent =
      chooser.complaint && asks ? chooser.complaint : asks && choosing ? chooser.prompt : this.question;
    this.play.hidden = !asks || !(choosing || chooser.selectsFirst || chooser.pieces.some(({ action }) => !action));
    this.play.disabled = chooser.action === null;
    this.undo.hidden = !asks || !choosing;
  }

  /** @param {{ action?: string, option?: number }} answer */
  async answer(answer) {
    if (this.#answered || this.signal.aborted) return;
    this.#answered = true;
    this.problem.textContent = "";
    const { game } = this.puzzle;
    const { rating, deviation } = skillAt(game);
    try {
      const wish = { ...answer, token: solverToken(), rating: { rating, deviation } };
      const solution = /** @type {PuzzleSolution} */ (
        await send(`${this.path}/answers`, wish, { signal: this.signal })
      );
      const skill = solution.counted === "yes" ? storeSkill(game, solution.right, solution.solver) : skillAt(game);
      this.showSolution(solution, answer, { before: rating, skill });
    } catch (error) {
      this.#answered = false;
      if (!this.signal.aborted) this.problem.textContent = errorText(error);
    }
    this.drawBar();
  }

  /**
   * @param {PuzzleSolution} solution
   * @param {{ action?: string, option?: number }} answer
   * @param {{ before: number, skill: import("./solver.js").Skill }} how
   */
  showSolution(solution, answer, how) {
    const { puzzle, chooser } = this;
    // Nothing more can be played here.
    chooser.see({ .../** @type {View} */ (chooser.view), over: true });
    for (const button of this.options.querySelectorAll("button")) button.disabled = true;
    const heading = drawSolution(this.side, puzzle, solution, answer, how, this.path);
    document.body.dataset.solved = String(solution.right);
    heading.focus();
    heading.scrollIntoView({ block: "nearest" });
  }
}
