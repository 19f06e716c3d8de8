// The rules in a dialog over the table, while the game goes on.

import { movesOf } from "../cards/cards.js";
import { openDialog } from "../shell/dialog.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { errorText, get } from "../shell/net.js";
import { fullRules, lessonPicture } from "./rules.js";

/**
 * @typedef {import("../types.d.ts").Rules} Rules
 * @typedef {import("../types.d.ts").Taught} Taught
 */

/** @param {{ game: string, title: string }} view @param {Taught[]} told what a teacher has said, the newest last */
export function openRules({ game, title }, told) {
  if (document.querySelector("[data-test=rules-dialog]")) return;
  const content = h("div", { class: "rules-overlay" }, h("p", { class: "quiet" }, t("One moment…")));
  const whole = h("a", { class: "button", href: `/rules/${game}` }, t("As a page of its own"));
  openDialog(t("{game}: the rules", { game: title }), [content], { test: "rules-dialog", acts: [whole] });
  void get(`/api/games/${encodeURIComponent(game)}/rules`)
    .then((rules) => content.replaceChildren(...overlayParts(game, /** @type {Rules} */ (rules), told)))
    .catch((error) => content.replaceChildren(h("p", { class: "problem", role: "alert" }, errorText(error))));
}

/**
 * @param {string} game
 * @param {Rules} rules
 * @param {Taught[]} told
 */
function overlayParts(game, rules, told) {
  const last = told.at(-1);
  const earlier = told.slice(0, -1).reverse();
  const moves = movesOf(game);
  return [
    ...(last
      ? [h("h3", {}, t("What you learnt last")), h("p", { class: "sheet pad", "data-test": "last-lesson" }, last.words)]
      : []),
    ...(earlier.length > 0
      ? [
          h(
            "details",
            {},
            h("summary", {}, t("What you learnt before")),
            h(
              "ul",
              { class: "told" },
              earlier.map(({ words }) => h("li", {}, words)),
            ),
          ),
        ]
      : []),
    h("h3", {}, t("In pictures")),
    h(
      "ol",
      { class: "lessons" },
      rules.lessons.map((lesson) => lessonPicture(game, lesson)),
    ),
    ...(moves ? [h("h3", {}, t("What you may play")), moves] : []),
    h("details", {}, h("summary", {}, t("In full")), fullRules(rules)),
  ];
}
