// The page's front door: addresses to pages, and the few buttons on top of all of them.

import { go } from "./address.js";
import { prepareSound } from "./attention.js";
import { closeDialogs } from "./dialog.js";
import { adorn, h, the } from "./dom.js";
import { focusHeading, isFocusLost } from "./focus.js";
import { icon } from "./icons.js";
import { dailyPage } from "./daily.js";
import { gamesPage } from "./games-page.js";
import { lobbyPage } from "./lobby.js";
import { foldMenu } from "./menu.js";
import { isUnreachable, serverBack, wasLeft, wordsOf } from "./net.js";
import { puzzlesPage } from "./puzzles.js";
import { replayPage } from "./replay.js";
import { rulesPage } from "./rules.js";
import { apply, change, openSettings } from "./settings.js";
import { tablePage } from "./table-page.js";
import { tournamentsPage } from "./tournaments.js";
import { learnLanguage, t } from "./words.js";

/**
 * A page draws itself into `main` and stops whatever it does when the signal says so.
 * @typedef {(main: HTMLElement, signal: AbortSignal, rest: string[]) => Promise<void>} Page
 */

/** @type {Record<string, Page>} */
const PAGES = {
  "": lobbyPage,
  table: tablePage,
  puzzles: puzzlesPage,
  daily: dailyPage,
  games: gamesPage,
  replay: replayPage,
  rules: rulesPage,
  tournaments: tournamentsPage,
};

let leaving = new AbortController();
let shown = false;

/** The parts of an address; what is no address of ours is left as it is. @param {string} path */
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
  const main = the(document, "#main", HTMLElement);
  const [first, ...rest] = parts(window.location.pathname);
  for (const link of document.querySelectorAll(".top nav a")) {
    const part = link.getAttribute("href")?.split("/")[1];
    adorn(link, { "aria-current": part === first && "page" });
  }
  document.title = "cardsharp";
  document.body.dataset.page = first || "lobby";
  // What the first page waits with is painted already.
  const arrived = shown;
  if (arrived) main.replaceChildren(h("p", { class: "waiting" }, t("One moment…")));
  shown = true;
  window.scrollTo(0, 0);
  const page = PAGES[first];
  try {
    if (!page) throw new Error(t("There is no page at this address."));
    await page(main, signal, rest);
  } catch (error) {
    if (signal.aborted || wasLeft(error)) return;
    lost(main, wordsOf(error));
    if (!isUnreachable(error)) return;
    // Nothing but time is missing here: the page comes as soon as the server does.
    adorn(the(main, "h1", HTMLElement), { "data-test": "unreachable" });
    the(main, "h1", HTMLElement).textContent = t("The house does not answer");
    await serverBack();
    if (!signal.aborted) void show();
  }
  // Whoever came by a link stands at the head of the new page, unless it has given them something to do.
  if (arrived && !signal.aborted && isFocusLost()) focusHeading(main);
}

/**
 * What is shown where nothing is.
 * @param {HTMLElement} main
 * @param {string} words
 */
function lost(main, words) {
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
  the(document, "#tools", HTMLElement).append(light, more);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/") || path.startsWith("/api") || link.target || link.hasAttribute("download"))
    return;
  event.preventDefault();
  go(path);
  the(document, "#main", HTMLElement).focus({ preventScroll: true });
});
window.addEventListener("popstate", () => void show());

prepareSound();
apply();
await learnLanguage();
tools();
foldMenu();
void show();
