// Where replays begin: one's own games first, then a record that is handed in.

import { h } from "./dom.js";
import { keptGames } from "./kept-games.js";
import { finishedLine } from "./game-lines.js";
import { uploadForm } from "./upload.js";
import { t } from "./words.js";

/** So many of one's own games are offered; the others are one click away. */
const OFFERED = 8;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} words what was wrong with the last record
 * @param {(record: string) => void} taken
 */
export async function drawReplayMenu(main, signal, words, taken) {
  const games = (await keptGames()).filter(({ over }) => over);
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
