// How far one has come in each game, in this browser: whether one has ever finished one, and whom one has beaten.

import { recall, remember } from "./settings.js";

/**
 * @typedef {import("./types.d.ts").GameInfo} GameInfo
 * @typedef {import("./types.d.ts").NewTable} NewTable
 * @typedef {import("./types.d.ts").View} View
 */

/**
 * @typedef {object} Progress
 * @property {boolean} known one says that one knows the game
 * @property {string[]} finished the newest tables that were played to their end
 * @property {Record<string, string>} against tables and the spec one meets there, where it is one spec
 * @property {Record<string, number>} wins by spec
 * @property {string[]} declined specs one did not want to try
 */

/** So many tables are remembered: enough that none is counted twice. */
const REMEMBERED = 40;
/** So many wins, and the next level is offered. */
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

/** Whether one has never finished a game of this kind, nor said that one knows it. @param {string} game */
export function isNewcomer(game) {
  const { known, finished } = progressOf(game);
  return !known && finished.length === 0;
}

/** One knows this game. @param {string} game */
export function markKnown(game) {
  keepProgress(game, { known: true });
}

/** A table was made: whom one meets there. @param {string} id @param {NewTable} wish */
export function noteOpponents(id, { game, seats = [] }) {
  const others = seats.flatMap((seat) => (seat.kind === "player" ? [seat.spec] : []));
  if (others.length !== seats.length - 1 || new Set(others).size !== 1) return;
  const newest = Object.entries(progressOf(game).against).slice(1 - REMEMBERED);
  keepProgress(game, { against: Object.fromEntries([...newest, [id, others[0]]]) });
}

/** A game is over: counted once, however often one looks at it. @param {View} view */
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
 * The next stronger player, for whoever has won often enough and has not said no.
 * @param {GameInfo} game
 * @param {string} spec whom one plays against now
 */
export function nextLevel(game, spec) {
  const { wins, declined } = progressOf(game.name);
  const place = game.strengths.findIndex((known) => known.spec === spec);
  const next = place < 0 ? undefined : game.strengths[place + 1];
  return next && (wins[spec] ?? 0) >= ENOUGH_WINS && !declined.includes(next.spec) ? next : null;
}

/** Not that one. @param {string} game @param {string} spec */
export function declineLevel(game, spec) {
  keepProgress(game, { declined: [...progressOf(game).declined, spec] });
}
