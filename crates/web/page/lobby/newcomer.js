// The lobby's offers: a guided game for newcomers, and the next level after two wins.

import { storedGames } from "../my-games/game-store.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { ownName } from "../shell/names.js";
import { errorText, get } from "../shell/net.js";
import { openAgainst, openTable, usualOpponent } from "./open-table.js";
import { declineLevel, nextLevel } from "./progress.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").View} View
 */

/** Opens a guided game, which teaches the rules. @param {string} game */
export function openGuided(game) {
  return openTable({ game, guided: true, name: ownName() });
}

/**
 * The button for a guided game; large until the first game is finished.
 * @param {GameInfo} game
 * @param {boolean} large
 * @param {HTMLElement} problem shows errors
 */
export function learnButton(game, large, problem) {
  if (!game.guided) return null;
  const label = large ? t("Learn by playing") : t("Learn");
  const button = h(
    "button",
    {
      type: "button",
      class: large ? "primary learn" : "plain",
      "data-test": `learn-${game.name}`,
      "aria-label": large
        ? t("Learn by playing: {game}", { game: game.title })
        : t("Learn {game} by playing", { game: game.title }),
    },
    label,
  );
  onTry(button, problem, () => openGuided(game.name));
  return button;
}

/** The link to an unfinished guided game. @param {AbortSignal} signal */
export function lessonToResume(signal) {
  const line = h("section", {
    class: "resume sheet",
    hidden: true,
    "aria-label": t("Your lesson"),
    "data-test": "resume",
  });
  void storedGames().then((games) => {
    const [lesson] = games.filter(({ kind, over }) => kind === "guided" && !over);
    if (!lesson || signal.aborted) return;
    line.hidden = false;
    line.replaceChildren(
      h("p", {}, t("Your lesson in {game} is not over yet.", { game: lesson.title })),
      h("a", { class: "button primary", href: `/table/${lesson.id}`, "data-test": "resume-lesson" }, t("Go on")),
    );
  });
  return line;
}

/**
 * Runs an action on click and shows its error.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} problem
 * @param {() => Promise<void>} act
 */
function onTry(button, problem, act) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.textContent = "";
    try {
      await act();
    } catch (error) {
      problem.textContent = errorText(error);
      button.disabled = false;
    }
  });
}

/** @param {View} view */
export function lastWords(view) {
  const end = view.lessons.find(({ kind }) => kind === "end");
  return end ? h("p", { class: "last-words", "data-test": "last-words" }, end.words) : null;
}

/** The buttons after a guided game: repeat it, or play a real one. @param {View} view @param {HTMLElement} problem */
export function guidedActs(view, problem) {
  const again = h("button", { type: "button", "data-test": "learn-again" }, t("Once more"));
  onTry(again, problem, () => openGuided(view.game));
  const real = h("button", { type: "button", class: "primary", "data-test": "real-game" }, t("Play a real game"));
  const found = get("/api/games").then((games) =>
    /** @type {GameInfo[]} */ (games).find(({ name }) => name === view.game),
  );
  onTry(real, problem, async () => {
    const game = await found;
    if (game) await openAgainst(game, usualOpponent(game));
  });
  found
    .then((game) => {
      const level = game?.strengths.find(({ spec }) => spec === usualOpponent(game))?.name;
      if (level) real.textContent = t("Play a real game ({level})", { level });
    })
    // The button shows the error when it is pressed.
    .catch(() => undefined);
  return [again, real];
}

/**
 * Offers the next level after two wins, unless it was declined.
 * @param {GameInfo} game
 * @param {HTMLSelectElement} strength
 */
export function levelOffer(game, strength) {
  const next = nextLevel(game, strength.value);
  if (!next) return null;
  const offer = h("div", { class: "level-offer small", "data-test": `next-level-${game.name}` });
  const yes = h("button", { type: "button", class: "plain" }, t("Yes"));
  yes.addEventListener("click", () => {
    strength.value = next.spec;
    strength.dispatchEvent(new Event("change"));
    offer.remove();
    strength.focus();
  });
  const no = h("button", { type: "button", class: "plain" }, t("Not now"));
  no.addEventListener("click", () => {
    declineLevel(game.name, next.spec);
    offer.remove();
    strength.focus();
  });
  offer.append(h("span", {}, t("You have won twice: try {level}?", { level: next.name })), yes, no);
  return offer;
}
