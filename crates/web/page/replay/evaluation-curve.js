// The evaluation of a game as a curve: a line for each seat, rings for mistakes.

import { h, s } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { isMistake } from "./evaluation.js";

/** @typedef {import("../types.d.ts").Reconsidered} Reconsidered */

const [HEIGHT, MARGIN] = [140, 14];

/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)} %`;

/**
 * @param {HTMLElement} element
 * @param {Reconsidered[]} decisions
 * @param {string[]} names
 * @param {number} last the last step
 * @param {number} at the step that is shown
 * @param {(step: number) => void} chosen
 */
export function drawCurve(element, decisions, names, last, at, chosen) {
  const valued = decisions.filter((decision) => decision.value !== null);
  if (valued.length === 0) {
    element.replaceChildren();
    return;
  }
  const width = Math.max(300, element.clientWidth);
  const values = valued.map(({ value }) => Number(value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ step) => MARGIN + (step / Math.max(1, last)) * (width - 2 * MARGIN);
  const y = (/** @type {number} */ value) =>
    HEIGHT - MARGIN - ((value - low) / Math.max(1e-9, high - low)) * (HEIGHT - 2 * MARGIN);
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: "img",
      "aria-label": t("Evaluation over {last} steps, from {low} to {high}", {
        last,
        low: percent(low),
        high: percent(high),
      }),
      "data-test": "curve",
    },
    [low, high]
      .map((value) => [
        s("path", { class: "rule", d: `M${MARGIN} ${y(value)}H${width - MARGIN}` }),
        s("text", { x: width - MARGIN, y: y(value) - 3 }, percent(value)),
      ])
      .flat(),
    s("path", { class: "now", d: `M${x(at)} 0V${HEIGHT}` }),
    names.map((_, seat) => {
      const own = valued.filter((decision) => decision.seat === seat).sort((a, b) => a.step - b.step);
      const line = own
        .map(
          ({ step, value }, index) => `${index === 0 ? "M" : "L"}${x(step).toFixed(1)} ${y(Number(value)).toFixed(1)}`,
        )
        .join("");
      return s("path", { class: `line-${seat}`, d: line });
    }),
    valued.map((decision) =>
      s(
        "circle",
        {
          class: `${isMistake(decision) ? "slip" : "dot"} line-${decision.seat}`,
          cx: x(decision.step),
          cy: y(Number(decision.value)),
          r: isMistake(decision) ? 5 : 2.2,
          onclick: () => chosen(decision.step),
        },
        s(
          "title",
          {},
          t("{name}, step {step}: {value}", {
            name: names[decision.seat],
            step: decision.step,
            value: percent(Number(decision.value)),
          }),
          decision.words && `. ${decision.words}`,
        ),
      ),
    ),
  );
  element.replaceChildren(
    svg,
    h(
      "p",
      { class: "small legend" },
      names.map((name, seat) => h("span", { class: `key line-${seat}` }, name)),
      h("span", { class: "key slip" }, t("mistake")),
    ),
  );
}
