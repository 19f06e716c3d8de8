// Where a replay's game comes from: the house, what this browser keeps of it, or a record that was handed in.

import { go } from "./address.js";
import { keptGame } from "./kept-games.js";
import { get, Refusal, sendText } from "./net.js";

/** @typedef {import("./types.d.ts").Replay} Replay */

/**
 * A game that can be replayed: where the house has it (`/table/ID`), or its record.
 * @typedef {{ path: string, record: string | null }} ReplaySource
 */

/** Where a record that was handed in stays for the visit. */
const HANDED_IN = "cardsharp.record";
/** The same where a browser keeps nothing. */
let handedIn = "";

/** The record that was handed in last. */
function handedInRecord() {
  try {
    return sessionStorage.getItem(HANDED_IN) ?? handedIn;
  } catch {
    return handedIn;
  }
}

/** Shows a record that is handed in. @param {string} record */
export function lookAtRecord(record) {
  handedIn = record;
  try {
    sessionStorage.setItem(HANDED_IN, record);
  } catch {
    // It is shown all the same, and gone after a reload.
  }
  go("/replay/record");
}

/**
 * A game with everybody's cards, or as a seat saw it.
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

/** Whether a record was handed in. */
export function hasRecord() {
  return handedInRecord() !== "";
}

/**
 * The game that an address names, as the first look finds it. What the house has forgotten may be kept here.
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
    const record = isGone ? (await keptGame(name))?.record : "";
    if (!record) throw error;
    return firstLook({ path, record }, wished, signal);
  }
}

/**
 * Through a seat's eyes; where there is no such seat, with all hands open.
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

/**
 * @param {unknown} error
 * @param {string} code
 */
function isRefused(error, code) {
  return error instanceof Refusal && error.code === code;
}
