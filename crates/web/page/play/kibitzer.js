// The kibitzer: its advice in one sentence, and folded below it the value of each action, the reasons, and where the
// unseen cards may be.

import { h } from "../shell/dom.js";
import { numeral, t } from "../shell/language.js";
import { get, isAborted, showProblem } from "../shell/net.js";
import { recall, remember } from "../shell/settings.js";
import { beliefMap } from "./belief-map.js";

/**
 * @typedef {import("../types.d.ts").Advice} Advice
 * @typedef {import("../types.d.ts").Judged} Judged
 * @typedef {import("../types.d.ts").View} View
 */

const OPEN = "cardsharp.kibitzer";
const MORE = "cardsharp.kibitzer.more";
/** Actions listed; a pass has 120. */
const LISTED = 8;

/** @param {string} id @param {import("../table/card-table.js").CardTable} table */
export function kibitzerPanel(id, table) {
  const body = h("div", { class: "kibitzer-body", "data-test": "kibitzer-body" });
  const toggle = h(
    "button",
    { type: "button", class: "plain", "data-test": "ask-kibitzer", "aria-expanded": "false" },
    t("Ask"),
  );
  const element = h(
    "section",
    { class: "sheet kibitzer", "data-test": "kibitzer", "aria-label": t("Kibitzer"), hidden: true },
    h("header", {}, h("h2", {}, t("Kibitzer")), toggle),
    body,
  );
  let open = recall(OPEN, false);
  /** @type {View | null} */
  let seen = null;
  let asked = "";
  let asking = new AbortController();

  toggle.addEventListener("click", () => {
    open = !open;
    remember(OPEN, open);
    asked = "";
    if (seen) draw(seen);
  });

  /** @param {View} view */
  function draw(view) {
    seen = view;
    element.hidden = !view.kibitzer || view.seat === null || view.over;
    toggle.textContent = open ? t("Hide") : t("Ask");
    toggle.setAttribute("aria-expanded", String(open));
    body.hidden = !open;
    const question = `${view.step} ${view.turn} ${view.taken_back}`;
    if (element.hidden || !open || asked === question) return;
    asked = question;
    asking.abort();
    if (view.turn !== view.seat || !view.begun) {
      body.classList.add("stale");
      if (body.childElementCount === 0)
        body.replaceChildren(h("p", { class: "small quiet" }, t("Advice comes when it is your turn.")));
      return;
    }
    void ask();
  }

  async function ask() {
    asking = new AbortController();
    body.classList.add("stale");
    if (body.childElementCount === 0) body.replaceChildren(h("p", { class: "small quiet" }, t("Thinking…")));
    try {
      const advice = /** @type {Advice} */ (await get(`/api/tables/${id}/advice`, asking.signal));
      body.classList.remove("stale");
      body.replaceChildren(...advise(advice, table));
    } catch (error) {
      if (isAborted(error)) return;
      const problem = h("p", { class: "problem small" });
      body.replaceChildren(problem);
      showProblem(problem, error, () => void ask());
    }
  }

  return { element, draw };
}

/** @param {Advice} advice @param {import("../table/card-table.js").CardTable} table */
function advise(advice, table) {
  const scale = scaleOf(advice.choices);
  const more = h(
    "details",
    { class: "advice-more", "data-test": "advice-more", open: recall(MORE, false) },
    h("summary", {}, t("What the others are worth, and why")),
    h("p", { class: "small quiet" }, t("Of 100, with the standard error.")),
    h(
      "ul",
      { class: "advice", "aria-label": t("What each action is worth") },
      advice.choices.slice(0, LISTED).map((choice, index) => adviceRow(choice, index, scale, table)),
    ),
    advice.choices.length > LISTED &&
      h("p", { class: "small quiet" }, t("and {count} more", { count: advice.choices.length - LISTED })),
    advice.words.map((words) => h("p", { class: "small" }, words)),
    beliefMap(advice.beliefs),
  );
  more.addEventListener("toggle", () => remember(MORE, more.open));
  return [h("p", { class: "advice-brief", "data-test": "advice-brief" }, advice.brief), more];
}

/** Formats a share as a percentage. @param {number} part */
const ofHundred = (part) => numeral(100 * part, 1);

/** The range over which the bars are drawn. @param {Judged[]} choices */
function scaleOf(choices) {
  const ends = choices
    .slice(0, LISTED)
    .flatMap(({ value, error }) => (value === null ? [] : [value - (error ?? 0), value + (error ?? 0)]));
  if (ends.length === 0) return null;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const margin = Math.max((high - low) * 0.12, 1e-6);
  return { low: low - margin, span: high - low + 2 * margin };
}

/**
 * @param {Judged} choice
 * @param {number} index
 * @param {{ low: number, span: number } | null} scale
 * @param {import("../table/card-table.js").CardTable} table
 */
function adviceRow(choice, index, scale, table) {
  const { value, error, weight } = choice;
  const bar = h("span", { class: "bar-fill" });
  const whisker = h("span", { class: "whisker" });
  let figure = "";
  if (value !== null && scale) {
    const part = (/** @type {number} */ at) => `${(100 * (at - scale.low)) / scale.span}%`;
    bar.style.width = part(value);
    whisker.style.left = part(value - (error ?? 0));
    whisker.style.width = `${(200 * (error ?? 0)) / scale.span}%`;
    figure = `${ofHundred(value)} ± ${ofHundred(error ?? 0)}`;
  } else if (weight !== null) {
    bar.style.width = `${100 * weight}%`;
    whisker.hidden = true;
    figure = `${Math.round(100 * weight)} %`;
  } else {
    whisker.hidden = true;
    figure = index === 0 ? t("its choice") : t("not tried");
  }
  const row = h(
    "li",
    { class: index === 0 ? "best" : "", "data-test": "advice-row", "data-action": choice.action, title: choice.words },
    h("span", { class: "advice-action" }, choice.order),
    h("span", { class: "advice-figure" }, figure),
    h("span", { class: "bar-track", "aria-hidden": "true" }, bar, whisker),
  );
  const piece =
    table.scene?.rows.flatMap(({ pieces }) => pieces).findIndex(({ action }) => action === choice.action) ?? -1;
  const point = (/** @type {boolean} */ on) => table.pieces[piece]?.classList.toggle("pointed", on);
  row.addEventListener("pointerenter", () => point(true));
  row.addEventListener("pointerleave", () => point(false));
  return row;
}
