// The mistakes of a game: buttons from one to the next, and marks on the cards.

import { cardFront } from "../cards/cards.js";
import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { isolated } from "../shell/names.js";
import { isMistake } from "./evaluation.js";

/**
 * @typedef {import("../types.d.ts").Reconsidered} Reconsidered
 * @typedef {import("../types.d.ts").ReplayStep} ReplayStep
 */

/** Mistakes in order, of one seat or of all. @param {Reconsidered[]} decisions @param {number | null} seat */
export function mistakesOf(decisions, seat) {
  return decisions
    .filter((decision) => isMistake(decision) && (seat === null || decision.seat === seat))
    .sort((a, b) => a.step - b.step);
}

/** The decision that cost a seat most. @param {Reconsidered[]} decisions @param {number | null} seat */
export function costliest(decisions, seat) {
  return mistakesOf(decisions, seat).reduce(
    (worst, one) => (worst && worst.lost >= one.lost ? worst : one),
    /** @type {Reconsidered | null} */ (null),
  );
}

/** Buttons that lead from mistake to mistake. @param {(to: number) => void} show */
export function mistakeSteps(show) {
  const make = (
    /** @type {string} */ words,
    /** @type {Parameters<typeof icon>[0]} */ sign,
    /** @type {string} */ test,
  ) =>
    h(
      "button",
      { type: "button", class: "icon slip-step", "aria-label": words, title: words, "data-test": test },
      icon(sign),
    );
  const first = make(t("To the first mistake"), "first", "first-mistake");
  const previous = make(t("To the previous mistake (p)"), "back", "previous-mistake");
  const next = make(t("To the next mistake (n)"), "on", "next-mistake");
  const count = h("span", { class: "small slip-count" });
  const element = h("div", { class: "slip-steps", hidden: true }, first, previous, count, next);
  /** @type {Reconsidered[]} */
  let mistakes = [];
  let now = 0;

  const to = (/** @type {Reconsidered | undefined} */ mistake) => mistake && show(mistake.step);
  const steps = {
    element,
    /**
     * Draws the buttons.
     * @param {Reconsidered[]} found
     * @param {number} at
     * @param {boolean} looking whether more may be found
     */
    draw(found, at, looking) {
      [mistakes, now] = [found, at];
      const place = found.findIndex(({ step }) => step === at);
      count.textContent =
        found.length === 0
          ? looking
            ? t("no mistake so far")
            : t("no mistake found")
          : place >= 0
            ? t("mistake {number} of {count}", { number: place + 1, count: found.length })
            : found.length === 1
              ? t("1 mistake")
              : t("{count} mistakes", { count: found.length });
      first.disabled = found.length === 0 || place === 0;
      previous.disabled = !found.some(({ step }) => step < at);
      next.disabled = !found.some(({ step }) => step > at);
    },
    next: () => to(mistakes.find(({ step }) => step > now)),
    previous: () => to(mistakes.filter(({ step }) => step < now).pop()),
  };
  first.addEventListener("click", () => to(mistakes[0]));
  previous.addEventListener("click", steps.previous);
  next.addEventListener("click", steps.next);
  return steps;
}

/**
 * Shows the played and the better choice beside the prompt; no name means the reader.
 * @param {HTMLElement} element
 * @param {{ game: string, name: string | null, step: ReplayStep, mistake: Reconsidered | undefined }} about
 */
export function drawMistake(element, { game, name, step, mistake }) {
  element.hidden = !mistake;
  element.replaceChildren();
  if (!mistake) return;
  const cards = (/** @type {{ code: string }[]} */ faces) => faces.map(({ code }) => cardFront(game, code));
  const pair = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {{ code: string }[]} */ faces) =>
    faces.length > 0 &&
    h("span", { class: `slip-cards ${kind}`, "aria-hidden": "true" }, h("small", {}, label), ...cards(faces));
  element.append(
    h(
      "p",
      {},
      h("span", { class: "mistake", "aria-hidden": "true" }, "?! "),
      h("b", {}, name === null ? t("A mistake of yours.") : t("A mistake of {name}.", { name: isolated(name) })),
      ` ${mistake.words}`,
    ),
    h("div", { class: "slip-pairs" }, pair(t("done"), "done", step.cards), pair(t("better"), "better", mistake.better)),
  );
}

/**
 * Marks the played cards on the table, and better cards still in the hand.
 * @param {HTMLElement} table
 * @param {ReplayStep} step
 * @param {Reconsidered | undefined} mistake
 */
export function markCards(table, step, mistake) {
  for (const marked of table.querySelectorAll(".card.better, .card.slipped"))
    marked.classList.remove("better", "slipped");
  if (!mistake) return;
  const keyed = (/** @type {{ code: string }} */ { code }) =>
    Array.from(
      table.querySelectorAll(`[data-key="card-${CSS.escape(code)}"], [data-key^="card-${CSS.escape(code)}-"]`),
    );
  const held = `.place[data-seat="${mistake.seat}"] .holding`;
  mark(mistake.better, "better", (card) => card.closest(held) !== null);
  mark(step.cards, "slipped", (card) => card.closest(".holding") === null);

  /** @param {{ code: string }[]} faces @param {string} kind @param {(card: Element) => boolean} fits */
  function mark(faces, kind, fits) {
    for (const face of faces)
      keyed(face)
        .find((card) => fits(card) && !card.classList.contains(kind))
        ?.classList.add(kind);
  }
}
