// The end of a game: who came where, and what to do next.

import { go } from "./address.js";
import { openDialog } from "./dialog.js";
import { announce, h } from "./dom.js";
import { bdi, isolated } from "./names.js";
import { send, tellProblem } from "./net.js";
import { guidedActs, lastWords } from "./newcomer.js";
import { anotherGame, endNotes, scoreAfter } from "./series.js";
import { language, t } from "./words.js";

/** @typedef {import("./types.d.ts").View} View */

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

/** Why it ended so, by the rules. @param {View} view */
function whyLine(view) {
  return h("p", { class: "why", "data-test": "why", hidden: !view.why }, view.why);
}

/** What one says first. @param {View} view */
function verdict(view) {
  const winners = (view.result ?? []).filter(({ place }) => place === 1);
  if (winners.length > 1 && winners.length === view.result?.length) return t("A draw");
  const mine = winners.some(({ seat }) => seat === view.seat);
  if (mine) return winners.length > 1 ? t("You share the win") : t("You win");
  const names = winners.map(({ seat }) => isolated(view.sitters[seat].name));
  return names.length > 1
    ? t("{names} share the win", { names: listOf(names) })
    : t("{name} wins", { name: names[0] ?? t("Nobody") });
}

/**
 * @param {View} view
 * @param {HTMLElement} problem
 */
function nextActs(view, problem) {
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
      tellProblem(problem, error);
      again.disabled = false;
    }
  });
  return [
    ...(view.seat === null || view.guided ? [] : another.fields),
    h("a", { class: "button", href: "/" }, t("Lobby")),
    ...(view.daily ? [h("a", { class: "button", href: "/daily", "data-test": "to-daily" }, t("Compare"))] : []),
    h("a", { class: "button", href: `/replay/table/${view.id}`, "data-test": "to-replay" }, t("Replay")),
    ...(view.seat === null ? [] : [decidedLink(view.id, view.seat)]),
    ...(view.seat === null ? [] : view.guided ? guidedActs(view, problem) : [again]),
  ];
}

/**
 * To the decision that cost one most.
 * @param {string} id
 * @param {number} seat
 */
function decidedLink(id, seat) {
  const href = `/replay/table/${id}?seat=${seat}&look=decided`;
  return h("a", { class: "button", href, "data-test": "to-decided" }, t("Look at what decided it"));
}

/** The end that is shown over the table, and what changes in it. @type {{ id: string, next: (view: View) => void } | null} */
let shownEnd = null;

/** Shows the end once, over the table. @param {View} view */
export function openResult(view) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const reason = (view.guided && lastWords(view)) || whyLine(view);
  const content = [reason, resultList(view), ...endNotes(view), ...scoreAfter(view), problem];
  const dialog = openDialog(verdict(view), content, {
    test: "result-dialog",
    acts: nextActs(view, problem),
    after: () => document.querySelector("[data-test=result]") ?? document,
  });
  let next = view.next;
  const end = {
    id: view.id,
    /** Somebody plays again: whoever still looks at the end can come along. @param {View} newer */
    next: (newer) => {
      const acts = dialog.querySelector(".acts");
      if (newer.next === next || !acts) return;
      next = newer.next;
      const focused = acts.contains(document.activeElement);
      acts.replaceChildren(...nextActs(newer, problem));
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
 * The end as it stays below the table.
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
  element.dataset.test = "result";
  element.replaceChildren(
    h("h2", {}, verdict(view)),
    (view.guided && lastWords(view)) || whyLine(view),
    resultList(view),
    ...endNotes(view),
    ...scoreAfter(view),
    h("div", { class: "acts" }, nextActs(view, problem)),
    problem,
  );
}
