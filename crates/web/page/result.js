// The end of a game: who came where, and what to do next.

import { go } from "./address.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { send, wordsOf } from "./net.js";
import { guidedActs, lastWords } from "./newcomer.js";
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
        h("span", { class: "result-name" }, seat === view.seat ? t("You") : view.sitters[seat].name),
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
  const names = winners.map(({ seat }) => view.sitters[seat].name);
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
    view.next ? t("Join the next game") : t("Play again"),
  );
  again.addEventListener("click", async () => {
    again.disabled = true;
    try {
      const { id } = /** @type {{ id: string }} */ (await send(`/api/tables/${view.id}/again`, {}));
      go(`/table/${id}`);
    } catch (error) {
      problem.textContent = wordsOf(error);
      again.disabled = false;
    }
  });
  return [
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

/** Shows the end once, over the table. @param {View} view */
export function openResult(view) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const parts = [whyLine(view), resultList(view), problem];
  if (view.guided) parts[0] = lastWords(view) ?? parts[0];
  openDialog(verdict(view), parts, { test: "result-dialog", acts: nextActs(view, problem) });
}

/**
 * The end as it stays below the table.
 * @param {HTMLElement} element
 * @param {View} view
 */
export function drawResult(element, view) {
  element.hidden = !view.over;
  const state = `${view.id} ${view.next ?? ""}`;
  if (!view.over || element.dataset.drawn === state) return;
  element.dataset.drawn = state;
  const problem = h("p", { class: "problem small", role: "alert" });
  element.dataset.test = "result";
  element.replaceChildren(
    h("h2", {}, verdict(view)),
    (view.guided && lastWords(view)) || whyLine(view),
    resultList(view),
    h("div", { class: "acts" }, nextActs(view, problem)),
    problem,
  );
}
