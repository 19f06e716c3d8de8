// The rules: first in pictures, then in full.

import { cardBack, cardFront, cardName, movesOf } from "../cards/cards.js";
import { goBack } from "../shell/address.js";
import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { get } from "../shell/net.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").Lesson} Lesson
 * @typedef {import("../types.d.ts").Rules} Rules
 */

/** @param {string} game @param {Lesson} lesson */
export function lessonPicture(game, { shown, caption }) {
  const pieces = shown.map((part) => {
    if ("sign" in part) return h("span", { class: "lesson-word" }, part.sign);
    const code = part.card;
    const drawn = code === null ? cardBack() : cardFront(game, code);
    const name = code === null ? t("a card face down") : cardName(game, { code, spoken: "" });
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", name);
    return drawn;
  });
  return h(
    "li",
    {},
    h("figure", { class: "lesson" }, h("div", { class: "lesson-felt" }, pieces), h("figcaption", {}, caption)),
  );
}

/** @param {Rules} rules */
export function fullRules(rules) {
  const full = h("article", { class: "prose sheet pad" });
  // The server lets only text, tables and headings through.
  full.innerHTML = rules.html;
  full.querySelector("h1")?.remove();
  return full;
}

/** @type {import("../app.js").Page} */
export async function rulesPage(main, signal, [asked]) {
  const games = /** @type {GameInfo[]} */ (await get("/api/games", signal));
  const name = asked || games[0].name;
  const rules = /** @type {Rules} */ (await get(`/api/games/${encodeURIComponent(name)}/rules`, signal));
  const moves = movesOf(name);
  document.title = t("{game}: the rules · cardsharp", { game: rules.title });
  main.replaceChildren(
    h(
      "nav",
      { class: "tabs", "aria-label": t("Games") },
      games.map((game) =>
        h("a", { href: `/rules/${game.name}`, "aria-current": game.name === name && "page" }, game.title),
      ),
    ),
    h(
      "div",
      { class: "rules-head" },
      h("h1", {}, rules.title),
      h("button", { type: "button", "data-test": "back", onclick: goBack }, icon("back"), t("Back")),
    ),
    h(
      "ol",
      { class: "lessons" },
      rules.lessons.map((lesson) => lessonPicture(name, lesson)),
    ),
    ...(moves ? [h("h2", { class: "rules-full" }, t("What you may play")), moves] : []),
    h("h2", { class: "rules-full" }, t("In full")),
    fullRules(rules),
  );
}
