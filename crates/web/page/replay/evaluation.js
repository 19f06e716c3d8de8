// The evaluation of a game decision by decision, by the server; computed once a visit.

import { language, t } from "../shell/language.js";
import { readEvents, Refusal, sendText } from "../shell/net.js";

/** @typedef {import("../types.d.ts").Reconsidered} Reconsidered */

/** Evaluated games. @type {Map<string, Reconsidered[]>} */
const reviewed = new Map();

/** Returns true if a decision cost enough to be marked. @param {Reconsidered} decision */
export function isMistake(decision) {
  return decision.lost > 0;
}

/**
 * Reports every decision of a game as it is evaluated; known evaluations are reported at once.
 * @param {string} source where the game is: `/table/ID`; empty for a record
 * @param {{ record: string | null, first: number | null, signal?: AbortSignal }} about `first` is the seat evaluated first
 * @param {(decision: Reconsidered) => void} hear
 */
export async function evaluate(source, { record, first, signal }, hear) {
  const key = `cardsharp.review ${language()} ${record ?? source}`;
  const known = reviewed.get(key) ?? storedEvaluation(key);
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
  if (record === null) storeEvaluation(key, decisions);
}

/** Returns an evaluation stored before the page was reloaded. @param {string} key @returns {Reconsidered[] | null} */
function storedEvaluation(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {Reconsidered[]} decisions */
function storeEvaluation(key, decisions) {
  try {
    sessionStorage.setItem(key, JSON.stringify(decisions));
  } catch {
    // It is evaluated again after a reload.
  }
}
