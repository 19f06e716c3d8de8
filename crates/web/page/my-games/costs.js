// Costs of a player's choices by kind: how often, the mean cost, and its error.

/**
 * @typedef {import("./game-store.js").StoredGame} StoredGame
 * @typedef {import("./game-store.js").LookedAt} LookedAt
 */

/**
 * Choices of one kind for which the coach found something better.
 * @typedef {object} CostOfKind
 * @property {string} manner the server's name for what the player did
 * @property {boolean} isRight whether the kind was right, and only other cards were better
 * @property {number} times
 * @property {number} price the mean cost of a choice, in points
 * @property {number} error its standard error
 * @property {[string, number][]} instead better kinds and how often, the most frequent first
 * @property {{ id: string, step: number, seat: number, price: number, error: number }[]} examples the most expensive first
 */

/** A price is significant beyond this many standard errors. */
const SURE = 2;

/** Returns true if a price differs significantly from 0. @param {{ price: number, error: number }} cost */
export function isSure({ price, error }) {
  return price > SURE * error;
}

/**
 * Returns a mean and its standard error, where each value has an error of its own. The spread of the values includes
 * those errors, unless there are too few values to show it.
 * @param {{ price: number, error: number }[]} looks
 */
function meanPrice(looks) {
  const count = looks.length;
  const price = looks.reduce((sum, look) => sum + look.price, 0) / count;
  const own = Math.sqrt(looks.reduce((sum, look) => sum + look.error ** 2, 0)) / count;
  const spread = looks.reduce((sum, look) => sum + (look.price - price) ** 2, 0) / Math.max(1, count - 1);
  return { price, error: Math.max(own, Math.sqrt(spread / count)) };
}

/** Returns the total loss in a game and its error. @param {LookedAt[]} looks */
function sumOf(looks) {
  const price = looks.reduce((sum, look) => sum + look.price, 0);
  return { price, error: Math.hypot(...looks.map(({ error }) => error)) };
}

/** Adds up everything that the coach found in evaluated games. @param {StoredGame[]} games */
export function costsOf(games) {
  const looked = games.flatMap((game) => (game.looked && game.seat !== null ? [{ game, looks: game.looked }] : []));
  /** @type {Map<string, { look: LookedAt, id: string, seat: number }[]>} */
  const kinds = new Map();
  for (const { game, looks } of looked) {
    for (const look of looks.filter(isCostly)) {
      const key = `${look.manner}\n${look.manner === look.better}`;
      kinds.set(key, [...(kinds.get(key) ?? []), { look, id: game.id, seat: Number(game.seat) }]);
    }
  }
  const lost = looked.map(({ looks }) => sumOf(looks));
  return {
    games: looked.length,
    decisions: looked.reduce((sum, { looks }) => sum + looks.length, 0),
    /** The total cost of a game. */
    all: looked.length > 1 ? meanPrice(lost) : null,
    situations: situationsOf(looked.map(({ looks }) => looks)),
    kinds: [...kinds.values()].map(costOfKind).sort((a, b) => b.price * b.times - a.price * a.times),
  };
}

/**
 * Decisions by situation: how many, how many without a better choice, and what the others cost a game.
 * @param {LookedAt[][]} games
 */
function situationsOf(games) {
  const names = new Set(games.flat().map(({ situation }) => situation));
  return [...names]
    .map((name) => {
      const own = games.map((looks) => looks.filter(({ situation }) => situation === name));
      const lost = own.map(sumOf);
      const decisions = own.flat();
      // A single game has no spread and so no error.
      const cost = games.length > 1 ? meanPrice(lost) : { price: 0, error: 1 };
      return { name, decisions: decisions.length, agreed: decisions.filter((look) => !isCostly(look)).length, ...cost };
    })
    .sort((a, b) => b.price - a.price);
}

/** Returns true if the coach found something better, significant or not. @param {LookedAt} look */
function isCostly({ price, error, manner, better }) {
  return price !== 0 || error !== 0 || manner !== better;
}

/** @param {{ look: LookedAt, id: string, seat: number }[]} found @returns {CostOfKind} */
function costOfKind(found) {
  const { manner, better } = found[0].look;
  /** @type {Map<string, number>} */
  const instead = new Map();
  for (const { look } of found) instead.set(look.better, (instead.get(look.better) ?? 0) + 1);
  return {
    manner,
    isRight: manner === better,
    times: found.length,
    ...meanPrice(found.map(({ look }) => look)),
    instead: [...instead].sort((a, b) => b[1] - a[1]),
    examples: found
      .map(({ look, id, seat }) => ({ id, step: look.step, seat, price: look.price, error: look.error }))
      .sort((a, b) => b.price - a.price),
  };
}
