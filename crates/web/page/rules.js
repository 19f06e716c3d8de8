// The rules: first in pictures, then in full as the server tells them.

import { cardBack, cardFront, cardName } from "./cards.js";
import { h } from "./dom.js";
import { LESSONS } from "./lessons.js";
import { movesFigure } from "./moves.js";
import { get } from "./net.js";

/** @typedef {import("./types.d.ts").Game} Game */

/**
 * @param {string} game
 * @param {import("./lessons.js").Lesson} lesson
 */
function picture(game, { cards, caption }) {
  const pieces = cards.map((card) => {
    if (card.startsWith("~")) return h("span", { class: "lesson-word" }, card.slice(1));
    const drawn = card === "#" ? cardBack() : cardFront(game, card);
    drawn.setAttribute("role", "img");
    drawn.setAttribute(
      "aria-label",
      card === "#" ? "a card face down" : cardName(game, { code: card, label: card, note: "", ink: "plain" }),
    );
    return drawn;
  });
  return h(
    "li",
    {},
    h("figure", { class: "lesson" }, h("div", { class: "lesson-felt" }, pieces), h("figcaption", {}, caption)),
  );
}

/** The pictures of a game. @param {string} game */
export function lessons(game) {
  return h(
    "ol",
    { class: "lessons" },
    (LESSONS[game] ?? []).map((lesson) => picture(game, lesson)),
  );
}

/** @type {import("./app.js").Page} */
export async function rulesPage(main, signal, [name = "intensity"]) {
  const games = /** @type {Game[]} */ (await get("/api/games", signal));
  const rules = /** @type {{ title: string, html: string }} */ (
    await get(`/api/games/${encodeURIComponent(name)}/rules`, signal)
  );
  document.title = `${rules.title}: the rules · cardsharp`;
  const full = h("article", { class: "prose sheet pad" });
  full.innerHTML = rules.html;
  full.querySelector("h1")?.remove();
  main.replaceChildren(
    h(
      "nav",
      { class: "tabs", "aria-label": "Games" },
      games.map((game) =>
        h("a", { href: `/rules/${game.name}`, "aria-current": game.name === name && "page" }, game.title),
      ),
    ),
    h("div", { class: "rules-head" }, h("h1", {}, rules.title), h("a", { class: "button primary", href: "/" }, "Play")),
    lessons(name),
    ...(name === "intensity" ? [h("h2", { class: "rules-full" }, "What you may play"), movesFigure()] : []),
    h("h2", { class: "rules-full" }, "In full"),
    full,
  );
}
