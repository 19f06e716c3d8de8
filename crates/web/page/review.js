// A game looked at again, decision by decision, as the server thinks it through.

import { readEvents, Refusal, sendText } from "./net.js";
import { t } from "./words.js";

/** @typedef {import("./types.d.ts").Reconsidered} Reconsidered */

/** Whether a decision cost enough to be marked. @param {Reconsidered} decision */
export function isMistake(decision) {
  return decision.lost > 0;
}

/**
 * @param {string} path
 * @param {string | null} record a record's text, where the game is not the server's own
 * @param {(decision: Reconsidered) => void} hear
 * @param {AbortSignal} [signal]
 */
export async function review(path, record, hear, signal) {
  const response = record === null ? await fetch(path, { signal }) : await sendText(path, record, signal);
  if (!response.ok) {
    const { error } = await response
      .json()
      .catch(() => ({ error: t("The server answered {status}.", { status: response.status }) }));
    throw new Refusal(error, "");
  }
  await readEvents(response, (event, data) => {
    if (event === "decision") hear(JSON.parse(data));
  });
}
