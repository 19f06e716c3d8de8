// The teacher of a guided game: shows one lesson at a time beside its subject and never blocks the game.
// Every view brings lessons. A rule must be read; outside the pupil's turn the table waits for that. A task is done by
// playing. News need no answer.

import { markKnown } from "../lobby/progress.js";
import { h, s } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { recall, remember } from "../shell/settings.js";
import { drawPointers } from "./arrows.js";
import { bestPlace, spotElement } from "./placement.js";

/**
 * @typedef {import("../types.d.ts").Taught} Taught
 * @typedef {import("../types.d.ts").View} View
 * @typedef {import("../table/card-table.js").CardTable} CardTable
 */

/** The lessons already read, of the newest table only. */
const READ = "cardsharp.lessons";
/** The width of the side panels in the narrowest window that shows them beside the table, in pixels. */
const NARROW = 276;

/** @param {Taught} lesson */
const nameOf = ({ step, topic }) => `${topic}@${step}`;

export class Teacher {
  /** @type {View | null} */
  #view = null;
  /** @type {Set<string>} */
  #read = new Set();
  /** Whether the pupil has muted the teacher. */
  #quiet = false;
  /** Callers that wait until every rule is read. @type {(() => void)[]} */
  #waiting = [];
  /** Highlighted elements. @type {Element[]} */
  #pointed = [];
  #shown = "";
  #table;
  #pointers = s("svg", { class: "pointers", "aria-hidden": "true" });

  passing = h("p", { class: "teacher-news", "data-test": "lesson-news" });
  words = h("p", { class: "teacher-words", "data-test": "lesson" });
  next = h(
    "button",
    { type: "button", class: "primary", "data-test": "lesson-next", onclick: () => this.goOn() },
    h("span", {}, t("Next")),
    h("kbd", { "aria-hidden": "true" }, "N"),
  );
  skip = h(
    "button",
    {
      type: "button",
      class: "plain",
      "data-test": "lesson-skip",
      title: t("Leave out what is being said now"),
      onclick: () => this.#skip(),
    },
    t("Skip"),
  );
  known = h(
    "button",
    {
      type: "button",
      class: "plain",
      "data-test": "lesson-known",
      title: t("The teacher falls silent; the game goes on"),
      onclick: () => this.#hush(true),
    },
    t("I know this game"),
  );
  acts = h("div", { class: "teacher-acts" }, this.next, this.skip, this.known);
  panel = h(
    "section",
    { class: "teacher", hidden: true, "data-test": "teacher", "aria-label": t("Teacher") },
    h("div", { role: "status", "aria-live": "polite" }, this.passing, this.words),
    this.acts,
  );
  /** Mutes and unmutes the teacher. */
  again = h("button", {
    type: "button",
    class: "plain teach-again",
    hidden: true,
    "data-test": "teach-again",
    onclick: () => this.#hush(!this.#quiet),
  });

  /** @param {CardTable} table @param {AbortSignal} signal */
  constructor(table, signal) {
    this.#table = table;
    const place = () => this.#place();
    window.addEventListener("resize", place, { signal });
    window.addEventListener("scroll", place, { signal, passive: true });
    const sized = new ResizeObserver(place);
    sized.observe(table);
    document.addEventListener("keydown", (event) => this.#press(event), { signal, capture: true });
    signal.addEventListener("abort", () => {
      sized.disconnect();
      this.panel.remove();
      this.#pointers.remove();
      this.#release();
    });
  }

  /** Takes a new view. @param {View} view */
  see(view) {
    if (!view.guided || view.seat === null) return;
    if (this.#view === null) this.#recall(view);
    const acted = this.#view !== null && this.#view.step < view.step && this.#view.turn === view.seat;
    if (acted) this.#putAway();
    this.#view = view;
    this.draw();
  }

  /** Marks all lessons as read once the pupil has played: tasks are done, news are old, and rules can be looked up. */
  #putAway() {
    for (const lesson of this.#view?.lessons ?? []) this.#read.add(nameOf(lesson));
    this.#keep();
  }

  /** Resolves once all rules are read. */
  async heard() {
    while (this.#isHolding()) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
  }

  /** Goes on to the next lesson. */
  goOn() {
    const [first] = this.#rules();
    if (!first) return false;
    this.#read.add(nameOf(first));
    // News shown with a lesson are read with it.
    for (const lesson of this.#view?.lessons ?? []) if (lesson.kind === "news") this.#read.add(nameOf(lesson));
    this.#keep();
    this.draw();
    return true;
  }

  /** N always goes on; Enter does while nothing can be played. @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    const elsewhere = target instanceof Element && target.matches("a, button:not(.piece), summary");
    const wanted = event.key.toLowerCase() === "n" || (event.key === "Enter" && this.#isHolding() && !elsewhere);
    if (!wanted || !this.goOn()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** All lessons up to the current one, the newest last, for the rules overlay. */
  get told() {
    const rules = this.#rules();
    // A task is shown after the rules before it are read.
    const unread = new Set([...rules.slice(1), ...(rules.length > 0 ? this.#tasks() : [])].map(nameOf));
    const lessons = this.#view?.lessons ?? [];
    return lessons.filter(
      (lesson) => (lesson.kind === "rule" || lesson.kind === "task") && !unread.has(nameOf(lesson)),
    );
  }

  #isAsked() {
    const view = this.#view;
    return view !== null && view.turn === view.seat && !view.over;
  }

  #isHolding() {
    return !this.#quiet && !this.#isAsked() && this.#rules().length > 0;
  }

  #rules() {
    const lessons = this.#view?.lessons ?? [];
    return this.#quiet ? [] : lessons.filter((lesson) => lesson.kind === "rule" && !this.#read.has(nameOf(lesson)));
  }

  #tasks() {
    const lessons = this.#view?.lessons ?? [];
    return lessons.filter((lesson) => lesson.kind === "task" && !this.#read.has(nameOf(lesson)));
  }

  /** The current lesson: a rule, else a task, else news. */
  #current() {
    const view = this.#view;
    if (!view || this.#quiet) return { lesson: null, news: "" };
    const rules = this.#rules();
    const news = view.lessons.filter(({ kind }) => kind === "news").at(-1);
    // News stay until the pupil acts again.
    const unheard = news && !view.over && !this.#read.has(nameOf(news)) ? news : null;
    // After a later step the cards of the news are gone.
    const isPast = unheard !== null && unheard.step < view.step;
    const fresh = isPast
      ? { ...unheard, at: [], words: t("A moment ago: {words}", { words: unheard.words }) }
      : unheard;
    const lesson = rules[0] ?? (this.#isAsked() ? this.#tasks().at(-1) : undefined) ?? null;
    return { lesson: lesson ?? fresh, news: lesson && lesson.step === fresh?.step ? fresh.words : "" };
  }

  draw() {
    const { lesson, news } = this.#current();
    const focused = this.panel.contains(document.activeElement);
    this.panel.hidden = lesson === null;
    this.again.hidden = !this.#view?.guided || this.#view.over;
    this.again.classList.toggle("silent", this.#quiet);
    this.again.textContent = this.#quiet ? t("Teach me") : t("Stop teaching");
    const rules = this.#rules();
    this.next.hidden = lesson?.kind !== "rule";
    // News disappear without a click.
    this.acts.hidden = lesson?.kind === "news";
    this.panel.dataset.kind = lesson?.kind ?? "";
    if (lesson) {
      const state = `${nameOf(lesson)} ${lesson.words} ${news}`;
      // Announces each lesson once.
      if (this.#shown !== state) {
        this.passing.textContent = news;
        this.words.textContent = lesson.words;
      }
      this.#shown = state;
      if (!this.panel.isConnected) this.#table.after(this.panel, this.#pointers);
    }
    // After the last Next the focus goes to the cards.
    if (focused && lesson?.kind !== "rule") this.#toTheCards();
    this.#point(lesson?.at ?? []);
    this.#place();
    if (!this.#isHolding() || rules.length === 0) this.#release();
  }

  #toTheCards() {
    const { pieces } = this.#table;
    const open = pieces.find((piece) => piece.dataset.open === "true") ?? pieces[0];
    open?.focus({ preventScroll: true });
  }

  /** @param {Taught["at"]} spots */
  #point(spots) {
    for (const element of this.#pointed) element.classList.remove("taught");
    this.#pointed = spots.flatMap((spot) => spotElement(this.#table, spot) ?? []);
    for (const element of this.#pointed) element.classList.add("taught");
  }

  /**
   * Places the panel beside its targets and clear of what the player needs; a small window gives it a line of its own.
   */
  #place() {
    const isSaid = !this.panel.hidden && this.panel.isConnected;
    const boxes = this.#pointed.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
    if (isSaid) {
      const { style } = this.panel;
      for (const property of ["left", "top", "width"]) style.removeProperty(property);
      if (getComputedStyle(this.panel).position === "fixed") this.#float(boxes);
    }
    drawPointers(this.#pointers, isSaid ? this.panel.getBoundingClientRect() : null, boxes);
  }

  /** @param {DOMRect[]} boxes the targets */
  #float(boxes) {
    const { panel } = this;
    const needed = this.#needed();
    const { clientWidth, clientHeight } = document.documentElement;
    const head = document.querySelector(".table-head")?.getBoundingClientRect();
    const room = {
      left: 8,
      top: Math.max(8, Math.min(head?.bottom ?? 0, clientHeight / 3)),
      right: clientWidth - 8,
      bottom: clientHeight - 8,
    };
    const fits = () => {
      const { width, height } = panel.getBoundingClientRect();
      return { width, place: bestPlace({ width, height }, boxes, needed, room) };
    };
    let best = fits();
    // A panel that would cover something is tried at its narrowest width.
    if (best.place.hidden > 0) {
      panel.style.setProperty("width", `${NARROW}px`);
      const narrow = fits();
      if (narrow.place.cost < best.place.cost) best = narrow;
      panel.style.setProperty("width", `${Math.ceil(best.width)}px`);
    }
    panel.style.setProperty("left", `${Math.round(best.place.left)}px`);
    panel.style.setProperty("top", `${Math.round(best.place.top)}px`);
  }

  /** Boxes that should stay visible, with weights. */
  #needed() {
    const table = this.#table;
    /** @param {number} weight @param {Iterable<Element>} elements */
    const weighed = (weight, elements) => Array.from(elements, (one) => ({ box: one.getBoundingClientRect(), weight }));
    return [
      ...weighed(60, [...table.pieces, table.bar]),
      // Partly covered parts of the table can still be read.
      ...weighed(
        60,
        this.#pointed.filter((element) => element !== table.middle && element !== table.hand),
      ),
      ...weighed(40, table.felt.querySelectorAll(".card, .plate")),
      ...weighed(30, table.querySelectorAll(".caption:not(:empty)")),
      ...weighed(1, document.querySelectorAll(".side > *")),
    ];
  }

  #skip() {
    for (const lesson of [...this.#rules(), ...this.#tasks()]) this.#read.add(nameOf(lesson));
    this.#keep();
    this.draw();
  }

  /** @param {boolean} quiet */
  #hush(quiet) {
    this.#quiet = quiet;
    if (quiet && this.#view) markKnown(this.#view.game);
    this.#keep();
    this.draw();
  }

  #release() {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** @param {View} view */
  #recall({ id }) {
    const kept = recall(READ, { table: "", read: /** @type {string[]} */ ([]), quiet: false });
    if (kept.table !== id) return;
    this.#read = new Set(kept.read);
    this.#quiet = kept.quiet;
  }

  #keep() {
    if (this.#view) remember(READ, { table: this.#view.id, read: [...this.#read], quiet: this.#quiet });
  }
}
