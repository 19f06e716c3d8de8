// The start page of replays: stored games first, then a form for a record.

import { finishedLine } from "../my-games/game-lines.js";
import { storedGames } from "../my-games/game-store.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { uploadForm } from "./upload.js";

/** Stored games listed; a link leads to the others. */
const OFFERED = 8;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} words what was wrong with the last record
 * @param {(record: string) => void} taken
 */
export async function drawReplayMenu(main, signal, words, taken) {
  const games = (await storedGames()).filter(({ over }) => over);
  if (signal.aborted) return;
  const own =
    games.length > 0 &&
    h(
      "section",
      { class: "sheet pad own-replays" },
      h("h2", {}, t("My games")),
      h(
        "ul",
        { class: "lines", "data-test": "own-replays" },
        games.slice(0, OFFERED).map((game) => finishedLine(game)),
      ),
      h("p", {}, h("a", { href: "/games" }, t("All my games"))),
    );
  main.replaceChildren(
    h("div", { class: "replay-menu stack" }, h("h1", {}, t("Replay a game")), own, uploadForm(words, taken)),
  );
}
