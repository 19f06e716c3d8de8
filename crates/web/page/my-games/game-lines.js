// Stored games as lines of a list.

import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { language, t } from "../shell/language.js";
import { countBetween, endWords, opponentsWords, placeOf } from "./statistics.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

/** Formats a time for the reader. @param {number} when */
function whenWords(when) {
  return new Date(when).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/** Isolates the direction of text in names. @param {string} words */
const apart = (words) => h("bdi", {}, words);

/** @param {StoredGame} game @param {(game: StoredGame) => void} forget */
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

/** @param {StoredGame} game @param {(game: StoredGame) => void} [forget] */
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
 * The line of a finished game: result, opponents and time.
 * @param {StoredGame} game
 * @param {(game: StoredGame) => void} [forget]
 */
export function finishedLine(game, forget) {
  // The counted points: of both seats at a table of two, else of the own seat.
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

/** The address of a replay through the player's own seat, if it is known. @param {StoredGame} game */
function replayAddress({ id, seat }) {
  return `/replay/table/${id}${seat === null ? "" : `?seat=${seat}`}`;
}

/** Notes on the kind of a game and on moves taken back. @param {StoredGame} game */
function noteWords({ kind, takenBack }) {
  const kinds = /** @type {Record<string, string>} */ ({ daily: t("daily deal"), guided: t("guided game") });
  return [
    ...(kind === "table" ? [] : [kinds[kind] ?? kind]),
    ...(takenBack === 0
      ? []
      : [takenBack === 1 ? t("one move taken back") : t("{number} moves taken back", { number: takenBack })]),
  ];
}
