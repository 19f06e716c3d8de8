// Statistics of finished games: results as shares of opponents beaten, with mean and error, by opponent.

import { t } from "../shell/language.js";
import { isolated } from "../shell/names.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

/** Below this many games no mean is shown. */
export const ENOUGH_GAMES = 3;

/** Returns true if a game counts: it is over, the seat is known, and nothing was taken back. @param {StoredGame} game */
export function counts(game) {
  return game.over && game.kind === "table" && game.takenBack === 0 && placeOf(game) !== null;
}

/** The player's place, from 1. @param {StoredGame} game */
export function placeOf({ seat, result }) {
  return result.find((one) => one.seat === seat)?.place ?? null;
}

/**
 * The share of these seats that the player beat; a tie counts half.
 * @param {StoredGame} game
 * @param {(seat: number) => boolean} [among]
 */
export function shareBeaten({ seat, result }, among = () => true) {
  const mine = result.find((one) => one.seat === seat)?.place ?? 0;
  const others = result.filter((one) => one.seat !== seat && among(one.seat));
  const points = others.map(({ place }) => Number(place > mine) + Number(place === mine) / 2);
  return points.reduce((sum, point) => sum + point, 0) / Math.max(1, others.length);
}

/**
 * Returns a mean and its standard error. Equal results have no spread, but their error is not 0: the error is computed
 * with one more win and one more loss.
 * @param {number[]} shares from 0 to 1
 */
export function meanOf(shares) {
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  const more = [...shares, 0, 1];
  const middle = more.reduce((sum, share) => sum + share, 0) / more.length;
  const spread = more.reduce((sum, share) => sum + (share - middle) ** 2, 0) / (more.length - 1);
  return { mean, error: Math.sqrt(spread / more.length), count: shares.length };
}

/**
 * Formats a mean: "62 ± 8", or that there are too few games.
 * @param {{ mean: number, error: number, count: number }} figure
 */
export function meanWords({ mean, error, count }) {
  if (count < ENOUGH_GAMES) return t("too few games yet");
  return `${Math.round(100 * mean)} ± ${Math.max(1, Math.round(100 * error))}`;
}

/** @param {number} number */
export function gamesWords(number) {
  return number === 1 ? t("1 game") : t("{number} games", { number });
}

/**
 * Results against each opponent, the most frequent first. An opponent at several seats of a game counts once.
 * @param {StoredGame[]} games games that count
 */
export function byOpponent(games) {
  /** @type {Map<string, { who: string, shares: number[] }>} */
  const found = new Map();
  for (const game of games) {
    /** @type {Map<string, number[]>} */
    const seats = new Map();
    game.sitters.forEach((_, seat) => {
      if (seat === game.seat) return;
      const who = opponentName(game, seat);
      seats.set(who, [...(seats.get(who) ?? []), seat]);
    });
    for (const [who, theirs] of seats) {
      const one = found.get(who) ?? { who, shares: [] };
      one.shares.push(shareBeaten(game, (seat) => theirs.includes(seat)));
      found.set(who, one);
    }
  }
  return [...found.values()]
    .map(({ who, shares }) => ({ who, ...meanOf(shares) }))
    .sort((a, b) => b.count - a.count || a.who.localeCompare(b.who));
}

/**
 * The key of an opponent: the strength of a bot, the name of a person or program.
 * @param {StoredGame} game
 * @param {number} seat
 */
function opponentName({ sitters }, seat) {
  const { name, kind, strength } = sitters[seat];
  return kind === "player" && strength ? t("computer: {strength}", { strength }) : isolated(name);
}

/** The opponents of a game as text; bots of the same strength together. @param {StoredGame} game */
export function opponentsWords(game) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  game.sitters.forEach(({ name, kind, strength }, seat) => {
    if (seat === game.seat) return;
    const level = kind === "player" ? strength : "";
    groups.set(level, [...(groups.get(level) ?? []), isolated(name)]);
  });
  return [...groups].map(([level, names]) => (level ? `${names.join(", ")} (${level})` : names.join(", "))).join(" · ");
}

/**
 * The count of a game between two, the own first: "11 : 6"; empty otherwise.
 * @param {{ seat: number, count?: number | null }[]} result
 * @param {number | null} seat
 */
export function countBetween(result, seat) {
  const own = result.find((one) => one.seat === seat)?.count ?? null;
  const other = result.find((one) => one.seat !== seat)?.count ?? null;
  return result.length === 2 && own !== null && other !== null ? `${own} : ${other}` : "";
}

/** Describes how a game ended for the player. @param {StoredGame} game */
export function endWords(game) {
  const place = placeOf(game);
  if (place === null) return t("over");
  const equal = game.result.filter((one) => one.place === place).length;
  if (equal === game.result.length) return t("a draw");
  if (place === 1) return equal > 1 ? t("you shared the win") : t("you won");
  return game.result.length === 2 ? t("you lost") : t("place {place} of {seats}", { place, seats: game.result.length });
}
