// Where a replay's game comes from: the server, this browser's store, or an uploaded record.

import { storedGame } from "../my-games/game-store.js";
import { go } from "../shell/address.js";
import { get, Refusal, sendText } from "../shell/net.js";

/** @typedef {import("../types.d.ts").Replay} Replay */

/**
 * A game to replay: its address on the server (`/table/ID`), or its record.
 * @typedef {{ path: string, record: string | null }} ReplaySource
 */

/** The storage key of an uploaded record, kept for the visit. */
const HANDED_IN = "cardsharp.record";
/** The uploaded record, where the browser stores nothing. */
let handedIn = "";

function handedInRecord() {
  try {
    return sessionStorage.getItem(HANDED_IN) ?? handedIn;
  } catch {
    return handedIn;
  }
}

/** Opens the replay of a record. @param {string} record */
export function openRecord(record) {
  handedIn = record;
  try {
    sessionStorage.setItem(HANDED_IN, record);
  } catch {
    // The record is shown, but lost after a reload.
  }
  go("/replay/record");
}

/**
 * @param {ReplaySource} source
 * @param {string} eyes a seat's number, or "open"
 * @param {AbortSignal} signal
 * @returns {Promise<Replay>}
 */
export async function loadReplay({ path, record }, eyes, signal) {
  const seat = `?seat=${encodeURIComponent(eyes)}`;
  if (record === null) return get(`/api/replay${path}${seat}`, signal);
  return (await sendText(`/api/replay${seat}`, record, signal)).json();
}

export function hasRecord() {
  return handedInRecord() !== "";
}

/**
 * Finds the game that an address names: on the server, else in this browser's store.
 * @param {string} kind
 * @param {string} name
 * @param {string} wished a seat's number, or "open"
 * @param {AbortSignal} signal
 * @returns {Promise<{ source: ReplaySource, replay: Replay, eyes: string }>}
 */
export async function findReplay(kind, name, wished, signal) {
  const path = kind === "record" ? "" : `/${kind}/${encodeURIComponent(name)}`;
  const source = { path, record: kind === "record" ? handedInRecord() : null };
  try {
    return await firstLook(source, wished, signal);
  } catch (error) {
    const isGone = kind === "table" && isRefused(error, "unknown-table");
    const record = isGone ? (await storedGame(name))?.record : "";
    if (!record) throw error;
    return firstLook({ path, record }, wished, signal);
  }
}

/**
 * Loads the replay through a seat's eyes, or with all hands open if there is no such seat.
 * @param {ReplaySource} source
 * @param {string} wished
 * @param {AbortSignal} signal
 */
async function firstLook(source, wished, signal) {
  try {
    return { source, replay: await loadReplay(source, wished, signal), eyes: wished };
  } catch (error) {
    if (!isRefused(error, "unknown-seat")) throw error;
    return { source, replay: await loadReplay(source, "open", signal), eyes: "open" };
  }
}

/** @param {unknown} error @param {string} code */
function isRefused(error, code) {
  return error instanceof Refusal && error.code === code;
}
