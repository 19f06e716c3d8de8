// The chooser: collects the picked pieces, asks the server which action they make, and plays it.

import { t } from "../shell/language.js";
import { errorText, isUnreachable, Refusal, send, serverBack } from "../shell/net.js";
import { settings } from "../shell/settings.js";

/**
 * @typedef {import("../types.d.ts").ToldChoice} ToldChoice
 * @typedef {import("../types.d.ts").Piece} Piece
 * @typedef {import("../types.d.ts").View} View
 */

export class Chooser {
  /** @type {View | null} */
  view = null;
  /** @type {Piece[]} */
  pieces = [];
  /** Numbers of the picked pieces, in order. @type {number[]} */
  chosen = [];
  /** @type {ToldChoice | null} */
  choice = null;
  busy = false;
  /** The address that turns pieces into an action; tables and puzzles have different ones. */
  choicePath = () => `/api/tables/${this.view?.id}/choice`;
  /** The version after the own action; choosing waits until it is shown. */
  #awaited = -1;
  /** Replaces the prompt: the reason why a piece cannot be chosen, or an error. */
  complaint = "";
  /** Numbers the questions, so that late answers can be dropped. */
  #asked = 0;
  /** The pending answer about the chosen pieces. @type {Promise<unknown>} */
  #consulting = Promise.resolve();
  #table;
  #redraw;
  #arrived;

  /**
   * @param {import("./card-table.js").CardTable} table
   * @param {() => void} redraw
   * @param {(view: View) => void} arrived
   */
  constructor(table, redraw, arrived) {
    this.#table = table;
    this.#redraw = redraw;
    this.#arrived = arrived;
  }

  get mine() {
    const { view } = this;
    return (
      view !== null &&
      view.seat !== null &&
      view.turn === view.seat &&
      view.begun &&
      !view.over &&
      !view.paused &&
      !view.sitters[view.seat]?.stand_in &&
      view.version >= this.#awaited
    );
  }

  /** The action that Play would play. */
  get action() {
    return this.mine && !this.busy ? (this.choice?.action ?? null) : null;
  }

  /** Whether a click only selects: one card is not the whole action, or the user wants to confirm. */
  get selectsFirst() {
    return settings.confirm || this.view?.click === "chooses";
  }

  get prompt() {
    if (this.complaint) return this.complaint;
    return this.choice?.words || this.view?.prompt || "";
  }

  /** Takes a new view and clears the choice. @param {View} view */
  see(view) {
    const changed = ["step", "seat", "taken_back", "paused"].some(
      (what) => this.view?.[/** @type {"step"} */ (what)] !== view[/** @type {"step"} */ (what)],
    );
    this.view = view;
    this.pieces = view.rows.flatMap(({ pieces }) => pieces);
    if (changed) {
      this.#asked += 1;
      this.chosen = [];
      this.choice = null;
      this.complaint = "";
    }
    this.mark();
  }

  /** Marks the chosen and the open pieces. */
  mark() {
    this.#table.pieces.forEach((button, number) => {
      const chosen = this.chosen.includes(number);
      const open = this.mine && this.isOpen(number);
      button.classList.toggle("chosen", chosen);
      const heap = this.choice?.heaps[number] ?? this.pieces[number]?.heap;
      if (heap) button.dataset.heap = String(heap);
      else delete button.dataset.heap;
      button.classList.toggle("raised", open && !chosen);
      button.classList.toggle("closed", this.mine && !open && !chosen);
      button.setAttribute("aria-pressed", String(chosen));
      button.dataset.open = String(open);
      if (this.mine && !open && !chosen) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    });
    this.#redraw();
  }

  /** @param {number} number */
  isOpen(number) {
    return this.choice?.open[number] ?? this.pieces[number]?.open ?? false;
  }

  /** Shows why something cannot be done. @param {string} words @param {number} [number] */
  complain(words, number) {
    this.complaint = words;
    const button = number === undefined ? undefined : this.#table.pieces[number];
    button?.classList.remove("refused");
    // Reading the width restarts the animation of a repeated refusal.
    void button?.offsetWidth;
    button?.classList.add("refused");
    this.#redraw();
  }

  /** Returns why a piece cannot be chosen, or an empty text. @param {number} number */
  #objection(number) {
    if (!this.view || this.view.seat === null) return t("You are watching: take a free seat to play.");
    if (this.view.over) return t("The game is over.");
    if (this.busy || this.view.version < this.#awaited) return t("One moment: your card is on its way.");
    if (!this.mine) return this.view.prompt || "It is not your turn.";
    if (!this.isOpen(number))
      return this.choice?.reasons[number] || this.pieces[number]?.reason || "This cannot be chosen now.";
    return "";
  }

  /**
   * Picks a piece, or plays it at once if it is the whole action and needs no confirmation.
   * @param {number} number
   * @param {"click" | "double" | "drop" | "select"} how
   */
  async pick(number, how) {
    const step = this.view?.step;
    // Only the server knows what is open after the last piece: a fast click waits for it.
    await this.#consulting;
    if (this.view?.step !== step) return undefined;
    const picked = this.chosen.includes(number);
    const objection = picked && this.mine && !this.busy ? "" : this.#objection(number);
    if (objection) return this.complain(objection, number);
    this.complaint = "";
    const whole = this.pieces[number].action;
    if (whole && (how === "double" || how === "drop" || (how === "click" && !this.selectsFirst)))
      return this.play(whole);
    if (how === "double") return undefined;
    if (picked && how !== "drop") this.chosen = this.chosen.filter((other) => other !== number);
    else if (!picked) this.chosen = [...this.#without(number), number];
    this.#consulting = this.#consult();
    return this.#consulting;
  }

  /** The choice without a piece's group, if that group holds only one piece. @param {number} number */
  #without(number) {
    const { group } = this.pieces[number];
    return group === null ? this.chosen : this.chosen.filter((other) => this.pieces[other].group !== group);
  }

  /** Takes back the last piece, or all. @param {"last" | "all"} how */
  async putBack(how) {
    if (this.chosen.length === 0 && !this.complaint) return;
    this.complaint = "";
    this.chosen = how === "last" ? this.chosen.slice(0, -1) : [];
    await this.#consult();
  }

  /** The choice, if it needs no question: a single piece that is a whole action. @returns {ToldChoice | null} */
  #plainly() {
    const [only, ...more] = this.chosen.map((number) => this.pieces[number]);
    if (!only?.action || more.length > 0) return null;
    return {
      words: only.words,
      action: only.action,
      heaps: this.pieces.map(({ heap }) => heap),
      open: this.pieces.map(({ open }) => open),
      reasons: this.pieces.map(({ reason }) => reason),
    };
  }

  async #consult() {
    const asked = (this.#asked += 1);
    this.choice = this.#plainly();
    this.mark();
    if (this.choice || this.chosen.length === 0) return undefined;
    try {
      const choice = /** @type {ToldChoice} */ (await send(this.choicePath(), { chosen: this.chosen }));
      if (asked !== this.#asked) return undefined;
      this.choice = choice;
    } catch (error) {
      if (asked === this.#asked) this.complain(errorText(error));
      this.#recover(error);
    }
    return this.mark();
  }

  /**
   * Once an unreachable server is back, clears the complaint and asks again which action the chosen pieces make.
   * Playing it is left to the user.
   * @param {unknown} error
   */
  #recover(error) {
    if (!isUnreachable(error)) return;
    const { complaint } = this;
    void serverBack().then(() => {
      if (this.complaint !== complaint) return;
      this.complaint = "";
      void this.#consult();
    });
  }

  /** Plays an action. @param {string} action */
  async play(action) {
    if (!this.view || this.busy) return;
    this.busy = true;
    this.#redraw();
    try {
      const { id, version } = this.view;
      const after = /** @type {View} */ (await send(`/api/tables/${id}/actions`, { version, action }));
      this.#awaited = version + 1;
      this.#arrived(after);
    } catch (error) {
      this.complain(errorText(error));
      this.#recover(error);
      if (error instanceof Refusal && error.code === "stale") this.#table.dispatchEvent(new CustomEvent("stale"));
    } finally {
      this.busy = false;
      this.mark();
    }
  }
}
