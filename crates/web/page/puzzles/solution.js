// The solution of a puzzle: right or wrong, the reasons, the values of all choices, and the new rating.

import { cardName } from "../cards/cards.js";
import { openRecord } from "../replay/source.js";
import { go } from "../shell/address.js";
import { h } from "../shell/dom.js";
import { numeral, t } from "../shell/language.js";
import { errorText, send } from "../shell/net.js";

/**
 * @typedef {import("../types.d.ts").PuzzleView} PuzzleView
 * @typedef {import("../types.d.ts").PuzzleSolution} PuzzleSolution
 * @typedef {import("../types.d.ts").ToldWorth} ToldWorth
 */

/** Choices listed. */
const LISTED = 8;

/**
 * Formats a choice's value: games won of a hundred between two, points by place among more.
 * @param {number} value
 * @param {number} most
 */
function worthWords(value, most) {
  return most === 1
    ? t("{number} of 100 games won", { number: Math.round(100 * value) })
    : t("{number} of {most} points by place", { number: numeral(most * value, 1), most });
}

/** Formats a loss with its error. @param {ToldWorth} worth @param {number} most */
function costWords({ cost, error }, most) {
  return most === 1
    ? t("{cost} ± {error} wins in 100", { cost: numeral(100 * cost, 1), error: numeral(Math.max(0.1, 100 * error), 1) })
    : t("{cost} ± {error} points by place", {
        cost: numeral(most * cost, 2),
        error: numeral(Math.max(0.01, most * error), 2),
      });
}

/**
 * The sentences about a choice.
 * @param {PuzzleSolution} solution
 * @param {string | undefined} action the played action
 */
function playWords(solution, action) {
  const { worths, most, reasons } = solution;
  const [best] = worths;
  const chosen = worths.find((worth) => worth.action === action);
  const against = solution.against === null ? undefined : worths[solution.against];
  const said = [];
  if (solution.right && chosen && chosen !== best)
    said.push(t("As good as the champion's choice, as far as can be told: {best}.", { best: best.words }));
  else said.push(t("{best}: about {worth}.", { best: best.words, worth: worthWords(best.value, most) }));
  if (against) {
    const cost = costWords(against, most);
    said.push(
      solution.right
        ? t("Another choice, {other}, costs {cost}.", { other: against.words, cost })
        : t("Your choice, {other}, costs {cost}.", { other: against.words, cost }),
    );
    if (best.manner !== against.manner)
      said.push(t("The champion’s way: {manner}. The other: {other}.", { manner: best.manner, other: against.manner }));
    for (const reason of reasons)
      said.push(
        t("{figure}: {best} with the champion's choice, {other} with the other.", {
          // Some languages end the reason with a colon, which only fits before a value.
          figure: reason.words.replace(/\s*:$/, ""),
          best: reason.best,
          other: reason.other,
        }),
      );
  }
  return said;
}

/**
 * @param {string} name
 * @param {string} figure
 * @param {number} part
 * @param {{ right: boolean, chosen: boolean }} how
 */
function answerRow(name, figure, part, { right, chosen }) {
  const fill = h("span", { class: "bar-fill" });
  fill.style.width = `${Math.round(100 * Math.min(1, Math.max(0, part)))}%`;
  return h(
    "li",
    { class: right ? "best" : "", "data-right": right },
    h("span", {}, `${right ? "✓ " : ""}${name}${chosen ? ` (${t("your answer")})` : ""}`),
    h("span", { class: "advice-figure" }, figure),
    h("span", { class: "bar-track", "aria-hidden": "true" }, fill),
  );
}

/**
 * @param {PuzzleView} puzzle
 * @param {PuzzleSolution} solution
 * @param {{ action?: string, option?: number }} answer
 */
function rowsOf(puzzle, solution, answer) {
  if (puzzle.asked === "play")
    return solution.worths.slice(0, LISTED).map((worth) =>
      answerRow(worth.words, worthWords(worth.value, solution.most), worth.value, {
        right: worth.right,
        chosen: worth.action === answer.action,
      }),
    );
  return solution.chances.map(({ chance, error, right }, number) => {
    const { code, place } = puzzle.options[number];
    const name = puzzle.asked === "card" ? cardName(puzzle.game, { code, spoken: "" }) : place;
    const figure = t("{chance} ± {error} in 100", {
      chance: Math.round(100 * chance),
      error: Math.max(1, Math.round(100 * error)),
    });
    return answerRow(name, figure, chance, { right, chosen: number === answer.option });
  });
}

/** @param {PuzzleSolution} solution @param {{ before: number, skill: import("./solver.js").Skill }} how */
function ratingWords({ counted, puzzle, tries, solved }, { before, skill }) {
  const change = Math.round(skill.rating) - Math.round(before);
  const own = t("Your rating: {rating} ± {error}", {
    rating: Math.round(skill.rating),
    error: Math.round(skill.deviation),
  });
  const reason = {
    yes: t("{change} by this answer, streak {streak}", {
      change: `${change < 0 ? "−" : "+"}${Math.abs(change)}`,
      streak: skill.streak,
    }),
    before: t("only the first answer counts"),
    many: t("so many answers came from your address today that this one does not count"),
    nobody: "",
  }[counted];
  const rating = Math.round(puzzle.rating);
  const error = Math.round(puzzle.deviation);
  return [
    reason ? `${own} (${reason}).` : `${own}.`,
    tries > 0
      ? t("This puzzle is rated {rating} ± {error}; {solved} of {tries} solved it.", { rating, error, solved, tries })
      : t("This puzzle is rated {rating} ± {error}; nobody else has tried it.", { rating, error }),
  ];
}

/**
 * Draws the solution and returns its heading for the focus.
 * @param {HTMLElement} side
 * @param {PuzzleView} puzzle
 * @param {PuzzleSolution} solution
 * @param {{ action?: string, option?: number }} answer
 * @param {{ before: number, skill: import("./solver.js").Skill }} how
 * @param {string} path
 */
export function drawSolution(side, puzzle, solution, answer, how, path) {
  const heading = h(
    "h2",
    { tabindex: -1, class: solution.right ? "right" : "wrong", "data-test": "verdict" },
    solution.right ? t("Right!") : t("Not the best."),
  );
  const problem = h("p", { class: "problem small", role: "alert" });
  const line = h("button", { type: "button", "data-test": "champions-line" }, t("Play it on with champions"));
  line.addEventListener("click", async () => {
    line.disabled = true;
    problem.textContent = "";
    try {
      const { record } = /** @type {{ record: string }} */ (await send(`${path}/line`, { receipt: solution.receipt }));
      openRecord(record);
    } catch (error) {
      problem.textContent = errorText(error);
      line.disabled = false;
    }
  });
  const next = h("button", { type: "button", class: "primary", "data-test": "next-puzzle" }, t("Next puzzle"));
  next.addEventListener("click", () => go(`/puzzles/${puzzle.game}`));
  const luck =
    solution.was_so === null
      ? []
      : [
          solution.was_so
            ? t("In this game the likeliest was so.")
            : t("In this game it was otherwise. Right is the likeliest, however the cards lay."),
          t("Of all {count} such questions of this game the likeliest was so in {share} of 100.", {
            count: solution.questions,
            share: Math.round((100 * solution.were_so) / Math.max(1, solution.questions)),
          }),
        ];
  side.replaceChildren(
    heading,
    ...(puzzle.asked === "play" ? playWords(solution, answer.action) : luck).map((words) => h("p", {}, words)),
    h("div", { class: "acts" }, next, line),
    problem,
    ...ratingWords(solution, how).map((words) => h("p", { class: "small quiet" }, words)),
    h("ol", { class: "advice", "data-test": "chances" }, rowsOf(puzzle, solution, answer)),
  );
  return heading;
}
