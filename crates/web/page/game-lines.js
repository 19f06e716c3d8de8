// Kept games as lines of a list, wherever they are listed.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { countBetween, endWords, opponentsWords, placeOf } from "./standing.js";
import { language, t } from "./words.js";

/** @typedef {import("./kept-games.js").KeptGame} KeptGame */

/** When something was, as one reads it. @param {number} when */
function whenWords(when) {
  return new Date(when).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/** Strangers' names never turn the words around them. @param {string} words */
const apart = (words) => h("bdi", {}, words);

/**
 * @param {KeptGame} game
 * @param {(game: KeptGame) => void} forget
 */
function forgetButton(game, forget) {
  const words = t("Forget this game of {game}", { game: game.title });
  return h(
    "button",
    {
      type: "button",
      class: "plain icon",
      "aria-label": words,
      title: t("Forget"),
      "data-test": "forget-game",
      onclick: () => forget(game),
    },
    icon("close"),
  );
}

/**
 * A game that is not over.
 * @param {KeptGame} game
 * @param {(game: KeptGame) => void} [forget]
 */
export function unfinishedLine(game, forget) {
  const against = opponentsWords(game);
  return h(
    "li",
    { class: "line", "data-test": "unfinished-game", "data-game": game.id },
    h(
      "div",
      {},
      h("strong", {}, game.title),
      against !== "" && h("p", { class: "small" }, t("against"), " ", apart(against)),
      h("p", { class: "small quiet" }, whenWords(game.when)),
    ),
    h(
      "div",
      { class: "line-acts" },
      h("a", { class: "button primary", href: `/table/${game.id}` }, t("Go on")),
      forget && forgetButton(game, forget),
    ),
  );
}

/**
 * A game that is over: how it ended, against whom, when.
 * @param {KeptGame} game
 * @param {(game: KeptGame) => void} [forget]
 */
export function finishedLine(game, forget) {
  // What was counted: between two as both have it, at a larger table one's own.
  const own = countBetween(game.result, game.seat) || (game.result.find(({ seat }) => seat === game.seat)?.words ?? "");
  const against = opponentsWords(game);
  const place = placeOf(game);
  return h(
    "li",
    { class: "line", "data-test": "finished-game", "data-game": game.id },
    h(
      "div",
      {},
      h(
        "p",
        {},
        h("strong", {}, game.title),
        ": ",
        h("span", { class: "end-words", "data-won": place === 1 }, endWords(game)),
        own !== "" && h("span", {}, `, ${own}`),
      ),
      game.why && h("p", { class: "small" }, apart(game.why)),
      against !== "" && h("p", { class: "small" }, t("against"), " ", apart(against)),
      h("p", { class: "small quiet" }, [whenWords(game.when), ...noteWords(game)].join(" · ")),
    ),
    h(
      "div",
      { class: "line-acts" },
      h("a", { class: "button", href: replayAddress(game) }, t("Replay")),
      forget && forgetButton(game, forget),
    ),
  );
}

/** Through one's own eyes, if it is known which they were. @param {KeptGame} game */
function replayAddress({ id, seat }) {
  return `/replay/table/${id}${seat === null ? "" : `?seat=${seat}`}`;
}

/** What makes a game different from others. @param {KeptGame} game */
function noteWords({ kind, takenBack }) {
  const kinds = /** @type {Record<string, string>} */ ({ daily: t("daily deal"), guided: t("guided game") });
  return [
    ...(kind === "table" ? [] : [kinds[kind] ?? kind]),
    ...(takenBack === 0
      ? []
      : [takenBack === 1 ? t("one move taken back") : t("{number} moves taken back", { number: takenBack })]),
  ];
}
