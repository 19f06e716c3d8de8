// A record stepped through: any seat's view or all hands open, with the evaluation as a curve.

import { go } from "./address.js";
import { drawCurve } from "./curve.js";
import { copyButton, openKeys } from "./dialog.js";
import { announce, h } from "./dom.js";
import { icon } from "./icons.js";
import { moving } from "./motion.js";
import { get, sendText, wordsOf } from "./net.js";
import { isMistake, review } from "./review.js";
import { pace } from "./settings.js";
import { CardTable } from "./table.js";

/**
 * @typedef {import("./types.d.ts").Replay} Replay
 * @typedef {import("./types.d.ts").Decision} Decision
 */

/** A record that was handed in; it stays while one looks at it. */
let uploaded = "";

/** @type {import("./app.js").Page} */
export async function replayPage(main, signal, [kind, name]) {
  if (!kind && !uploaded) {
    document.title = "Replay · cardsharp";
    main.replaceChildren(uploadForm());
    return;
  }
  const source = kind && name ? `/${kind}/${encodeURIComponent(name)}` : "";
  const load = async (/** @type {string} */ eyes) => {
    const path = `/api/replay${source}?seat=${eyes}`;
    return /** @type {Replay} */ (source ? await get(path, signal) : await (await sendText(path, uploaded, signal)).json());
  };
  try {
    await showReplay(main, signal, load, source);
  } catch (error) {
    if (source || signal.aborted) throw error;
    uploaded = "";
    main.replaceChildren(uploadForm(wordsOf(error)));
  }
}

/** @param {string} [words] */
function uploadForm(words = "") {
  const problem = h("p", { class: "problem", role: "alert" }, words);
  const file = h("input", { type: "file", class: "sr-only", id: "record-file", "data-test": "record-file", accept: ".record,.game,.txt,text/plain" });
  const text = h("textarea", { rows: 8, placeholder: "… or paste a record here", "aria-label": "Record", "data-test": "record-text" });
  const take = (/** @type {string} */ record) => {
    if (!record.trim()) {
      problem.textContent = "There is nothing in it: a record begins with the name of its game.";
      return;
    }
    uploaded = record;
    go("/replay");
  };
  const drop = h("label", { class: "drop", for: "record-file" }, icon("save"), h("span", {}, "Drop a record here, or choose a file"), file);
  file.addEventListener("change", async () => file.files?.[0] && take(await file.files[0].text()));
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", async (event) => {
    event.preventDefault();
    const first = event.dataTransfer?.files[0];
    if (first) take(await first.text());
  });
  return h(
    "section",
    { class: "upload" },
    h("h1", {}, "Replay a game"),
    h("p", { class: "quiet" }, "Any record of ours: from a table, from a tournament, from the command line."),
    drop,
    text,
    problem,
    h("div", { class: "acts" }, h("button", { type: "button", class: "primary", "data-test": "show-record", onclick: () => take(text.value) }, "Show")),
  );
}

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {(eyes: string) => Promise<Replay>} load
 * @param {string} source
 */
async function showReplay(main, signal, load, source) {
  let replay = await load("open");
  let at = 0;
  let eyes = "open";
  let busy = false;
  /** @type {Decision[]} */
  const decisions = [];
  document.title = `${replay.title}: replay · cardsharp`;
  const last = () => replay.steps.length - 1;

  const table = new CardTable();
  const slider = h("input", { type: "range", min: 0, max: last(), value: 0, "aria-label": "Step", "data-test": "replay-slider" });
  const said = h("p", { class: "prompt", "data-test": "prompt", role: "status" });
  const moves = h("ol", { class: "log moves", "data-test": "log", "aria-label": "Moves" });
  const curve = h("div", { class: "curve" });
  const judged = h("p", { class: "small quiet" });
  const headline = h("p", { class: "headline", "data-test": "headline" });
  const problem = h("p", { class: "problem small", role: "alert" });
  const whose = h(
    "select",
    { "aria-label": "Whose eyes", "data-test": "replay-eyes" },
    h("option", { value: "open" }, "all hands open"),
    replay.names.map((name, seat) => h("option", { value: seat }, `as ${name} saw it`)),
  );
  const turn = (/** @type {string} */ words, /** @type {Parameters<typeof icon>[0]} */ sign, /** @type {() => number} */ to) =>
    h("button", { type: "button", class: "icon", "aria-label": words, title: words, onclick: () => void show(to()) }, icon(sign));

  /** @param {number} to */
  const show = async (to) => {
    const wanted = Math.max(0, Math.min(last(), to));
    const forward = wanted === at + 1;
    at = wanted;
    slider.value = String(at);
    if (busy) return;
    busy = true;
    const step = replay.steps[at];
    await moving(table, { actor: step.seat, giver: step.seat, taker: step.seat, captures: replay.game === "indigo", pace: forward ? pace() : pace() / 2 }, () => draw());
    busy = false;
    if (at !== wanted) void show(at);
  };

  const draw = () => {
    const step = replay.steps[at];
    const seat = eyes === "open" ? 0 : Number(eyes);
    table.draw({
      game: replay.game,
      seat,
      sitters: replay.names.map((name) => ({ name, words: "", kind: "player", present: true })),
      turn: step.view.turn,
      over: step.view.turn === null,
      picture: step.view.picture,
      rows: [],
      hands: step.hands,
    });
    headline.textContent = step.view.picture.headline;
    const decision = decisions.find((one) => one.step === step.step);
    said.textContent = `${at} of ${last()} · ${step.seat === null ? "" : `${replay.names[step.seat]} `}${step.words}${decision?.words ? `. ${decision.words}` : ""}`;
    announce(said.textContent);
    for (const [index, item] of Array.from(moves.children).entries()) item.toggleAttribute("data-now", index === at);
    const now = moves.children[at];
    if (now instanceof HTMLElement) moves.scrollTop = now.offsetTop - moves.clientHeight / 2;
    drawCurve(curve, decisions, replay.names, last(), at, (step) => void show(step));
  };

  const drawMoves = () => {
    moves.replaceChildren(
      ...replay.steps.map((step, index) => {
        const decision = decisions.find((one) => one.step === step.step);
        return h("li", {}, h("button", { type: "button", class: "move", onclick: () => void show(index) }, h("b", {}, step.seat === null ? "" : replay.names[step.seat]), ` ${step.words}`, decision && isMistake(decision) && h("span", { class: "mistake" }, " ?!")));
      }),
    );
  };

  whose.addEventListener("change", async () => {
    eyes = whose.value;
    try {
      replay = await load(eyes);
      drawMoves();
      draw();
    } catch (error) {
      problem.textContent = wordsOf(error);
    }
  });
  slider.addEventListener("input", () => void show(Number(slider.value)));
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.target instanceof Element && event.target.matches("input:not([type=range]), select, textarea")) return;
      if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last() }[event.key];
      if (event.key === "?") openKeys("replay");
      if (to === undefined) return;
      event.preventDefault();
      void show(to);
    },
    { signal },
  );

  const look = h("button", { type: "button", class: "primary", "data-test": "review" }, "Evaluate the game");
  look.addEventListener("click", async () => {
    look.hidden = true;
    judged.textContent = "Thinking it through…";
    try {
      await review(
        `/api/replay${source}/review`,
        source ? null : uploaded,
        (decision) => {
          decisions.push(decision);
          judged.textContent = `${decision.done} of ${decision.decisions} decisions`;
          drawMoves();
          draw();
        },
        signal,
      );
      const count = decisions.filter(isMistake).length;
      judged.textContent = `${decisions.length} decisions, ${count} marked as ${count === 1 ? "a mistake" : "mistakes"}`;
    } catch (error) {
      if (!signal.aborted) judged.textContent = wordsOf(error);
    }
  });
  const save = h("a", { class: "button", download: `${replay.game}.record`, href: URL.createObjectURL(new Blob([replay.record], { type: "text/plain" })), "data-test": "download" }, icon("save"), "Download");
  signal.addEventListener("abort", () => URL.revokeObjectURL(save.href));

  table.bar.append(
    said,
    h("div", { class: "player" }, turn("To the deal", "first", () => 0), turn("A step back", "back", () => at - 1), slider, turn("A step on", "on", () => at + 1), turn("To the end", "final", last)),
  );
  main.replaceChildren(
    h(
      "div",
      { class: "table-page replay-page" },
      h("header", { class: "table-head" }, h("h1", {}, replay.title), headline, h("div", { class: "head-acts" }, whose)),
      table,
      h(
        "aside",
        { class: "side", "aria-label": "About this game" },
        h("section", { class: "sheet pad" }, h("h2", {}, "Evaluation"), curve, judged, look),
        h("section", { class: "sheet log-panel" }, h("h2", {}, "Moves"), moves),
        h("section", { class: "record-acts" }, save, copyButton("Copy", () => replay.record, "copy-record"), h("button", { type: "button", onclick: () => ((uploaded = ""), go("/replay")) }, "Another"), problem),
      ),
    ),
  );
  drawMoves();
  draw();
}
