// The page of a table, for players and watchers: takes a stream of views and shows one at a time.

import { Teacher } from "../lessons/teacher.js";
import { noteFinished } from "../lobby/progress.js";
import { storeTable } from "../my-games/game-store.js";
import { openRules } from "../rules/overlay.js";
import { alertTurn } from "../shell/alerts.js";
import { openKeys } from "../shell/dialog.js";
import { announce, h } from "../shell/dom.js";
import { focusHand } from "../shell/focus.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { errorText, get, listen, Refusal } from "../shell/net.js";
import { pace, stay } from "../shell/settings.js";
import { CardTable } from "../table/card-table.js";
import { Chooser } from "../table/chooser.js";
import { noteClocks, runClocks } from "../table/clocks.js";
import { listenToKeys } from "../table/keyboard.js";
import { animateChange } from "../table/motion.js";
import { listenToPointers } from "../table/touch.js";
import { drawer } from "./drawer.js";
import { drawInvitation } from "./invitation.js";
import { kibitzerPanel } from "./kibitzer.js";
import { logPanel } from "./log.js";
import { scoreHead } from "./match.js";
import { noticesPanel } from "./notices.js";
import { showPhrase } from "./phrases.js";
import { drawResult, openResult } from "./result.js";
import { tableMenu } from "./table-menu.js";

/** @typedef {import("../types.d.ts").View} View */

/** With more waiting views than this, only the newest is shown. */
const PATIENT = 12;
/** How long the stream may lag behind an answer, in milliseconds. */
const STREAM_LAG = 1500;

/** @type {import("../app.js").Page} */
export async function tablePage(main, signal, [id = ""]) {
  const first = /** @type {View} */ (await get(`/api/tables/${encodeURIComponent(id)}`, signal));
  new Visit(id, signal).begin(main, first);
}

/** A visit to a table. */
class Visit {
  /** @type {View | null} */
  #shown = null;
  /** The newest version that arrived. */
  #newest = -1;
  /** Views that wait to be shown. @type {View[]} */
  #queue = [];
  #showing = false;
  #connected = true;
  /** Whether it was the player's turn in the view before. */
  #wasMine = false;
  #stream = new AbortController();
  /** The last announced prompt. */
  #said = "";

  table = new CardTable();
  // Announced by `announce`, after the events that led to it.
  prompt = h("p", { class: "prompt", "data-test": "prompt" });
  play = h("button", { type: "button", class: "primary", "data-test": "play" }, t("Play"));
  undo = h(
    "button",
    { type: "button", class: "plain put-back", "data-test": "put-back", title: t("Put back") },
    icon("undo"),
    h("span", {}, t("Put back")),
  );
  connection = h("p", { class: "connection", role: "alert", "data-test": "connection" });
  result = h("div", { class: "outcome", hidden: true });
  notice = h("div", { class: "notice", hidden: true });
  title = h("h1", {});
  headline = h("p", { class: "headline", "data-test": "headline" });
  rules = h("a", { class: "button plainly" }, t("Rules"));
  match = h("p", { class: "match-head", "data-test": "match-head" });

  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    this.id = id;
    this.signal = signal;
    this.guide = new Teacher(this.table, signal);
    this.kibitzer = kibitzerPanel(id, this.table);
    this.log = logPanel(id);
    const arrived = (/** @type {View} */ view) => this.arrive(view);
    this.menu = tableMenu(id, arrived, signal);
    this.affairs = noticesPanel(id, arrived, signal);
    // The stream brings every step in order; an answer's view counts only if the stream fails.
    this.chooser = new Chooser(
      this.table,
      () => this.#drawBar(),
      (view) => window.setTimeout(() => this.arrive(view), this.#connected ? STREAM_LAG : 0),
    );
  }

  /** @param {HTMLElement} main @param {View} first */
  begin(main, first) {
    const { table, chooser, signal } = this;
    const keys = h(
      "button",
      {
        type: "button",
        class: "plain icon keys-button",
        "aria-label": t("Keys"),
        title: t("Keys (?)"),
        onclick: () => openKeys("table"),
      },
      icon("keys"),
    );
    table.bar.append(this.connection, this.prompt, h("div", { class: "bar-acts" }, this.undo, this.play), this.result);
    table.felt.append(this.notice, this.affairs.element);
    runClocks(table, () => this.#shown?.clock ?? null, signal);
    const { side, opener } = drawer([this.kibitzer.element, this.log.element], signal);
    main.replaceChildren(
      h(
        "div",
        { class: "table-page" },
        h(
          "header",
          { class: "table-head" },
          this.title,
          this.headline,
          this.match,
          h("div", { class: "head-acts" }, this.guide.again, this.menu.opener, this.rules, keys, opener),
        ),
        table,
        side,
        this.menu.menu,
      ),
    );
    this.play.addEventListener("click", () => chooser.action && void chooser.play(chooser.action));
    this.undo.addEventListener("click", () => void chooser.putBack("last"));
    this.rules.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !this.#shown) return;
      event.preventDefault();
      openRules(this.#shown, this.guide.told);
    });
    table.addEventListener("rules", () => this.rules.click());
    table.addEventListener("stale", () => void this.lookAgain());
    listenToPointers(table, chooser);
    listenToKeys(table, chooser, signal);
    signal.addEventListener("abort", () => this.#stream.abort());
    this.arrive(first);
    this.#listen();
  }

  /** Takes a view that is newer than all before. @param {View} view */
  arrive(view) {
    if (this.signal.aborted || view.version <= this.#newest) return;
    this.#newest = view.version;
    noteClocks(view.clock);
    this.#queue.push(view);
    if (!this.#showing) void this.#showAll();
  }

  /** A player sat down or left: asks for the whole view again, as the viewer's seat may have changed. */
  async lookAgain() {
    try {
      const view = /** @type {View} */ (await get(`/api/tables/${this.id}`, this.signal));
      this.#newest = Math.min(this.#newest, view.version - 1);
      this.arrive(view);
      this.#listen();
    } catch (error) {
      if (!this.signal.aborted) this.chooser.complain(errorText(error));
    }
  }

  async #showAll() {
    this.#showing = true;
    while (this.#queue.length > 0 && !this.signal.aborted) {
      if (this.#queue.length > PATIENT) this.#queue.splice(0, this.#queue.length - 1);
      await this.#show(/** @type {View} */ (this.#queue.shift()));
    }
    this.#showing = false;
  }

  /** @param {View} view */
  async #show(view) {
    const before = this.#shown;
    this.#shown = view;
    const back = before !== null && view.taken_back > before.taken_back;
    const moved = before === null ? view.step === 0 : view.step !== before.step;
    // A move that is taken back is not animated.
    await animateChange(this.table, changeOf(before, view, moved && !back ? pace() : 0), () => this.#draw(view));
    if (back) announce(t("A move was taken back."));
    else if (before && moved && view.last)
      announce([view.last.words, view.last.brought].filter(Boolean).join(". ") + ".");
    this.#sayPrompt();
    // The cards are in their places, so arrows can point at them.
    this.guide.draw();
    if (before && !this.#wasMine && this.chooser.mine) alertTurn(view);
    this.#wasMine = this.chooser.mine;
    if (before && !before.over && view.over && !moved) openResult(view);
    if (!before || !moved || back) return;
    await pause(stay(view.picture.trick_over ? "round" : "step"));
    await this.guide.heard();
    if (!before.over && view.over && !this.signal.aborted) openResult(view);
  }

  /** @param {View} view */
  #draw(view) {
    const { table } = this;
    const focused = table.pieces.findIndex((piece) => piece === document.activeElement);
    table.draw(sceneOf(view));
    this.title.textContent = view.title;
    this.headline.textContent = view.picture.headline;
    this.rules.href = `/rules/${view.game}`;
    this.match.textContent = scoreHead(view);
    this.menu.draw(view);
    this.affairs.draw(view);
    this.log.draw(view);
    this.kibitzer.draw(view);
    drawInvitation(this.notice, view, () => void this.lookAgain());
    drawResult(this.result, view);
    this.chooser.see(view);
    document.title = `${this.chooser.mine ? "● " : ""}${view.title} · cardsharp`;
    void storeTable(view);
    noteFinished(view);
    // A lesson appears with its view, before its cards can be played.
    this.guide.see(view);
    // A played card loses the focus; the next one gets it.
    if (focused >= 0 && document.activeElement === document.body)
      table.pieces[Math.min(focused, table.pieces.length - 1)]?.focus({ preventScroll: true });
    if (this.chooser.mine) focusHand(table);
  }

  /** Announces the prompt once. */
  #sayPrompt() {
    const words = this.chooser.prompt;
    if (words === this.#said) return;
    this.#said = words;
    announce(words);
  }

  #drawBar() {
    const { chooser } = this;
    const choosing = chooser.chosen.length > 0;
    this.prompt.textContent = chooser.prompt;
    // Answers to a choice are announced at once; a new view's prompt when it is shown.
    if (chooser.complaint || (choosing && chooser.choice)) this.#sayPrompt();
    else if (!choosing) this.#said = "";
    this.prompt.classList.toggle("complaint", chooser.complaint !== "");
    this.play.hidden =
      !chooser.mine ||
      !(choosing || chooser.selectsFirst || chooser.pieces.some(({ open, action }) => open && !action));
    this.play.disabled = chooser.action === null;
    this.undo.hidden = !choosing;
  }

  #listen() {
    this.#stream.abort();
    this.#stream = new AbortController();
    listen(
      () => `/api/tables/${this.id}/events?after=${this.#newest}`,
      {
        view: (data) => this.arrive(JSON.parse(data)),
        sitters: (data) => this.#greet(JSON.parse(data)),
        phrase: (data) => this.#shown && showPhrase(this.table, this.#shown, JSON.parse(data)),
        reseated: () => void this.lookAgain(),
        gone: () => this.#leave(),
      },
      (state) => {
        this.#connected = state === "open";
        this.connection.textContent = this.#connected ? "" : t("Connection lost, trying again…");
        if (state === "refused") void this.#checkThere();
      },
      this.#stream.signal,
    );
  }

  /** Updates the players after one came or went. @param {View["sitters"]} sitters */
  #greet(sitters) {
    if (!this.#shown || this.#showing) return;
    this.#shown = { ...this.#shown, sitters };
    this.table.draw(sceneOf(this.#shown));
    this.menu.draw(this.#shown);
    this.affairs.draw(this.#shown);
    this.chooser.see(this.#shown);
  }

  /** A refused stream may mean that the table is gone; then it is not tried again. */
  async #checkThere() {
    try {
      await get(`/api/tables/${this.id}`, this.signal);
    } catch (error) {
      if (error instanceof Refusal && error.code === "unknown-table") this.#leave();
    }
  }

  #leave() {
    this.#stream.abort();
    this.connection.replaceChildren(`${t("This table is no more.")} `, h("a", { href: "/" }, t("To the lobby")));
  }
}

/** @param {View} view */
function sceneOf(view) {
  return { ...view, turn: view.begun ? view.turn : null, hands: [] };
}

/**
 * Returns the change between two views, for the motion of cards.
 * @param {View | null} before
 * @param {View} view
 * @param {number} pace
 */
function changeOf(before, view, pace) {
  const { places, captured_by } = view.picture;
  const mine = view.seat;
  const givers = places.flatMap(({ passes_to }, seat) => (passes_to !== null && passes_to === mine ? [seat] : []));
  // The first cards come from the middle, even if cards are passed later.
  const dealt = before?.rows.some(({ pieces }) => pieces.length > 0);
  return {
    actor: view.last?.seat ?? null,
    giver: dealt ? (givers[0] ?? null) : null,
    taker: mine === null ? null : (places[mine].passes_to ?? mine),
    captures: captured_by !== null,
    pace,
  };
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
