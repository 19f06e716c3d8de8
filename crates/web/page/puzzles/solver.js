// The puzzle solver of this browser: a secret token, and ratings and streaks.

import { recall, remember } from "../shell/settings.js";

/**
 * @typedef {{ rating: number, deviation: number, tries: number, solved: number, streak: number, best: number }} Skill
 */

const SOLVER = "cardsharp.solver";
const SKILLS = "cardsharp.puzzles";

/** The secret by which the server counts a solver's first answers and daily games. */
export function solverToken() {
  const kept = recall(SOLVER, "");
  if (/^[0-9a-z]{32}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(SOLVER, token);
  return token;
}

/** Returns the solver's rating at a game. @param {string} game @returns {Skill} */
export function skillAt(game) {
  const usual = { rating: 1300, deviation: 250, tries: 0, solved: 0, streak: 0, best: 0 };
  const kept = recall(SKILLS, /** @type {Record<string, Partial<Skill>>} */ ({}))[game] ?? {};
  return { ...usual, ...kept };
}

/**
 * Stores the rating after an answer. @param {string} game
 * @param {boolean} right
 * @param {{ rating: number, deviation: number }} rating
 */
export function storeSkill(game, right, { rating, deviation }) {
  const before = skillAt(game);
  const streak = right ? before.streak + 1 : 0;
  const skill = {
    rating,
    deviation,
    tries: before.tries + 1,
    solved: before.solved + (right ? 1 : 0),
    streak,
    best: Math.max(before.best, streak),
  };
  remember(SKILLS, { ...recall(SKILLS, {}), [game]: skill });
  return skill;
}
