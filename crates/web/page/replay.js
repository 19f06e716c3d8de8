// A record stepped through: any seat's view or all hands open, with the evaluation as a curve.

import { go } from "./address.js";
import { drawCurve } from "./curve.js";
import { copyButton, openKeys } from "./dialog.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { moving } from "./motion.js";
import { get, sendText, wordsOf } from "./net.js";
import { isMistake, review } from "./review.js";
import { pace } from "./settings.js";
import { CardTable } from "./table.js";
import { uploadForm } from "./upload.js";
import { t } from "./words.js";

/**
 * @typedef {import("./types.d.ts").Replay} Replay
 * @typedef {import("./types.d.ts").Reconsidered} Reconsidered
 */

/** A record that was handed in; it stays while one looks at it. */
let uploaded = "";

/** @param {string} record */
function look(record) {
  uploaded = record;
  go("/replay");
}

/** @type {import("./app.js").Page} */
export async function replayPage(main, signal, [kind, name]) {
  document.title = t("Replay · cardsharp");
  const source = kind && name ? `/${kind}/${encodeURIComponent(name)}` : "";
  if (!source && !uploaded) {
    main.replaceChildren(uploadForm("", look));
    return;
  }
  const load = async (/** @type {string} */ eyes) => {
    const path = `/api/replay${source}?seat=${eyes}`;
    return /** @type {Replay} */ (
      source ? await get(path, signal) : await (await sendText(path, uploaded, signal)).json()
    );
  };
  try {
    const replay = await load("open");
    document.title = t("{game}: replay · cardsharp", { game: replay.title });
    new Replaying(replay, load, source, signal).showIn(main);
  } catch (error) {
    if (source || signal.aborted) throw error;
    uploaded = "";
    main.replaceChildren(uploadForm(wordsOf(error), look));
  }
}

/** A replay on the table, at one of its steps. */
class Replaying {
  /** The step that is shown. */
  at = 0;
  /** Whose eyes: a seat's number, or "open". */
  eyes = "open";
  #busy = false;
  /** @type {Reconsidered[]} */
  #decisions = [];

  table = new CardTable();
  slider = h("input", { type: "range", min: 0, value: 0, "aria-label": t("Step"), "data-test": "replay-slider" });
  said = h("p", { class: "prompt", "data-test": "prompt", role: "status" });
  moves = h("ol", { class: "log moves", "data-test": "log", "aria-label": t("Moves") });
  curve = h("div", { class: "curve" });
  judged = h("p", { class: "small quiet", role: "status" });
  headline = h("p", { class: "headline", "data-test": "headline" });
  problem = h("p", { class: "problem small", role: "alert" });

  /**
   * @param {Replay} replay
   * @param {(eyes: string) => Promise<Replay>} load
   * @param {string} source
   * @param {AbortSignal} signal
   */
  constructor(replay, load, source, signal) {
    this.replay = replay;
    this.load = load;
    this.source = source;
    this.signal = signal;
    this.slider.max = String(this.last);
    this.slider.addEventListener("input", () => void this.show(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.press(event), { signal });
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /** Goes to a step; asked for another while cards still fly, it goes there next. @param {number} to */
  async show(to) {
    const wanted = Math.max(0, Math.min(this.last, to));
    const forward = wanted === this.at + 1;
    this.at = wanted;
    this.slider.value = String(wanted);
    if (this.#busy) return;
    this.#busy = true;
    const { seat, view } = this.replay.steps[wanted];
    await moving(
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

  draw() {
    const { replay, at } = this;
    const step = replay.steps[at];
    this.table.draw({
      game: replay.game,
      seat: this.eyes === "open" ? 0 : Number(this.eyes),
      sitters: replay.names.map((name) => ({ name, strength: "", words: "", kind: "player", present: true })),
      turn: step.view.turn,
      over: step.view.turn === null,
      picture: step.view.picture,
      rows: [],
      hands: step.hands,
    });
    this.headline.textContent = step.view.picture.headline;
    const decision = this.#decisions.find((one) => one.step === step.step);
    this.said.textContent = `${t("{at} of {last}", { at, last: this.last })} · ${step.words}${decision?.words ? `. ${decision.words}` : ""}`;
    for (const [index, item] of Array.from(this.moves.children).entries())
      item.toggleAttribute("data-now", index === at);
    const now = this.moves.children[at];
    if (now instanceof HTMLElement) this.moves.scrollTop = now.offsetTop - this.moves.clientHeight / 2;
    drawCurve(this.curve, this.#decisions, replay.names, this.last, at, (to) => void this.show(to));
  }

  drawMoves() {
    const { steps } = this.replay;
    const slips = new Set(this.#decisions.filter(isMistake).map(({ step }) => step));
    this.moves.replaceChildren(
      ...steps.map(({ step, words }, index) => {
        const mark = slips.has(step) && h("span", { class: "mistake" }, " ?!");
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "move", onclick: () => void this.show(index) },
            words,
            mark,
          ),
        );
      }),
    );
  }

  /** @param {string} eyes */
  async lookAs(eyes) {
    try {
      this.replay = await this.load(eyes);
      this.eyes = eyes;
      this.drawMoves();
      this.draw();
    } catch (error) {
      this.problem.textContent = wordsOf(error);
    }
  }

  /** Has every decision thought about again. */
  async evaluate() {
    this.judged.textContent = t("Thinking it through…");
    try {
      await review(
        `/api/replay${this.source}/review`,
        this.source ? null : uploaded,
        (decision) => {
          this.#decisions.push(decision);
          this.judged.textContent = t("{done} of {decisions} decisions", {
            done: decision.done,
            decisions: decision.decisions,
          });
          this.drawMoves();
          this.draw();
        },
        this.signal,
      );
      const slips = this.#decisions.filter(isMistake).length;
      this.judged.textContent =
        slips === 1
          ? t("{decisions} decisions, one marked as a mistake", { decisions: this.#decisions.length })
          : t("{decisions} decisions, {slips} marked as mistakes", { decisions: this.#decisions.length, slips });
    } catch (error) {
      if (!this.signal.aborted) this.judged.textContent = wordsOf(error);
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target instanceof Element && event.target.matches("input:not([type=range]), select, textarea")) return;
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
    if (event.key === "?") openKeys("replay");
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void this.show(to);
  }

  /** @param {HTMLElement} main */
  showIn(main) {
    this.table.bar.append(this.said, this.#player());
    main.replaceChildren(
      h(
        "div",
        { class: "table-page replay-page" },
        h(
          "header",
          { class: "table-head" },
          h("h1", {}, this.replay.title),
          this.headline,
          h("div", { class: "head-acts" }, this.#whose()),
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
            this.#evaluateButton(),
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
    this.draw();
  }

  #player() {
    const turn = (
      /** @type {string} */ words,
      /** @type {Parameters<typeof icon>[0]} */ sign,
      /** @type {() => number} */ to,
    ) =>
      h(
        "button",
        { type: "button", class: "icon", "aria-label": words, title: words, onclick: () => void this.show(to()) },
        icon(sign),
      );
    return h(
      "div",
      { class: "player" },
      turn(t("To the deal"), "first", () => 0),
      turn(t("A step back"), "back", () => this.at - 1),
      this.slider,
      turn(t("A step on"), "on", () => this.at + 1),
      turn(t("To the end"), "final", () => this.last),
    );
  }

  #whose() {
    const names = this.replay.names.map((name, seat) => h("option", { value: seat }, t("as {name} saw it", { name })));
    const select = h(
      "select",
      { "aria-label": t("Whose eyes"), "data-test": "replay-eyes" },
      h("option", { value: "open" }, t("all hands open")),
      names,
    );
    select.addEventListener("change", () => void this.lookAs(select.value));
    return select;
  }

  #evaluateButton() {
    const button = h("button", { type: "button", class: "primary", "data-test": "review" }, t("Evaluate the game"));
    button.addEventListener("click", () => {
      button.hidden = true;
      void this.evaluate();
    });
    return button;
  }

  #recordActs() {
    const { game, record } = this.replay;
    const href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    this.signal.addEventListener("abort", () => URL.revokeObjectURL(href));
    return h(
      "section",
      { class: "record-acts", "aria-label": t("The record") },
      h(
        "a",
        { class: "button", download: `${game}.record`, href, "data-test": "download" },
        icon("save"),
        t("Download"),
      ),
      copyButton(t("Copy"), () => record, "copy-record"),
      h("button", { type: "button", onclick: () => look("") }, t("Another")),
      this.problem,
    );
  }
}
