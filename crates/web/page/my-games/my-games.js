// My games: unfinished games first, then results and finished games; games are stored, exported and deleted here.

import { openDialog } from "../shell/dialog.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { errorText } from "../shell/net.js";
import { coachPage } from "./coach.js";
import { readGames, writeGames } from "./game-file.js";
import { finishedLine, unfinishedLine } from "./game-lines.js";
import {
  completeGames,
  deleteAllGames,
  deleteGame,
  importGames,
  MAX_GAMES,
  storedGames,
  storesGames,
} from "./game-store.js";
import { resultsSections } from "./results.js";
import { gamesWords } from "./statistics.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

/** Games listed at a time. */
const LISTED = 20;

/** @type {import("../app.js").Page} */
export async function myGamesPage(main, signal, [game = "", part = ""]) {
  if (part === "costs") return coachPage(main, signal, game);
  document.title = t("My games · cardsharp");
  const page = new MyGames(main, game, signal);
  await page.draw();
  // Another window may have changed the stored games.
  document.addEventListener("visibilitychange", () => !document.hidden && void page.draw(), { signal });
  // The server may know more about some games, or may have forgotten them.
  if (await completeGames(signal)) await page.draw();
  return undefined;
}

class MyGames {
  /** Reports the last change or problem. */
  told = h("p", { class: "small", role: "status", "data-test": "games-told" });
  problem = h("p", { class: "problem small", role: "alert", "data-test": "games-problem" });
  #listed = LISTED;

  /**
   * @param {HTMLElement} main
   * @param {string} chosen a game's name; empty for all games
   * @param {AbortSignal} signal
   */
  constructor(main, chosen, signal) {
    this.main = main;
    this.chosen = chosen;
    this.signal = signal;
  }

  async draw() {
    const all = await storedGames();
    const isKept = await storesGames();
    if (this.signal.aborted) return;
    const games = all.filter(({ game }) => this.chosen === "" || game === this.chosen);
    const unfinished = games.filter(({ over }) => !over);
    const finished = games.filter(({ over }) => over);
    this.main.replaceChildren(
      h(
        "div",
        { class: "stack my-games", "data-test": "my-games" },
        h(
          "header",
          { class: "stack-head" },
          h("h1", {}, t("My games")),
          h(
            "p",
            { class: "quiet" },
            isKept
              ? t(
                  "Kept in this browser and nowhere else, up to {most} games; then the oldest go. Save them to a file now and then.",
                  { most: MAX_GAMES },
                )
              : t("This browser keeps nothing: your games are here until you leave. Save them to a file."),
          ),
        ),
        this.#filters(all),
        this.told,
        this.problem,
        all.length === 0 && this.#nothing(),
        unfinished.length > 0 && this.#unfinished(unfinished),
        finished.length > 0 && resultsSections(finished),
        finished.length > 0 && this.#finished(finished),
        this.#keeping(all),
      ),
    );
  }

  #nothing() {
    return h(
      "section",
      { class: "sheet pad" },
      h("p", {}, t("You have not played here yet. Every game you play in this browser will be found on this page.")),
      h("p", {}, h("a", { class: "button primary", href: "/" }, t("Play"))),
    );
  }

  /** @param {StoredGame[]} all */
  #filters(all) {
    const titles = new Map(all.map(({ game, title }) => [game, title]));
    if (titles.size < 2 && this.chosen === "") return null;
    const link = (/** @type {string} */ name, /** @type {string} */ words) =>
      h("a", { href: name ? `/games/${name}` : "/games", "aria-current": name === this.chosen && "page" }, words);
    return h(
      "nav",
      { class: "tabs", "aria-label": t("Which games") },
      link("", t("All")),
      [...titles].sort((a, b) => a[1].localeCompare(b[1])).map(([name, title]) => link(name, title)),
    );
  }

  /** @param {StoredGame[]} games */
  #unfinished(games) {
    return h(
      "section",
      { class: "sheet pad" },
      h("h2", {}, t("Not over yet")),
      h(
        "ul",
        { class: "lines", "data-test": "unfinished" },
        games.map((game) => unfinishedLine(game, (one) => this.#forget(one))),
      ),
    );
  }

  /** @param {StoredGame[]} games */
  #finished(games) {
    const more =
      games.length > this.#listed &&
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            this.#listed += 5 * LISTED;
            void this.draw();
          },
        },
        t("Show more"),
      );
    return h(
      "section",
      { class: "sheet pad" },
      h("h2", {}, t("Played")),
      h(
        "ul",
        { class: "lines", "data-test": "finished" },
        games.slice(0, this.#listed).map((game) => finishedLine(game, (one) => this.#forget(one))),
      ),
      more,
    );
  }

  /** @param {StoredGame[]} all */
  #keeping(all) {
    const save = h(
      "button",
      { type: "button", "data-test": "save-games", disabled: all.length === 0 },
      t("Save all to a file"),
    );
    save.addEventListener("click", () => saveFile(all));
    const file = h("input", {
      type: "file",
      class: "sr-only",
      id: "games-file",
      accept: ".json,application/json",
      "data-test": "games-file",
    });
    file.addEventListener("change", () => file.files?.[0] && void this.#takeIn(file.files[0]));
    const clear = h(
      "button",
      { type: "button", class: "plain", "data-test": "forget-all", disabled: all.length === 0 },
      t("Forget all"),
    );
    clear.addEventListener("click", () => this.#forgetAll(all.length));
    return h(
      "section",
      { class: "keeping", "aria-label": t("Keeping games") },
      save,
      h("label", { class: "button", for: "games-file" }, t("Take in a file"), file),
      clear,
    );
  }

  /** @param {File} file */
  async #takeIn(file) {
    this.#say("", "");
    try {
      const games = await readGames(file);
      const taken = await importGames(games);
      this.#say(t("{read} read, {taken} of them new.", { read: gamesWords(games.length), taken }), "");
    } catch (error) {
      this.#say("", errorText(error));
    }
    await this.draw();
  }

  /** @param {StoredGame} game */
  #forget(game) {
    confirmForgetting(
      t("Forget this game?"),
      game.over
        ? t("Its record is deleted from this browser. That cannot be undone.")
        : t("It goes on at its table; only this browser forgets it."),
      async () => {
        await deleteGame(game.id);
        await this.draw();
      },
    );
  }

  /** @param {number} number */
  #forgetAll(number) {
    confirmForgetting(
      t("Forget all games?"),
      t("{games} with their records are deleted from this browser. That cannot be undone: save them to a file first.", {
        games: gamesWords(number),
      }),
      async () => {
        await deleteAllGames();
        this.#say(t("All games are forgotten."), "");
        await this.draw();
      },
    );
  }

  /** @param {string} told @param {string} wrong */
  #say(told, wrong) {
    this.told.textContent = told;
    this.problem.textContent = wrong;
  }
}

/**
 * @param {string} title
 * @param {string} words
 * @param {() => Promise<void>} forget
 */
function confirmForgetting(title, words, forget) {
  const yes = h("button", { type: "button", class: "primary", "data-test": "confirm-forget" }, t("Forget"));
  const no = h("button", { type: "button" }, t("Keep"));
  const dialog = openDialog(title, [h("p", {}, words)], { test: "forget-dialog", acts: [no, yes] });
  no.addEventListener("click", () => dialog.close());
  yes.addEventListener("click", () => {
    dialog.close();
    void forget();
  });
}

/** @param {StoredGame[]} games */
function saveFile(games) {
  const href = URL.createObjectURL(new Blob([writeGames(games)], { type: "application/json" }));
  const day = new Date().toISOString().slice(0, 10);
  h("a", { href, download: `cardsharp-games-${day}.json` }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
