// The end of a game: places, and what to do next.

import { guidedActs, lastWords } from "../lobby/newcomer.js";
import { countBetween } from "../my-games/statistics.js";
import { go } from "../shell/address.js";
import { openDialog } from "../shell/dialog.js";
import { announce, h } from "../shell/dom.js";
import { language, t } from "../shell/language.js";
import { bdi, isolated } from "../shell/names.js";
import { send, showProblem } from "../shell/net.js";
import { anotherGame, endNotes, scoreAfter } from "./match.js";

/** @typedef {import("../types.d.ts").View} View */

/** @param {string[]} names */
const listOf = (names) => new Intl.ListFormat(language()).format(names);
const places = () => [t("first"), t("second"), t("third"), t("fourth")];

/** @param {View} view */
function resultList(view) {
  const result = [...(view.result ?? [])].sort((a, b) => a.place - b.place);
  return h(
    "ol",
    { class: "results" },
    result.map(({ seat, place, words }) =>
      h(
        "li",
        { "data-place": place, "data-me": seat === view.seat },
        h("span", { class: "place-number", "aria-label": places()[place - 1] ?? "" }, String(place)),
        h("span", { class: "result-name" }, seat === view.seat ? t("You") : bdi(view.sitters[seat].name)),
        h("span", { class: "result-words" }, words),
      ),
    ),
  );
}

/** Why the game ended, by the rules. @param {View} view */
function whyLine(view) {
  return h("p", { class: "why", "data-test": "why", hidden: !view.why }, view.why);
}

/** The headline; at a table of two with the count: "You win 11 : 6". @param {View} view */
function verdict(view) {
  const result = view.result ?? [];
  const winners = result.filter(({ place }) => place === 1);
  const between = countBetween(result, winners[0]?.seat ?? null);
  return [who(view, winners), between].filter(Boolean).join(" ");
}

/** @param {View} view @param {{ seat: number }[]} winners */
function who(view, winners) {
  if (winners.length > 1 && winners.length === view.result?.length) return t("A draw");
  const mine = winners.some(({ seat }) => seat === view.seat);
  if (mine) return winners.length > 1 ? t("You share the win") : t("You win");
  const names = winners.map(({ seat }) => isolated(view.sitters[seat].name));
  return names.length > 1
    ? t("{names} share the win", { names: listOf(names) })
    : t("{name} wins", { name: names[0] ?? t("Nobody") });
}

/**
 * Returns the buttons for the next steps.
 * @param {View} view
 * @param {HTMLElement} problem
 * @returns {{ main: HTMLElement[], others: HTMLElement[] }} main buttons in the order of their weight, the last first
 */
function nextActs(view, problem) {
  const others = [
    h("a", { class: "button plainly", href: `/replay/table/${view.id}`, "data-test": "to-replay" }, t("Replay")),
    ...(view.seat === null ? [] : [decidedLink(view, view.seat)]),
    ...(view.daily ? [h("a", { class: "button plainly", href: "/daily", "data-test": "to-daily" }, t("Compare"))] : []),
    h("a", { class: "button plainly", href: "/" }, t("Lobby")),
  ];
  if (view.seat === null) return { main: [], others };
  if (view.guided) return { main: guidedActs(view, problem), others };
  const again = h(
    "button",
    { type: "button", class: "primary", "data-test": "again" },
    view.next ? t("Come along") : t("Play again"),
  );
  const another = anotherGame(view);
  again.addEventListener("click", async () => {
    again.disabled = true;
    try {
      const { id } = /** @type {{ id: string }} */ (await send(`/api/tables/${view.id}/again`, another.wish()));
      go(`/table/${id}`);
    } catch (error) {
      showProblem(problem, error);
      again.disabled = false;
    }
  });
  return { main: [...another.fields, again], others };
}

/**
 * The same as rows of buttons: minor ones first, the main one last, as in a dialog.
 * @param {View} view
 * @param {HTMLElement} problem
 */
function actRows(view, problem) {
  const { main, others } = nextActs(view, problem);
  return [
    h("div", { class: "other-acts" }, others),
    ...(main.length > 0 ? [h("div", { class: "main-acts" }, main)] : []),
  ];
}

/** The link to the most expensive decision, worded for winners or losers. @param {View} view @param {number} seat */
function decidedLink(view, seat) {
  const href = `/replay/table/${view.id}?seat=${seat}&look=decided`;
  const won = view.result?.some((one) => one.seat === seat && one.place === 1);
  const words = won ? t("Did I make a mistake?") : t("What decided it?");
  return h("a", { class: "button plainly", href, "data-test": "to-decided" }, words);
}

/** The end shown over the table, which can still change. @type {{ id: string, next: (view: View) => void } | null} */
let shownEnd = null;

/** @param {View} view */
export function openResult(view) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const reason = (view.guided && lastWords(view)) || whyLine(view);
  const content = [reason, resultList(view), ...endNotes(view), ...scoreAfter(view), problem];
  const dialog = openDialog(verdict(view), content, {
    test: "result-dialog",
    acts: actRows(view, problem),
    after: () => document.querySelector("[data-test=result]") ?? document,
  });
  let next = view.next;
  const end = {
    id: view.id,
    /** Another game begins: the player can join from the end of this one. @param {View} newer */
    next: (newer) => {
      const acts = dialog.querySelector(".acts");
      if (newer.next === next || !acts) return;
      next = newer.next;
      const focused = acts.contains(document.activeElement);
      acts.replaceChildren(...actRows(newer, problem));
      const again = acts.querySelector("[data-test=again]");
      if (focused && again instanceof HTMLElement) again.focus();
      announce(t("The others play again: come along."));
    },
  };
  shownEnd = end;
  dialog.addEventListener("close", () => {
    if (shownEnd === end) shownEnd = null;
  });
}

/**
 * Draws the result below the table in one or two lines; a click opens the dialog.
 * @param {HTMLElement} element
 * @param {View} view
 */
export function drawResult(element, view) {
  element.hidden = !view.over;
  if (shownEnd?.id === view.id) shownEnd.next(view);
  const state = `${view.id} ${view.next ?? ""}`;
  if (!view.over || element.dataset.drawn === state) return;
  element.dataset.drawn = state;
  const problem = h("p", { class: "problem small", role: "alert" });
  const own = view.result?.find(({ seat }) => seat === view.seat);
  const { main, others } = nextActs(view, problem);
  element.dataset.test = "result";
  element.replaceChildren(
    h(
      "div",
      { class: "outcome-words" },
      h("h2", {}, verdict(view)),
      own && own.words !== "" && h("p", { class: "small" }, t("You: {words}", { words: own.words })),
    ),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", class: "plain", "data-test": "whole-result", onclick: () => openResult(view) }, [
        t("Result"),
      ]),
      others[0],
      main.at(-1),
    ),
    problem,
  );
}
