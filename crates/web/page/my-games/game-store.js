// Game history is stored in the browser only: a record outlives the table it was played at.

import { language } from "../shell/language.js";
import { get, getText, Refusal } from "../shell/net.js";
import { recall } from "../shell/settings.js";

/** @typedef {import("../types.d.ts").View} View */

/**
 * A decision evaluated by the coach.
 * @typedef {{ step: number, situation: string, manner: string, better: string, price: number, error: number }} LookedAt
 */

/**
 * The end of a game in one language.
 * @typedef {{ why: string, results: string[], strengths: string[] }} Told
 */

/**
 * A stored game.
 * @typedef {object} StoredGame
 * @property {string} id the table's id
 * @property {string} kind "table" or another purpose; statistics count tables only
 * @property {string} game
 * @property {string} title
 * @property {number | null} seat null if an older version of the page stored the game
 * @property {{ name: string, kind: string, strength: string }[]} sitters
 * @property {number} when the last change, in milliseconds
 * @property {number} [step] the number of actions then; older versions did not store it
 * @property {boolean} over
 * @property {{ seat: number, place: number, words: string, count?: number | null }[]} result empty until the game is over
 * @property {string} why why the game ended; empty until then
 * @property {number} takenBack the number of moves taken back
 * @property {string} record the whole game as text; empty until it is over and fetched
 * @property {LookedAt[] | null} looked what the coach found, null before it was asked
 * @property {Record<string, Told> | null} [told] the end by language, so that a later change of language applies
 */

/** The most games stored; the oldest are deleted first, and the page says so. */
export const MAX_GAMES = 2000;
/** The most games the server is asked about at once. */
const ASKED_ABOUT = 30;
const STORE_NAME = "games";
/** The storage key of older versions of the page. */
const NOTED_BEFORE = "cardsharp.recent";

/** @type {Promise<IDBDatabase | null> | null} */
let database = null;
/** Games of this visit, where the browser stores nothing. @type {Map<string, StoredGame>} */
const memory = new Map();

/** @returns {Promise<IDBDatabase | null>} */
function openStore() {
  database ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open("cardsharp", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE_NAME, { keyPath: "id" });
      asked.onerror = () => resolve(null);
      asked.onsuccess = () => {
        // Another window may need a newer version of the database.
        asked.result.onversionchange = () => asked.result.close();
        resolve(asked.result);
      };
    } catch {
      resolve(null);
    }
  }).then(async (store) => {
    await importOldNotes(store);
    return store;
  });
  return database;
}

/** Returns true if this browser stores games beyond this visit. */
export async function storesGames() {
  return (await openStore()) !== null;
}

/**
 * Runs one transaction in the store.
 * @template T
 * @param {IDBDatabase} store
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T> | null} ask
 * @returns {Promise<T | undefined>}
 */
function transact(store, mode, ask) {
  return new Promise((resolve, reject) => {
    const change = store.transaction(STORE_NAME, mode);
    const asked = ask(change.objectStore(STORE_NAME));
    change.oncomplete = () => resolve(asked?.result);
    change.onabort = change.onerror = () => reject(change.error ?? new Error("The browser could not keep it."));
  });
}

/** Imports once what an older version of the page stored. @param {IDBDatabase | null} store */
async function importOldNotes(store) {
  const noted = recall(NOTED_BEFORE, /** @type {unknown} */ (null));
  if (!Array.isArray(noted)) return;
  const games = noted
    .filter((one) => one && typeof one.id === "string" && typeof one.game === "string")
    .map(({ id, game, title, when, over }) => ({
      ...blankGame(id, game),
      title: String(title),
      when: Number(when) || 0,
      over: over === true,
    }));
  try {
    for (const game of games) {
      if (!store) memory.set(game.id, game);
      else
        await transact(store, "readwrite", (kept) => {
          const known = kept.get(game.id);
          known.onsuccess = () => !known.result && kept.put(game);
          return null;
        });
    }
    localStorage.removeItem(NOTED_BEFORE);
  } catch {
    // The next visit tries again.
  }
}

/**
 * @param {string} id
 * @param {string} game
 * @returns {StoredGame}
 */
function blankGame(id, game) {
  return {
    id,
    kind: "table",
    game,
    title: game,
    seat: null,
    sitters: [],
    when: Date.now(),
    over: false,
    result: [],
    why: "",
    takenBack: 0,
    record: "",
    looked: null,
  };
}

/**
 * Changes or creates a game in one transaction, as other windows may change it too.
 * @param {string} id
 * @param {(known: StoredGame | undefined) => StoredGame | undefined} changed returns undefined to leave it as it is
 */
async function changeGame(id, changed) {
  const store = await openStore();
  if (!store) {
    const game = changed(memory.get(id));
    if (game) memory.set(id, game);
    return;
  }
  await transact(store, "readwrite", (games) => {
    const asked = games.get(id);
    asked.onsuccess = () => {
      const game = changed(asked.result);
      if (!game) return;
      games.put(game);
      if (!asked.result) forgetOldest(games);
    };
    return null;
  });
}

/** Makes room by deleting the oldest finished games. @param {IDBObjectStore} games */
function forgetOldest(games) {
  const counted = games.count();
  counted.onsuccess = () => {
    if (counted.result <= MAX_GAMES) return;
    const all = games.getAll();
    all.onsuccess = () => {
      const old = /** @type {StoredGame[]} */ (all.result).filter(({ over }) => over).sort((a, b) => a.when - b.when);
      for (const { id } of old.slice(0, all.result.length - MAX_GAMES)) games.delete(id);
    };
  };
}

/** Returns all games, the newest first. @returns {Promise<StoredGame[]>} */
export async function storedGames() {
  const store = await openStore();
  /** @type {StoredGame[]} */
  const games = store ? ((await transact(store, "readonly", (kept) => kept.getAll())) ?? []) : [...memory.values()];
  return games.map(translated).sort((a, b) => b.when - a.when);
}

/** @param {string} id @returns {Promise<StoredGame | undefined>} */
export async function storedGame(id) {
  const store = await openStore();
  const game = store ? await transact(store, "readonly", (kept) => kept.get(id)) : memory.get(id);
  return game && translated(game);
}

/** Returns a game in the current language, if its end is stored in it. @param {StoredGame} game @returns {StoredGame} */
function translated(game) {
  const told = game.told?.[language()];
  if (!told) return game;
  return {
    ...game,
    why: told.why,
    result: game.result.map((one) => ({ ...one, words: told.results[one.seat] ?? one.words })),
    sitters: game.sitters.map((one, seat) => ({ ...one, strength: told.strengths[seat] ?? one.strength })),
  };
}

/** Stores the state of a table for a seated player. @param {View} view */
export async function storeTable(view) {
  if (view.seat === null || !view.begun) return;
  try {
    await changeGame(view.id, (known) => stateOf(known, view));
    if (view.over) await keepRecord(view.id);
  } catch {
    // The game works without the store.
  }
}

/**
 * @param {StoredGame | undefined} known
 * @param {View} view
 * @returns {StoredGame}
 */
function stateOf(known, view) {
  const { id, game, title, seat, over } = view;
  // Looking at a game again does not change its time.
  const isSame = known && known.seat !== null && (known.over || known.step === view.step);
  const when = isSame ? known.when : Date.now();
  const sitters = view.sitters.map(({ name, kind, strength }) => ({ name, kind, strength }));
  const result = (view.result ?? []).map((one) => ({
    seat: one.seat,
    place: one.place,
    words: one.words,
    count: one.count,
  }));
  return {
    ...(known ?? blankGame(id, game)),
    title,
    seat,
    sitters,
    when,
    step: view.step,
    over,
    result,
    why: view.why,
    ...kindOf(view),
  };
}

/** The kind of a table, and the moves taken back. @param {View} view */
function kindOf({ guided, daily, taken_back }) {
  return { kind: guided ? "guided" : daily ? "daily" : "table", takenBack: taken_back };
}

/** Fetches once the record of a finished game, and its end in every language. @param {string} id */
async function keepRecord(id) {
  const game = await storedGame(id);
  const table = `/api/tables/${encodeURIComponent(id)}`;
  if (!game?.record) {
    const record = await getText(`${table}/record`);
    await changeGame(id, (known) => known && { ...known, record });
  }
  if (!game?.told) {
    const endings = /** @type {import("../types.d.ts").Ending[]} */ (await get(`${table}/ending`));
    const told = Object.fromEntries(endings.map(({ language: tag, ...words }) => [tag, words]));
    await changeGame(id, (known) => known && { ...known, told });
  }
}

/**
 * Asks the server about games that are incomplete: the page was closed before the record came, an older version stored
 * them, or they went on in another browser. Games that the server has forgotten and that cannot be replayed are
 * deleted.
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether any game was asked about
 */
export async function completeGames(signal) {
  const games = (await storedGames()).filter(
    ({ over, seat, record, told }) => !over || seat === null || record === "" || !told,
  );
  for (const game of games.slice(0, ASKED_ABOUT)) {
    const isKnown = await askAgain(game, signal);
    if (signal.aborted) return false;
    if (isKnown) continue;
    if (game.record === "" && (!game.over || game.seat === null)) await deleteGame(game.id);
    // Its result stays in the stored language.
    else await changeGame(game.id, (known) => known && { ...known, told: known.told ?? {} });
  }
  return games.length > 0;
}

/** Returns false if the server does not know the game any more. @param {StoredGame} game @param {AbortSignal} signal */
async function askAgain(game, signal) {
  try {
    await storeTable(/** @type {View} */ (await get(`/api/tables/${encodeURIComponent(game.id)}`, signal)));
    return true;
  } catch (error) {
    return !(error instanceof Refusal && error.code === "unknown-table");
  }
}

/** Stores what the coach found in a game. @param {string} id @param {LookedAt[]} looked */
export async function storeLooked(id, looked) {
  await changeGame(id, (known) => known && { ...known, looked });
}

/** @param {string} id */
export async function deleteGame(id) {
  const store = await openStore();
  if (store) await transact(store, "readwrite", (games) => games.delete(id));
  else memory.delete(id);
}

export async function deleteAllGames() {
  const store = await openStore();
  if (store) await transact(store, "readwrite", (games) => games.clear());
  else memory.clear();
}

/**
 * Imports games; of two versions of a game, the one that is further on stays.
 * @param {StoredGame[]} games
 * @returns {Promise<number>} how many were new or further on
 */
export async function importGames(games) {
  let taken = 0;
  for (const game of games) {
    await changeGame(game.id, (known) => {
      if (known && (known.over || !game.over) && (known.record || !game.record)) {
        return game.looked && !known.looked ? { ...known, looked: game.looked } : undefined;
      }
      taken += 1;
      return game;
    });
  }
  return taken;
}
