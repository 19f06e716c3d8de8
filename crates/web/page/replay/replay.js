// Replays of a record: any seat's view or all hands open, with the evaluation as a curve.

import { go } from "../shell/address.js";
import { copyButton, openKeys } from "../shell/dialog.js";
import { announce, h, setAttributes } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { isolated } from "../shell/names.js";
import { errorText } from "../shell/net.js";
import { pace } from "../shell/settings.js";
import { CardTable } from "../table/card-table.js";
import { animateChange } from "../table/motion.js";
import { autoplayer } from "./autoplay.js";
import { drawCurve } from "./evaluation-curve.js";
import { evaluate, isMistake } from "./evaluation.js";
import { drawReplayMenu } from "./menu.js";
import { costliest, drawMistake, markCards, mistakesOf, mistakeSteps } from "./mistakes.js";
import { findReplay, hasRecord, loadReplay, openRecord } from "./source.js";

/**
 * @typedef {import("../types.d.ts").Replay} Replay
 * @typedef {import("../types.d.ts").Reconsidered} Reconsidered
 * @typedef {import("./source.js").ReplaySource} ReplaySource
 */

/** @type {import("../app.js").Page} */
export async function replayPage(main, signal, [kind = "", name = ""]) {
  document.title = t("Replay · cardsharp");
  if (kind === "" || (kind === "record" && !hasRecord())) return drawReplayMenu(main, signal, "", openRecord);
  const asked = new URLSearchParams(window.location.search);
  const wished = /^\d$/.test(asked.get("seat") ?? "") ? String(asked.get("seat")) : "open";
  try {
    const { source, replay, eyes } = await findReplay(kind, name, wished, signal);
    document.title = t("{game}: replay · cardsharp", { game: replay.title });
    const replaying = new Replaying(replay, source, eyes, signal);
    replaying.showIn(main, Number(asked.get("step")) || 0);
    if (asked.get("look") === "decided") await replaying.showDecisiveMistake();
    if (asked.get("look") === "here") await replaying.evaluate();
  } catch (error) {
    if (kind !== "record" || signal.aborted) throw error;
    await drawReplayMenu(main, signal, errorText(error), openRecord);
  }
  return undefined;
}

/** A replay on the table, at one of its steps. */
class Replaying {
  at = 0;
  #busy = false;
  #reviewing = false;
  /** @type {Reconsidered[]} */
  #decisions = [];
  /** The step of the decisive mistake. */
  #decided = 0;

  table = new CardTable();
  slider = h("input", { type: "range", min: 0, value: 0, "aria-label": t("Step"), "data-test": "replay-slider" });
  prompt = h("p", { class: "prompt", "data-test": "prompt", role: "status" });
  slip = h("div", { class: "slip-note", "data-test": "mistake", role: "status", hidden: true });
  moves = h("ol", { class: "log moves", "data-test": "log", "aria-label": t("Moves") });
  curve = h("div", { class: "curve" });
  judged = h("p", { class: "small quiet", role: "status", "data-test": "judged" });
  headline = h("p", { class: "headline", "data-test": "headline" });
  problem = h("p", { class: "problem small", role: "alert" });
  evaluateButton = h("button", { type: "button", class: "primary", "data-test": "review" }, t("Evaluate the game"));
  findButton = h("button", { type: "button", class: "plain", "data-test": "find-mistakes" }, t("Find the mistakes"));

  /**
   * @param {Replay} replay
   * @param {ReplaySource} source
   * @param {string} eyes a seat's number, or "open"
   * @param {AbortSignal} signal
   */
  constructor(replay, source, eyes, signal) {
    this.replay = replay;
    this.source = source;
    this.eyes = eyes;
    this.signal = signal;
    this.autoplay = autoplayer(
      () => this.#stepOn(),
      () => this.at === this.last && this.#jump(0),
      signal,
    );
    this.mistakes = mistakeSteps((step) => this.go(step));
    this.slider.max = String(this.last);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.evaluateButton.addEventListener("click", () => void this.evaluate());
    this.findButton.addEventListener("click", () => void this.#findMistakes());
    document.addEventListener("keydown", (event) => this.press(event), { signal });
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /** The seat whose view is shown; null if all hands are open. */
  get seat() {
    return this.eyes === "open" ? null : Number(this.eyes);
  }

  /** Goes to a step at the user's request, and stops automatic playback. @param {number} to */
  go(to) {
    this.autoplay.stop();
    void this.show(to);
  }

  /** Goes to a step with flying cards; a step requested meanwhile comes next. @param {number} to */
  async show(to) {
    const wanted = Math.max(0, Math.min(this.last, to));
    const forward = wanted === this.at + 1;
    this.at = wanted;
    this.slider.value = String(wanted);
    this.#noteAddress();
    if (this.#busy) return;
    this.#busy = true;
    const { seat, view } = this.replay.steps[wanted];
    await animateChange(
      this.table,
      {
        actor: seat,
        giver: seat,
        taker: seat,
        captures: view.picture.captured_by !== null,
        pace: forward ? pace() : pace() / 2,
      },
      () => this.draw(),
    );
    this.#busy = false;
    if (this.at !== wanted) void this.show(this.at);
  }

  /** @returns {Promise<boolean>} whether there is more */
  async #stepOn() {
    await this.show(this.at + 1);
    return this.at < this.last;
  }

  /** Goes to a step without motion. @param {number} to */
  #jump(to) {
    this.at = Math.max(0, Math.min(this.last, Math.trunc(to)));
    this.slider.value = String(this.at);
    this.draw();
    this.#noteAddress();
  }

  /** Writes step and view into the address, so that it can be shared. */
  #noteAddress() {
    const parts = new URLSearchParams();
    if (this.eyes !== "open") parts.set("seat", this.eyes);
    if (this.at > 0) parts.set("step", String(this.at));
    const query = parts.toString();
    try {
      window.history.replaceState(null, "", `${window.location.pathname}${query ? `?${query}` : ""}`);
    } catch {
      // Some browsers refuse too many changes of the address; the next step writes it.
    }
  }

  draw() {
    const { replay, at } = this;
    const step = replay.steps[at];
    this.table.draw({
      game: replay.game,
      seat: this.seat ?? 0,
      sitters: replay.names.map((name) => ({ name, strength: "", words: "", kind: "player", present: true })),
      turn: step.view.turn,
      over: step.view.turn === null,
      picture: step.view.picture,
      rows: [],
      hands: step.hands,
    });
    this.headline.textContent = step.view.picture.headline;
    const happened = [step.words, step.brought, at === this.last && replay.why].filter(Boolean).join(". ");
    this.prompt.textContent = `${t("{at} of {last}", { at, last: this.last })} · ${happened}`;
    const mistake = this.#decisions.find((one) => one.step === step.step && isMistake(one));
    const name = step.seat === this.seat ? null : replay.names[step.seat ?? 0];
    drawMistake(this.slip, { game: replay.game, name, step, mistake });
    markCards(this.table, step, mistake);
    this.verdict.hidden = at !== this.#decided;
    this.mistakes.draw(mistakesOf(this.#decisions, this.seat), at, this.#reviewing);
    this.#drawNow();
    drawCurve(this.curve, this.#decisions, replay.names, this.last, at, (to) => this.go(to));
  }

  /** Marks the current move in the list and scrolls to it. */
  #drawNow() {
    for (const [index, item] of Array.from(this.moves.children).entries()) {
      item.toggleAttribute("data-now", index === this.at);
      if (item.firstElementChild)
        setAttributes(item.firstElementChild, { "aria-current": index === this.at && "step" });
    }
    const now = this.moves.children[this.at];
    if (now instanceof HTMLElement) this.moves.scrollTop = now.offsetTop - this.moves.clientHeight / 2;
  }

  drawMoves() {
    const { steps } = this.replay;
    const slips = new Set(this.#decisions.filter(isMistake).map(({ step }) => step));
    this.moves.replaceChildren(
      ...steps.map(({ step, words }, index) => {
        const isSlip = slips.has(step);
        return h(
          "li",
          { "data-mistake": isSlip },
          h(
            "button",
            { type: "button", class: "move", onclick: () => this.go(index) },
            words,
            isSlip && h("span", { class: "mistake", title: t("a mistake") }, " ?!"),
          ),
        );
      }),
    );
  }

  /** @param {string} eyes */
  async showAs(eyes) {
    this.autoplay.stop();
    try {
      this.replay = await loadReplay(this.source, eyes, this.signal);
      this.eyes = eyes;
      this.drawMoves();
      this.#jump(this.at);
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
  }

  /**
   * Has the server evaluate every decision, those of the shown seat first.
   * @param {(decision: Reconsidered) => void} [hear]
   * @returns {Promise<boolean>} whether it was completed
   */
  async evaluate(hear = () => {}) {
    if (this.#reviewing) return false;
    this.#reviewing = true;
    this.evaluateButton.hidden = true;
    this.findButton.hidden = true;
    this.#decisions = [];
    this.judged.textContent = t("Thinking it through…");
    try {
      await evaluate(
        this.source.path,
        { record: this.source.record, first: this.seat, signal: this.signal },
        (decision) => {
          this.#decisions.push(decision);
          const { done, decisions } = decision;
          this.judged.textContent = t("{done} of {decisions} decisions", { done, decisions });
          this.drawMoves();
          this.mistakes.element.hidden = false;
          this.draw();
          hear(decision);
        },
      );
      const slips = this.#decisions.filter(isMistake).length;
      this.judged.textContent =
        slips === 1
          ? t("{decisions} decisions, one marked as a mistake", { decisions: this.#decisions.length })
          : t("{decisions} decisions, {slips} marked as mistakes", { decisions: this.#decisions.length, slips });
      return true;
    } catch (error) {
      if (!this.signal.aborted) this.judged.textContent = errorText(error);
      this.evaluateButton.hidden = false;
      this.findButton.hidden = false;
      return false;
    } finally {
      this.#reviewing = false;
      if (!this.signal.aborted) this.draw();
    }
  }

  /** Goes to the first mistake as soon as it is found. */
  async #findMistakes() {
    let found = false;
    await this.evaluate((decision) => {
      if (found || !isMistake(decision) || (this.seat !== null && decision.seat !== this.seat)) return;
      found = true;
      this.go(decision.step);
    });
  }

  /** Goes to the most expensive decision of this seat once all are evaluated. */
  async showDecisiveMistake() {
    let told = false;
    const tell = () => {
      if (told) return;
      told = true;
      const worst = costliest(this.#decisions, this.seat);
      this.#decided = worst?.step ?? this.at;
      if (worst) this.go(worst.step);
      const words = worst ? t("Your costliest decision") : t("No clear mistake of yours was found.");
      this.verdict.textContent = words;
      announce(words);
    };
    this.#decided = this.at;
    this.verdict.textContent = t("Looking for your costliest decision…");
    const whole = await this.evaluate((decision) => decision.seat !== this.seat && tell());
    if (whole) tell();
    else if (!told) this.verdict.textContent = "";
  }

  /** The verdict on the decisive mistake, above the prompt. */
  verdict = h("p", { class: "slip-verdict", "data-test": "decided" });

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    if (target instanceof Element && target.matches("input:not([type=range]), select, textarea")) return;
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = target instanceof Element && target.closest("button, a, summary") !== null;
    const deeds = /** @type {Record<string, () => void>} */ ({
      "?": () => openKeys("replay"),
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      n: () => (this.#decisions.length > 0 ? this.mistakes.next() : void this.#findMistakes()),
      p: () => this.mistakes.previous(),
      // A focused button handles the space key itself.
      ...(isButton ? {} : { " ": () => this.autoplay.toggle() }),
    });
    const deed = Object.hasOwn(deeds, event.key) ? deeds[event.key] : null;
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** @param {HTMLElement} main @param {number} step */
  showIn(main, step) {
    this.table.bar.append(this.verdict, this.prompt, this.slip, this.#player());
    main.replaceChildren(
      h(
        "div",
        { class: "table-page replay-page" },
        h(
          "header",
          { class: "table-head" },
          h("h1", {}, this.replay.title),
          this.headline,
          h("div", { class: "head-acts" }, this.#viewSelect()),
        ),
        h(
          "div",
          { class: "stage" },
          this.table,
          h(
            "section",
            { class: "sheet pad evaluation", "aria-label": t("Evaluation") },
            this.curve,
            this.judged,
            this.evaluateButton,
          ),
        ),
        h(
          "aside",
          { class: "side", "aria-label": t("About this game") },
          h("section", { class: "sheet log-panel" }, h("h2", {}, t("Moves")), this.moves),
          this.#recordActs(),
        ),
      ),
    );
    this.drawMoves();
    this.#jump(step);
  }

  #player() {
    const turn = (
      /** @type {string} */ words,
      /** @type {Parameters<typeof icon>[0]} */ sign,
      /** @type {() => number} */ to,
    ) =>
      h(
        "button",
        { type: "button", class: "icon", "aria-label": words, title: words, onclick: () => this.go(to()) },
        icon(sign),
      );
    return h(
      "div",
      { class: "player" },
      turn(t("To the deal"), "first", () => 0),
      turn(t("A step back"), "back", () => this.at - 1),
      this.autoplay.button,
      turn(t("A step on"), "on", () => this.at + 1),
      turn(t("To the end"), "final", () => this.last),
      this.slider,
      this.findButton,
      this.mistakes.element,
    );
  }

  #viewSelect() {
    const names = this.replay.names.map((name, seat) =>
      h("option", { value: seat }, t("as {name} saw it", { name: isolated(name) })),
    );
    const select = h(
      "select",
      { "aria-label": t("Whose eyes"), "data-test": "replay-eyes" },
      h("option", { value: "open" }, t("all hands open")),
      names,
    );
    select.value = this.eyes;
    select.addEventListener("change", () => void this.showAs(select.value));
    return select;
  }

  #recordActs() {
    const { game, record } = this.replay;
    const href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    this.signal.addEventListener("abort", () => URL.revokeObjectURL(href));
    return h(
      "section",
      { class: "record-acts", "aria-label": t("The record") },
      // A game stored only in this browser has no address for others.
      this.source.record === null && copyButton(t("Copy link to this step"), () => window.location.href, "copy-link"),
      h(
        "a",
        { class: "button", download: `${game}.record`, href, "data-test": "download" },
        icon("save"),
        t("Download"),
      ),
      copyButton(t("Copy the record"), () => record, "copy-record"),
      h("button", { type: "button", onclick: () => go("/replay") }, t("Another")),
      this.problem,
    );
  }
}
