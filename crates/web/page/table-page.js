// A table one sits at or watches: its stream of views, one shown at a time.

import { Chooser } from "./choose.js";
import { openKeys } from "./dialog.js";
import { announce, h } from "./dom.js";
import { icon } from "./icons.js";
import { drawInvitation } from "./invitation.js";
import { kibitzerPanel } from "./kibitzer.js";
import { listenToKeys } from "./keys.js";
import { logPanel } from "./log.js";
import { moving } from "./motion.js";
import { get, listen, Refusal, wordsOf } from "./net.js";
import { noteTable } from "./recent.js";
import { drawResult, openResult } from "./result.js";
import { pace } from "./settings.js";
import { CardTable } from "./table.js";
import { handle } from "./touch.js";

/** @typedef {import("./types.d.ts").View} View */

/** More views than this are not shown one by one: somebody was away. */
const PATIENT = 12;

/** @param {string} id */
function makeParts(id) {
  const table = new CardTable();
  const prompt = h("p", { class: "prompt", "data-test": "prompt", role: "status", "aria-live": "polite" });
  const play = h("button", { type: "button", class: "primary", "data-test": "play" }, "Play");
  const undo = h("button", { type: "button", class: "plain", "data-test": "put-back" }, "Put back");
  const connection = h("p", { class: "connection", role: "alert", "data-test": "connection" });
  const result = h("div", { class: "outcome" });
  const notice = h("div", { class: "notice" });
  table.bar.append(connection, prompt, h("div", { class: "bar-acts" }, undo, play), result);
  table.felt.append(notice);
  const title = h("h1", {});
  const headline = h("p", { class: "headline", "data-test": "headline" });
  const rules = h("a", { class: "button plainly" }, "Rules");
  const keys = h("button", { type: "button", class: "plain icon", "aria-label": "Keys", title: "Keys (?)", onclick: () => openKeys("table") }, icon("keys"));
  const head = h("header", { class: "table-head" }, title, headline, h("div", { class: "head-acts" }, rules, keys));
  const kibitzer = kibitzerPanel(id, table);
  const log = logPanel(id);
  const side = h("aside", { class: "side", "aria-label": "Beside the table" }, kibitzer.element, log.element);
  return { table, prompt, play, undo, connection, result, notice, title, headline, rules, head, kibitzer, log, side };
}

/** @type {import("./app.js").Page} */
export async function tablePage(main, signal, [id = ""]) {
  const first = /** @type {View} */ (await get(`/api/tables/${encodeURIComponent(id)}`, signal));
  const parts = makeParts(id);
  const { table } = parts;
  /** @type {View | null} */
  let shown = null;
  let newest = -1;
  let connected = true;
  let showing = false;
  /** @type {View[]} */
  const queue = [];

  const drawBar = () => {
    const choosing = chooser.chosen.length > 0;
    parts.prompt.textContent = chooser.prompt;
    parts.prompt.classList.toggle("complaint", chooser.complaint !== "");
    parts.play.hidden = !chooser.mine || !(choosing || chooser.selectsFirst || chooser.pieces.some(({ open, action }) => open && !action));
    parts.play.disabled = chooser.action === null;
    parts.undo.hidden = !choosing;
  };
  const chooser = new Chooser(table, drawBar, (view) => {
    // The stream brings every step in order; this one counts only if the stream does not.
    window.setTimeout(() => arrive(view), connected ? 1500 : 0);
  });

  /** @param {View} view */
  const arrive = (view) => {
    if (signal.aborted || view.version <= newest) return;
    newest = view.version;
    queue.push(view);
    if (!showing) void drain();
  };

  const drain = async () => {
    showing = true;
    while (queue.length > 0 && !signal.aborted) {
      if (queue.length > PATIENT) queue.splice(0, queue.length - 1);
      await step(/** @type {View} */ (queue.shift()));
    }
    showing = false;
  };

  /** Shows one view. @param {View} view */
  const step = async (view) => {
    const before = shown;
    shown = view;
    const focused = table.pieces.findIndex((piece) => piece === document.activeElement);
    const moved = before === null ? view.step === 0 : view.step !== before.step;
    await moving(table, changeOf(before, view, moved ? pace() : 0), () => {
      table.draw(sceneOf(view));
      drawAround(view);
      chooser.see(view);
      if (focused >= 0 && document.activeElement === document.body) table.pieces[Math.min(focused, table.pieces.length - 1)]?.focus({ preventScroll: true });
    });
    if (before && moved && view.last) announce(`${view.sitters[view.last.seat]?.name ?? "Somebody"} ${view.last.words}.`);
    if (before && moved) await pause(isRoundOver(view) ? pace() * 2 : pace() * 0.45);
    if (before && !before.over && view.over && !signal.aborted) openResult(view);
  };

  /** @param {View} view */
  const drawAround = (view) => {
    document.title = `${view.turn === view.seat && !view.over && view.begun ? "● " : ""}${view.title} · cardsharp`;
    parts.title.textContent = view.title;
    parts.headline.textContent = view.picture.headline;
    parts.rules.href = `/rules/${view.game}`;
    parts.log.draw(view);
    parts.kibitzer.draw(view);
    drawInvitation(parts.notice, view, arriveAnew);
    drawResult(parts.result, view);
    if (view.seat !== null || view.over) noteTable(view);
  };

  /** Somebody came or went; nothing else changed. @param {View["sitters"]} sitters */
  const greet = (sitters) => {
    if (!shown || showing) return;
    shown = { ...shown, sitters };
    table.draw(sceneOf(shown));
    chooser.see(shown);
  };

  /** Somebody sat down or left: all is asked again, with whatever eyes one has now. */
  const arriveAnew = async () => {
    try {
      const view = /** @type {View} */ (await get(`/api/tables/${id}`, signal));
      newest = Math.min(newest, view.version - 1);
      arrive(view);
      restart();
    } catch (error) {
      if (!signal.aborted) chooser.complain(wordsOf(error));
    }
  };

  let stream = new AbortController();
  signal.addEventListener("abort", () => stream.abort());
  const restart = () => {
    stream.abort();
    stream = new AbortController();
    listen(
      () => `/api/tables/${id}/events?after=${newest}`,
      {
        view: (data) => arrive(JSON.parse(data)),
        sitters: (data) => greet(JSON.parse(data)),
        gone: () => goneForGood(),
      },
      (state) => {
        connected = state === "open";
        parts.connection.textContent = connected ? "" : "Connection lost, trying again…";
        if (state === "refused") void isThere();
      },
      stream.signal,
    );
  };

  const goneForGood = () => {
    stream.abort();
    parts.connection.replaceChildren("This table is no more. ", h("a", { href: "/" }, "To the lobby"));
  };

  /** A refused line may mean that the table is gone, and then trying again is in vain. */
  const isThere = async () => {
    try {
      await get(`/api/tables/${id}`, signal);
    } catch (error) {
      if (error instanceof Refusal && error.code === "unknown-table") goneForGood();
    }
  };

  parts.play.addEventListener("click", () => chooser.action && void chooser.play(chooser.action));
  parts.undo.addEventListener("click", () => void chooser.putBack("last"));
  table.addEventListener("stale", () => void arriveAnew());
  handle(table, chooser);
  listenToKeys(table, chooser, signal);
  main.replaceChildren(h("div", { class: "table-page" }, parts.head, table, parts.side));
  arrive(first);
  restart();
}

/** @param {View} view */
function sceneOf(view) {
  return { ...view, turn: view.begun ? view.turn : null, hands: [] };
}

/**
 * Who moved what, for the cards' ways.
 * @param {View | null} before
 * @param {View} view
 * @param {number} pace
 */
function changeOf(before, view, pace) {
  const passing = view.game === "intensity" && view.seat !== null;
  const seats = view.sitters.length;
  const mine = view.seat ?? 0;
  return {
    actor: view.last?.seat ?? null,
    giver: passing && before && before.rows.some(({ pieces }) => pieces.length > 0) ? (mine + seats - 1) % seats : null,
    taker: passing ? (mine + 1) % seats : view.seat,
    captures: view.game === "indigo",
    pace,
  };
}

/** Whether everybody has laid a card, and it stays a moment to be seen. @param {View} view */
function isRoundOver(view) {
  return view.picture.places.every(({ laid }) => laid.cards.length === 1 && laid.cards[0].dim);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
