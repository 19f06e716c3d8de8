// Stored games as one file. Files are untrusted: a game is imported only if every part of it is valid.

import { t } from "../shell/language.js";
import { MAX_GAMES } from "./game-store.js";

/**
 * @typedef {import("./game-store.js").StoredGame} StoredGame
 * @typedef {import("./game-store.js").LookedAt} LookedAt
 */

/** The largest file that is read, in bytes. */
const LARGEST_FILE = 24 * 1024 * 1024;
/** The longest record that the server takes. */
const LONGEST_RECORD = 64 * 1024;
const LONGEST_WORDS = 400;
const LONGEST_WHY = 2000;
const MOST_SEATS = 8;
const MOST_LOOKED = 1000;
const MOST_LANGUAGES = 10;

/** @param {StoredGame[]} games */
export function writeGames(games) {
  return JSON.stringify({ cardsharp: "games", version: 1, games }, null, 1);
}

/** Thrown for an invalid file of games. */
class NotGames extends Error {}

/**
 * Reads a file of games: all of it is valid, or nothing is imported.
 * @param {File} file
 * @returns {Promise<StoredGame[]>}
 */
export async function readGames(file) {
  if (file.size > LARGEST_FILE)
    throw new NotGames(
      t("This file is too large: at most {most} megabytes are read.", { most: LARGEST_FILE / 1024 / 1024 }),
    );
  let read;
  try {
    read = JSON.parse(await file.text());
  } catch {
    throw new NotGames(t("This is no file of games: it is not JSON."));
  }
  if (read?.cardsharp !== "games" || !Array.isArray(read.games))
    throw new NotGames(t("This is no file of games: such a file comes from “Save all” on this page."));
  if (read.version !== 1)
    throw new NotGames(t("This file was written by another version of this page, which is not understood here."));
  if (read.games.length > MAX_GAMES)
    throw new NotGames(
      t("There are {number} games in it; at most {most} are kept.", { number: read.games.length, most: MAX_GAMES }),
    );
  return read.games.map((/** @type {unknown} */ game, /** @type {number} */ index) => {
    const checked = checkedGame(game);
    if (typeof checked === "string")
      throw new NotGames(
        t("Game {number} of the file cannot be read: its {part} is not as it should be. Nothing was taken in.", {
          number: index + 1,
          part: checked,
        }),
      );
    return checked;
  });
}

/** @param {unknown} value @param {number} [most] */
const isText = (value, most = LONGEST_WORDS) => typeof value === "string" && value.length <= most;
/** @param {unknown} value @param {number} below */
const isNumber = (value, below) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < below;
/** @param {unknown} value */
const isFigure = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1000;

/**
 * Returns a copy of a valid game with the known fields only, or the name of the invalid part.
 * @param {any} game
 * @returns {StoredGame | string}
 */
function checkedGame(game) {
  if (typeof game !== "object" || game === null) return "form";
  const {
    id,
    kind,
    game: name,
    title,
    seat,
    sitters,
    when,
    over,
    result,
    why,
    takenBack,
    record,
    looked,
    told = null,
  } = game;
  if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id)) return "id";
  if (typeof kind !== "string" || !/^[\w-]{1,32}$/.test(kind)) return "kind";
  if (typeof name !== "string" || !/^[\w-]{1,32}$/.test(name)) return "game";
  if (!isText(title)) return "title";
  if (!Array.isArray(sitters) || sitters.length > MOST_SEATS) return "sitters";
  if (!sitters.every((one) => isText(one?.name) && isText(one.kind) && isText(one.strength))) return "sitters";
  if (seat !== null && !isNumber(seat, sitters.length)) return "seat";
  if (!isNumber(when, 8.64e15)) return "when";
  if (typeof over !== "boolean") return "over";
  if (!Array.isArray(result) || (result.length > 0 && result.length !== sitters.length)) return "result";
  if (!result.every((one, at) => one?.seat === at && isNumber(one.place, MOST_SEATS + 1) && isText(one.words)))
    return "result";
  if (!result.every(({ count }) => (count ?? null) === null || (Number.isInteger(count) && isFigure(count))))
    return "result";
  if (!isText(why, LONGEST_WHY)) return "why";
  if (!isNumber(takenBack, 1e6)) return "takenBack";
  if (!isText(record, LONGEST_RECORD) || (record !== "" && !record.startsWith("cardsharp record 1\n"))) return "record";
  if (looked !== null && !(Array.isArray(looked) && looked.length <= MOST_LOOKED && looked.every(isLooked)))
    return "looked";
  if (told !== null && !isTold(told, sitters.length)) return "told";
  return {
    id,
    kind,
    game: name,
    title,
    seat,
    sitters: sitters.map((one) => ({ name: one.name, kind: one.kind, strength: one.strength })),
    when,
    over,
    result: result.map((one) => ({ seat: one.seat, place: one.place, words: one.words, count: one.count ?? null })),
    why,
    takenBack,
    record,
    looked:
      looked?.map((/** @type {LookedAt} */ one) => ({
        step: one.step,
        situation: one.situation,
        manner: one.manner,
        better: one.better,
        price: one.price,
        error: one.error,
      })) ?? null,
    told:
      told &&
      Object.fromEntries(
        Object.entries(told).map(([tag, one]) => [
          tag,
          { why: one.why, results: [...one.results], strengths: [...one.strengths] },
        ]),
      ),
  };
}

/** Returns true if this is a valid description of a game's end by language. @param {any} told @param {number} seats */
function isTold(told, seats) {
  if (typeof told !== "object" || Array.isArray(told)) return false;
  const isWords = (/** @type {any} */ list) =>
    Array.isArray(list) && list.length === seats && list.every((words) => isText(words));
  const endings = Object.entries(told);
  return (
    endings.length <= MOST_LANGUAGES &&
    endings.every(
      ([tag, one]) =>
        /^[a-z]{2,3}$/.test(tag) && isText(one?.why, LONGEST_WHY) && isWords(one.results) && isWords(one.strengths),
    )
  );
}

/** @param {any} one */
function isLooked(one) {
  return (
    isNumber(one?.step, 1e6) &&
    isText(one.situation) &&
    isText(one.manner) &&
    isText(one.better) &&
    isFigure(one.price) &&
    isFigure(one.error) &&
    one.error >= 0
  );
}
