// The page's entry: maps an address to a page, and draws the buttons that every page has.
//
// shell        what every page uses: elements, requests, dialogs, settings, translations (`t`)
// lobby        start or set up a table
// table        <card-table>: draws a scene, chooses pieces by mouse, touch and keyboard; used by play, replay, puzzles
// play         a live table: menu, notices, match score, kibitzer, result
// lessons      the teacher of guided games
// replay       replays with the server's evaluation
// my-games     game history in this browser, statistics, coach
// puzzles, daily, tournaments, rules    one page each
// cards        drawings of the decks, the only place that knows games by name
// messages     translations
// types.d.ts   JSON of the server, generated from its API

import { dailyPage } from "./daily/daily.js";
import { lobbyPage } from "./lobby/lobby.js";
import { myGamesPage } from "./my-games/my-games.js";
import { tablePage } from "./play/play.js";
import { puzzlesPage } from "./puzzles/puzzles.js";
import { replayPage } from "./replay/replay.js";
import { rulesPage } from "./rules/rules.js";
import { go } from "./shell/address.js";
import { prepareSound } from "./shell/alerts.js";
import { closeDialogs } from "./shell/dialog.js";
import { findElement, h, setAttributes } from "./shell/dom.js";
import { focusHeading, isFocusLost } from "./shell/focus.js";
import { icon } from "./shell/icons.js";
import { loadMessages, t } from "./shell/language.js";
import { foldMenu } from "./shell/menu.js";
import { errorText, isAborted, isUnreachable, serverBack } from "./shell/net.js";
import { openSettings } from "./shell/settings-dialog.js";
import { apply, change } from "./shell/settings.js";
import { tournamentsPage } from "./tournaments/tournaments.js";

/**
 * Draws a page into `main`; it stops when the signal aborts.
 * @typedef {(main: HTMLElement, signal: AbortSignal, rest: string[]) => Promise<void>} Page
 */

/** @type {Record<string, Page>} */
const PAGES = {
  "": lobbyPage,
  table: tablePage,
  puzzles: puzzlesPage,
  daily: dailyPage,
  games: myGamesPage,
  replay: replayPage,
  rules: rulesPage,
  tournaments: tournamentsPage,
};

let leaving = new AbortController();
let shown = false;

/** Splits an address into its parts; parts that cannot be decoded stay as they are. @param {string} path */
function parts(path) {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return path.split("/").slice(1);
  }
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  closeDialogs();
  const main = findElement(document, "#main", HTMLElement);
  const [first, ...rest] = parts(window.location.pathname);
  for (const link of document.querySelectorAll(".top nav a")) {
    const part = link.getAttribute("href")?.split("/")[1];
    setAttributes(link, { "aria-current": part === first && "page" });
  }
  document.title = "cardsharp";
  document.body.dataset.page = first || "lobby";
  // The HTML file already has the first page's outline.
  const arrived = shown;
  if (arrived) main.replaceChildren(h("p", { class: "waiting" }, t("One moment…")));
  shown = true;
  window.scrollTo(0, 0);
  const page = PAGES[first];
  try {
    if (!page) throw new Error(t("There is no page at this address."));
    await page(main, signal, rest);
  } catch (error) {
    if (signal.aborted || isAborted(error)) return;
    showNotFound(main, errorText(error));
    if (!isUnreachable(error)) return;
    // Only the server is missing: the page comes as soon as it answers.
    setAttributes(findElement(main, "h1", HTMLElement), { "data-test": "unreachable" });
    findElement(main, "h1", HTMLElement).textContent = t("The house does not answer");
    await serverBack();
    if (!signal.aborted) void show();
  }
  // A link moves the focus to the heading of the new page, unless that page has set it.
  if (arrived && !signal.aborted && isFocusLost()) focusHeading(main);
}

/** Shows that there is no page at this address. @param {HTMLElement} main @param {string} words */
function showNotFound(main, words) {
  document.title = t("Not found · cardsharp");
  main.replaceChildren(
    h(
      "section",
      { class: "lost", "data-test": "lost" },
      h("h1", {}, t("Nothing on this table")),
      h("p", {}, words),
      h("p", {}, h("a", { class: "button primary", href: "/" }, t("To the lobby"))),
    ),
  );
}

function tools() {
  const light = h("button", {
    type: "button",
    class: "plain icon",
    "aria-label": t("Day or night"),
    title: t("Day or night"),
  });
  const redraw = () => light.replaceChildren(icon(document.documentElement.dataset.theme === "dark" ? "sun" : "moon"));
  light.addEventListener("click", () => {
    change({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" });
    redraw();
  });
  redraw();
  const more = h(
    "button",
    {
      type: "button",
      class: "plain icon",
      "aria-label": t("Settings"),
      title: t("Settings"),
      "data-test": "settings",
      onclick: openSettings,
    },
    icon("sliders"),
  );
  findElement(document, "#tools", HTMLElement).append(light, more);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/") || path.startsWith("/api") || link.target || link.hasAttribute("download"))
    return;
  event.preventDefault();
  go(path);
  findElement(document, "#main", HTMLElement).focus({ preventScroll: true });
});
window.addEventListener("popstate", () => void show());

prepareSound();
apply();
await loadMessages();
tools();
foldMenu();
void show();
