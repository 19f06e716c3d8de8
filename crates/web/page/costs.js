// What one's choices cost, added up by kinds: how often, how much a time, and how sure that is.

/**
 * @typedef {import("./kept-games.js").KeptGame} KeptGame
 * @typedef {import("./kept-games.js").LookedAt} LookedAt
 */

/**
 * Choices that are alike and for which something better was found.
 * @typedef {object} CostOfKind
 * @property {string} manner what one did, by the name the house has for it
 * @property {boolean} isRight whether that is what should be done, only with other cards
 * @property {number} times
 * @property {number} price mean a time, in points
 * @property {number} error its standard error
 * @property {[string, number][]} instead what would have been better, and how often, the most frequent first
 * @property {{ id: string, step: number, seat: number, price: number, error: number }[]} examples the dearest first
 */

/** A price is told if it is beyond so many of its errors. */
const SURE = 2;

/** Whether a price can be told from nothing. @param {{ price: number, error: number }} cost */
export function isSure({ price, error }) {
  return price > SURE * error;
}

/**
 * A mean and its standard error, where each value has an error of its own: the spread of the values holds those
 * errors already, unless there are too few of them to show it.
 * @param {{ price: number, error: number }[]} looks
 */
function meanPrice(looks) {
  const count = looks.length;
  const price = looks.reduce((sum, look) => sum + look.price, 0) / count;
  const own = Math.sqrt(looks.reduce((sum, look) => sum + look.error ** 2, 0)) / count;
  const spread = looks.reduce((sum, look) => sum + (look.price - price) ** 2, 0) / Math.max(1, count - 1);
  return { price, error: Math.max(own, Math.sqrt(spread / count)) };
}

/** What was lost in a game, and how sure that is. @param {LookedAt[]} looks */
function sumOf(looks) {
  const price = looks.reduce((sum, look) => sum + look.price, 0);
  return { price, error: Math.hypot(...looks.map(({ error }) => error)) };
}

/**
 * Everything that was found in games the coach has looked at.
 * @param {KeptGame[]} games
 */
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
    /** What all of it costs a game. */
    all: looked.length > 1 ? meanPrice(lost) : null,
    situations: situationsOf(looked.map(({ looks }) => looks)),
    kinds: [...kinds.values()].map(costOfKind).sort((a, b) => b.price * b.times - a.price * a.times),
  };
}

/**
 * Decisions of each sort: how many, in how many nothing better was found, and what the others cost a game.
 * @param {LookedAt[][]} games
 */
function situationsOf(games) {
  const names = new Set(games.flat().map(({ situation }) => situation));
  return [...names]
    .map((name) => {
      const own = games.map((looks) => looks.filter(({ situation }) => situation === name));
      const lost = own.map(sumOf);
      const decisions = own.flat();
      // One game has no spread, and so says nothing of the next.
      const cost = games.length > 1 ? meanPrice(lost) : { price: 0, error: 1 };
      return { name, decisions: decisions.length, agreed: decisions.filter((look) => !isCostly(look)).length, ...cost };
    })
    .sort((a, b) => b.price - a.price);
}

/** Whether something better was found, whatever the second look says of it. @param {LookedAt} look */
function isCostly({ price, error, manner, better }) {
  return price !== 0 || error !== 0 || manner !== better;
}

/**
 * @param {{ look: LookedAt, id: string, seat: number }[]} found
 * @returns {CostOfKind}
 */
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
