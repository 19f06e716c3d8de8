// How one stands: results as shares of opponents beaten, their mean and its error, and who was who.

import { isolated } from "./names.js";
import { t } from "./words.js";

/** @typedef {import("./kept-games.js").KeptGame} KeptGame */

/** Below so many games a mean says nothing. */
export const ENOUGH_GAMES = 3;

/** Whether a game counts in figures: it is over, one's seat is known, nothing was taken back. @param {KeptGame} game */
export function counts(game) {
  return game.over && game.kind === "table" && game.takenBack === 0 && placeOf(game) !== null;
}

/** One's place, from 1. @param {KeptGame} game */
export function placeOf({ seat, result }) {
  return result.find((one) => one.seat === seat)?.place ?? null;
}

/**
 * The share of these seats that one left behind; whoever is equal counts half.
 * @param {KeptGame} game
 * @param {(seat: number) => boolean} [among]
 */
export function beaten({ seat, result }, among = () => true) {
  const mine = result.find((one) => one.seat === seat)?.place ?? 0;
  const others = result.filter((one) => one.seat !== seat && among(one.seat));
  const points = others.map(({ place }) => Number(place > mine) + Number(place === mine) / 2);
  return points.reduce((sum, point) => sum + point, 0) / Math.max(1, others.length);
}

/**
 * A mean and its standard error. Results that are all the same have no spread, and an error of nothing would be a
 * lie: two results that never were, a win and a loss, are added where the error is reckoned.
 * @param {number[]} shares from 0 to 1
 */
export function meanOf(shares) {
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  const more = [...shares, 0, 1];
  const middle = more.reduce((sum, share) => sum + share, 0) / more.length;
  const spread = more.reduce((sum, share) => sum + (share - middle) ** 2, 0) / (more.length - 1);
  return { mean, error: Math.sqrt(spread / more.length), count: shares.length };
}

/** "62 ± 8", or that it is too early to say. @param {{ mean: number, error: number, count: number }} figure */
export function meanWords({ mean, error, count }) {
  if (count < ENOUGH_GAMES) return t("too few games yet");
  return `${Math.round(100 * mean)} ± ${Math.max(1, Math.round(100 * error))}`;
}

/** How many games, in words. @param {number} number */
export function gamesWords(number) {
  return number === 1 ? t("1 game") : t("{number} games", { number });
}

/**
 * Results against each opponent, those met most often first. Who sat at several seats of a game counts once.
 * @param {KeptGame[]} games that count
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
      one.shares.push(beaten(game, (seat) => theirs.includes(seat)));
      found.set(who, one);
    }
  }
  return [...found.values()]
    .map(({ who, shares }) => ({ who, ...meanOf(shares) }))
    .sort((a, b) => b.count - a.count || a.who.localeCompare(b.who));
}

/**
 * What an opponent is counted by: a computer by how strong it is, people and programs by their names.
 * @param {KeptGame} game
 * @param {number} seat
 */
function opponentName({ sitters }, seat) {
  const { name, kind, strength } = sitters[seat];
  return kind === "player" && strength ? t("computer: {strength}", { strength }) : isolated(name);
}

/** Against whom one played, in words: computers of the same strength together. @param {KeptGame} game */
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
 * The count two played for, one's own first: "11 : 6"; nothing at a table of more, or where nothing was counted.
 * @param {{ seat: number, count?: number | null }[]} result
 * @param {number | null} seat
 */
export function countBetween(result, seat) {
  const own = result.find((one) => one.seat === seat)?.count ?? null;
  const other = result.find((one) => one.seat !== seat)?.count ?? null;
  return result.length === 2 && own !== null && other !== null ? `${own} : ${other}` : "";
}

/** How a game ended for oneself. @param {KeptGame} game */
export function endWords(game) {
  const place = placeOf(game);
  if (place === null) return t("over");
  const equal = game.result.filter((one) => one.place === place).length;
  if (equal === game.result.length) return t("a draw");
  if (place === 1) return equal > 1 ? t("you shared the win") : t("you won");
  return game.result.length === 2 ? t("you lost") : t("place {place} of {seats}", { place, seats: game.result.length });
}
