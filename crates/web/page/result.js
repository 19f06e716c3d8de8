// The end of a game: who came where, and what to do next.

import { go } from "./address.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { send, wordsOf } from "./net.js";

/** @typedef {import("./types.d.ts").View} View */

const LIST = new Intl.ListFormat("en");
const PLACES = ["first", "second", "third", "fourth"];

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
        h("span", { class: "place-number", "aria-label": PLACES[place - 1] ?? "" }, String(place)),
        h("span", { class: "result-name" }, seat === view.seat ? "You" : view.sitters[seat].name),
        h("span", { class: "result-words" }, words),
      ),
    ),
  );
}

/** What one says first. @param {View} view */
function verdict(view) {
  const winners = (view.result ?? []).filter(({ place }) => place === 1);
  if (winners.length > 1 && winners.length === view.result?.length) return "A draw";
  const mine = winners.some(({ seat }) => seat === view.seat);
  if (mine) return winners.length > 1 ? "You share the win" : "You win";
  const names = winners.map(({ seat }) => view.sitters[seat].name);
  return names.length > 1 ? `${LIST.format(names)} share the win` : `${names[0] ?? "Nobody"} wins`;
}

/**
 * @param {View} view
 * @param {HTMLElement} problem
 */
function nextActs(view, problem) {
  const again = h(
    "button",
    { type: "button", class: "primary", "data-test": "again" },
    view.next ? "Join the next game" : "Play again",
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
    h("a", { class: "button", href: "/" }, "Lobby"),
    h("a", { class: "button", href: `/replay/table/${view.id}`, "data-test": "to-replay" }, "Replay"),
    ...(view.seat === null ? [] : [again]),
  ];
}

/** Shows the end once, over the table. @param {View} view */
export function openResult(view) {
  const problem = h("p", { class: "problem small", role: "alert" });
  openDialog(verdict(view), [resultList(view), problem], { test: "result-dialog", acts: nextActs(view, problem) });
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
    resultList(view),
    h("div", { class: "acts" }, nextActs(view, problem)),
    problem,
  );
}
