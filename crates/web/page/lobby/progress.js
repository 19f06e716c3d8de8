// The player's progress in each game, stored in this browser: finished games, and opponents beaten.

import { recall, remember } from "../shell/settings.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").NewTable} NewTable
 * @typedef {import("../types.d.ts").View} View
 */

/**
 * @typedef {object} Progress
 * @property {boolean} known the player says that they know the game
 * @property {string[]} finished the newest tables played to the end
 * @property {Record<string, string>} against tables and the spec of the opponent, if all have the same
 * @property {Record<string, number>} wins by spec
 * @property {string[]} declined specs the player did not want to try
 */

/** Tables remembered, so that none is counted twice. */
const REMEMBERED = 40;
/** Wins after which the next level is offered. */
const ENOUGH_WINS = 2;

/** @param {string} game @returns {Progress} */
function progressOf(game) {
  /** @type {Progress} */
  const none = { known: false, finished: [], against: {}, wins: {}, declined: [] };
  return { ...none, ...recall(`cardsharp.progress.${game}`, {}) };
}

/** @param {string} game @param {Partial<Progress>} changes */
function keepProgress(game, changes) {
  remember(`cardsharp.progress.${game}`, { ...progressOf(game), ...changes });
}

/** Returns true if the player has never finished this game, nor said that they know it. @param {string} game */
export function isNewcomer(game) {
  const { known, finished } = progressOf(game);
  return !known && finished.length === 0;
}

/** @param {string} game */
export function markKnown(game) {
  keepProgress(game, { known: true });
}

/** Records the opponents of a new table. @param {string} id @param {NewTable} wish */
export function noteOpponents(id, { game, seats = [] }) {
  const others = seats.flatMap((seat) => (seat.kind === "player" ? [seat.spec] : []));
  if (others.length !== seats.length - 1 || new Set(others).size !== 1) return;
  const newest = Object.entries(progressOf(game).against).slice(1 - REMEMBERED);
  keepProgress(game, { against: Object.fromEntries([...newest, [id, others[0]]]) });
}

/** Counts a finished game once. @param {View} view */
export function noteFinished(view) {
  const { finished, against, wins } = progressOf(view.game);
  if (view.seat === null || !view.over || finished.includes(view.id)) return;
  const spec = against[view.id];
  const won = view.result?.some(({ seat, place }) => seat === view.seat && place === 1) ?? false;
  keepProgress(view.game, {
    finished: [...finished, view.id].slice(-REMEMBERED),
    wins: spec && won ? { ...wins, [spec]: (wins[spec] ?? 0) + 1 } : wins,
  });
}

/**
 * Returns the next stronger bot, if the player has won often enough and has not declined it.
 * @param {GameInfo} game
 * @param {string} spec the current opponent
 */
export function nextLevel(game, spec) {
  const { wins, declined } = progressOf(game.name);
  const place = game.strengths.findIndex((known) => known.spec === spec);
  const next = place < 0 ? undefined : game.strengths[place + 1];
  return next && (wins[spec] ?? 0) >= ENOUGH_WINS && !declined.includes(next.spec) ? next : null;
}

/** @param {string} game @param {string} spec */
export function declineLevel(game, spec) {
  keepProgress(game, { declined: [...progressOf(game).declined, spec] });
}
