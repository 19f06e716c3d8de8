// Tournaments of the database the server was opened with: standings, cross table, games.

import { h } from "./dom.js";
import { get, Refusal } from "./net.js";

/**
 * @typedef {{ id: number | string, name?: string, title?: string, game?: string, words?: string, entrants?: number, games?: number, when?: string }} TournamentLine
 */

/** @type {import("./app.js").Page} */
export async function tournamentsPage(main, signal, [id]) {
  document.title = "Tournaments · cardsharp";
  main.replaceChildren(h("p", { class: "waiting" }, "Not yet."));
  if (id) return;
  try {
    await get("/api/tournaments", signal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
