// The games this browser was at, kept here and nowhere else: a record outlives the table it was played at.

import { get, getText, Refusal } from "./net.js";
import { recall } from "./settings.js";
import { language } from "./words.js";

/** @typedef {import("./types.d.ts").View} View */

/**
 * A decision that a coach has looked at.
 * @typedef {{ step: number, situation: string, manner: string, better: string, price: number, error: number }} LookedAt
 */

/**
 * What is said of a game's end in one language: everything that is kept in words.
 * @typedef {{ why: string, results: string[], strengths: string[] }} Told
 */

/**
 * A game somebody sat at.
 * @typedef {object} KeptGame
 * @property {string} id the table's
 * @property {string} kind "table", or what else it was played for; only tables count in figures
 * @property {string} game
 * @property {string} title
 * @property {number | null} seat none where only an older page knew of it
 * @property {{ name: string, kind: string, strength: string }[]} sitters
 * @property {number} when the last time something happened, in milliseconds
 * @property {number} [step] how far it had come then; no older page kept it
 * @property {boolean} over
 * @property {{ seat: number, place: number, words: string, count?: number | null }[]} result empty until it is over; games kept
 *   by an older page have no count
 * @property {string} why why it ended so; empty until it did
 * @property {number} takenBack moves that were taken back
 * @property {string} record the whole game as text; empty until it is over and fetched
 * @property {LookedAt[] | null} looked what the coach found, once it was asked
 * @property {Record<string, Told> | null} [told] its end by languages, so that it is told in whichever is read later
 */

/** So many are kept; the oldest go first, and the page says so. */
export const MOST_KEPT = 2000;
/** So many games the house is asked about at once. */
const ASKED_ABOUT = 30;
const STORE_NAME = "games";
/** Where an older page noted tables. */
const NOTED_BEFORE = "cardsharp.recent";

/** @type {Promise<IDBDatabase | null> | null} */
let database = null;
/** Where a browser keeps nothing, games stay as long as the page does. @type {Map<string, KeptGame>} */
const unkept = new Map();

/** @returns {Promise<IDBDatabase | null>} */
function openStore() {
  database ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open("cardsharp", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE_NAME, { keyPath: "id" });
      asked.onerror = () => resolve(null);
      asked.onsuccess = () => {
        // Another window may want a newer one; then this one must not stand in the way.
        asked.result.onversionchange = () => asked.result.close();
        resolve(asked.result);
      };
    } catch {
      resolve(null);
    }
  }).then(async (store) => {
    await takeOver(store);
    return store;
  });
  return database;
}

/** Whether this browser keeps games beyond this visit. */
export async function keepsGames() {
  return (await openStore()) !== null;
}

/**
 * One look into the store, or one change of it: all of it happens, or nothing.
 * @template T
 * @param {IDBDatabase} store
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T> | null} ask
 * @returns {Promise<T | undefined>}
 */
function inStore(store, mode, ask) {
  return new Promise((resolve, reject) => {
    const change = store.transaction(STORE_NAME, mode);
    const asked = ask(change.objectStore(STORE_NAME));
    change.oncomplete = () => resolve(asked?.result);
    change.onabort = change.onerror = () => reject(change.error ?? new Error("The browser could not keep it."));
  });
}

/** What an older page noted comes along once. @param {IDBDatabase | null} store */
async function takeOver(store) {
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
      if (!store) unkept.set(game.id, game);
      else
        await inStore(store, "readwrite", (kept) => {
          const known = kept.get(game.id);
          known.onsuccess = () => !known.result && kept.put(game);
          return null;
        });
    }
    localStorage.removeItem(NOTED_BEFORE);
  } catch {
    // It is tried again when the page is opened next time.
  }
}

/**
 * @param {string} id
 * @param {string} game
 * @returns {KeptGame}
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
 * Changes one game, or makes it, whatever other windows do meanwhile.
 * @param {string} id
 * @param {(known: KeptGame | undefined) => KeptGame | undefined} changed nothing: leave it as it is
 */
async function changeGame(id, changed) {
  const store = await openStore();
  if (!store) {
    const game = changed(unkept.get(id));
    if (game) unkept.set(id, game);
    return;
  }
  await inStore(store, "readwrite", (games) => {
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

/** Makes room: what is over and oldest goes. @param {IDBObjectStore} games */
function forgetOldest(games) {
  const counted = games.count();
  counted.onsuccess = () => {
    if (counted.result <= MOST_KEPT) return;
    const all = games.getAll();
    all.onsuccess = () => {
      const old = /** @type {KeptGame[]} */ (all.result).filter(({ over }) => over).sort((a, b) => a.when - b.when);
      for (const { id } of old.slice(0, all.result.length - MOST_KEPT)) games.delete(id);
    };
  };
}

/** Every game, the newest first. @returns {Promise<KeptGame[]>} */
export async function keptGames() {
  const store = await openStore();
  /** @type {KeptGame[]} */
  const games = store ? ((await inStore(store, "readonly", (kept) => kept.getAll())) ?? []) : [...unkept.values()];
  return games.map(retold).sort((a, b) => b.when - a.when);
}

/** One game, if it is kept. @param {string} id @returns {Promise<KeptGame | undefined>} */
export async function keptGame(id) {
  const store = await openStore();
  const game = store ? await inStore(store, "readonly", (kept) => kept.get(id)) : unkept.get(id);
  return game && retold(game);
}

/** A game in the language that is read now, where it was kept in it. @param {KeptGame} game @returns {KeptGame} */
function retold(game) {
  const told = game.told?.[language()];
  if (!told) return game;
  return {
    ...game,
    why: told.why,
    result: game.result.map((one) => ({ ...one, words: told.results[one.seat] ?? one.words })),
    sitters: game.sitters.map((one, seat) => ({ ...one, strength: told.strengths[seat] ?? one.strength })),
  };
}

/** Keeps how a table stands, for whoever sits at it. @param {View} view */
export async function keepTable(view) {
  if (view.seat === null || !view.begun) return;
  try {
    await changeGame(view.id, (known) => standsNow(known, view));
    if (view.over) await keepRecord(view.id);
  } catch {
    // A browser that cannot keep a game plays it as well.
  }
}

/**
 * @param {KeptGame | undefined} known
 * @param {View} view
 * @returns {KeptGame}
 */
function standsNow(known, view) {
  const { id, game, title, seat, over } = view;
  // Looking at a game again does not make it newer.
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
    ...marksOf(view),
  };
}

/** What else a table says of itself. @param {View} view */
function marksOf({ guided, daily, taken_back }) {
  return { kind: guided ? "guided" : daily ? "daily" : "table", takenBack: taken_back };
}

/** Fetches the record of a game that is over, and how it ended in every language, once. @param {string} id */
async function keepRecord(id) {
  const game = await keptGame(id);
  const table = `/api/tables/${encodeURIComponent(id)}`;
  if (!game?.record) {
    const record = await getText(`${table}/record`);
    await changeGame(id, (known) => known && { ...known, record });
  }
  if (!game?.told) {
    const endings = /** @type {import("./types.d.ts").Ending[]} */ (await get(`${table}/ending`));
    const told = Object.fromEntries(endings.map(({ language: tag, ...words }) => [tag, words]));
    await changeGame(id, (known) => known && { ...known, told });
  }
}

/**
 * Asks the house about games of which too little is known: somebody left before the record had come, an older page noted
 * them, they went on elsewhere. What the house has forgotten and nobody can look at any more is forgotten here too.
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether anything was asked
 */
export async function askAround(signal) {
  const games = (await keptGames()).filter(
    ({ over, seat, record, told }) => !over || seat === null || record === "" || !told,
  );
  for (const game of games.slice(0, ASKED_ABOUT)) {
    const isKnown = await askAgain(game, signal);
    if (signal.aborted) return false;
    if (isKnown) continue;
    if (game.record === "" && (!game.over || game.seat === null)) await dropGame(game.id);
    // It stays in the language it was kept in.
    else await changeGame(game.id, (known) => known && { ...known, told: known.told ?? {} });
  }
  return games.length > 0;
}

/**
 * False if the house knows the game no more.
 * @param {KeptGame} game
 * @param {AbortSignal} signal
 */
async function askAgain(game, signal) {
  try {
    await keepTable(/** @type {View} */ (await get(`/api/tables/${encodeURIComponent(game.id)}`, signal)));
    return true;
  } catch (error) {
    return !(error instanceof Refusal && error.code === "unknown-table");
  }
}

/**
 * Keeps what a coach found in a game.
 * @param {string} id
 * @param {LookedAt[]} looked
 */
export async function keepLooked(id, looked) {
  await changeGame(id, (known) => known && { ...known, looked });
}

/** Forgets one game. @param {string} id */
export async function dropGame(id) {
  const store = await openStore();
  if (store) await inStore(store, "readwrite", (games) => games.delete(id));
  else unkept.delete(id);
}

/** Forgets all of them. */
export async function dropAllGames() {
  const store = await openStore();
  if (store) await inStore(store, "readwrite", (games) => games.clear());
  else unkept.clear();
}

/**
 * Takes in games from elsewhere; of two that are the same, the one that is further on stays.
 * @param {KeptGame[]} games
 * @returns {Promise<number>} how many were new or further on
 */
export async function takeInGames(games) {
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
