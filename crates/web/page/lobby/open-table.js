// Opens tables at the server, with defaults for opponent and seat.

import { go } from "../shell/address.js";
import { ownName } from "../shell/names.js";
import { send } from "../shell/net.js";
import { recall } from "../shell/settings.js";
import { noteOpponents } from "./progress.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").NewTable} NewTable
 * @typedef {import("../types.d.ts").Taken} Taken
 */

/** Opens a table and goes there. @param {NewTable} wish */
export async function openTable(wish) {
  const taken = /** @type {Taken} */ (await send("/api/tables", wish));
  noteOpponents(taken.id, wish);
  go(`/table/${taken.id}`);
}

/** Opens a table with the same bot on every other seat. @param {GameInfo} game @param {string} spec */
export function openAgainst(game, spec) {
  const take = usualSeat(game);
  const name = ownName();
  return openTable({
    game: game.name,
    seats: Array.from({ length: game.seats }, (_, seat) =>
      seat === take ? { kind: "person", name } : { kind: "player", spec },
    ),
    take,
    name,
    kibitzer: true,
    listed: false,
  });
}

/** The default opponent: the last one chosen, else the easiest. @param {GameInfo} game */
export function usualOpponent(game) {
  const kept = recall(`cardsharp.opponent.${game.name}`, "");
  if (game.strengths.some(({ spec }) => spec === kept)) return kept;
  return game.easy;
}

/** The default seat of the player. @param {GameInfo} game */
export function usualSeat(game) {
  return Math.max(0, game.usual.indexOf("human"));
}
