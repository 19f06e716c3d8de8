// A game looked at again, decision by decision, as the server thinks it through; once in a visit.

import { readEvents, Refusal, sendText } from "./net.js";
import { language, t } from "./words.js";

/** @typedef {import("./types.d.ts").Reconsidered} Reconsidered */

/** What was thought through already. @type {Map<string, Reconsidered[]>} */
const reviewed = new Map();

/** Whether a decision cost enough to be marked. @param {Reconsidered} decision */
export function isMistake(decision) {
  return decision.lost > 0;
}

/**
 * Tells every decision of a game as it was thought about again; what is known from before is told at once.
 * @param {string} source where the game is: `/table/ID`; empty for a record
 * @param {{ record: string | null, first: number | null, signal?: AbortSignal }} about the record's text, where the
 *   game is not the server's own; the seat whose decisions come first
 * @param {(decision: Reconsidered) => void} hear
 */
export async function review(source, { record, first, signal }, hear) {
  const key = `cardsharp.review ${language()} ${record ?? source}`;
  const known = reviewed.get(key) ?? reviewBefore(key);
  if (known) {
    const isLater = (/** @type {Reconsidered} */ { seat }) => Number(first !== null && seat !== first);
    [...known].sort((a, b) => isLater(a) - isLater(b)).forEach(hear);
    return;
  }
  const path = `/api/replay${record === null ? source : ""}/review${first === null ? "" : `?first=${first}`}`;
  const response = record === null ? await fetch(path, { signal }) : await sendText(path, record, signal);
  if (!response.ok) {
    const { error } = await response
      .json()
      .catch(() => ({ error: t("The server answered {status}.", { status: response.status }) }));
    throw new Refusal(error, "");
  }
  /** @type {Reconsidered[]} */
  const decisions = [];
  let isWhole = false;
  await readEvents(response, (event, data) => {
    isWhole ||= event === "end";
    if (event !== "decision") return;
    decisions.push(JSON.parse(data));
    hear(decisions[decisions.length - 1]);
  });
  if (!isWhole) throw new Refusal(t("The server stopped thinking before the end. Try again."), "");
  reviewed.set(key, decisions);
  if (record === null) keepReview(key, decisions);
}

/** What was found before the page was loaded again. @param {string} key @returns {Reconsidered[] | null} */
function reviewBefore(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {Reconsidered[]} decisions
 */
function keepReview(key, decisions) {
  try {
    sessionStorage.setItem(key, JSON.stringify(decisions));
  } catch {
    // It is thought about again after the next reload.
  }
}
