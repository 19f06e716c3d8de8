// Intensity's diagram of the valid moves as a drawing, with an example at each answer.

import { h, s } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { intensity } from "./intensity.js";

/**
 * A line of the diagram: a question, or an answer with an example hand and its valid cards.
 * @typedef {{ depth: number, branch: string, words: string, round?: string, hand?: string, legal?: string }} Line
 */

/** @type {() => Line[]} */
export const moves = () => [
  { depth: 0, branch: "", words: t("Do you lead the round?") },
  { depth: 1, branch: "no", words: t("do you have the suit that was led?") },
  { depth: 2, branch: "yes", words: t("any card of that suit"), round: "21", hand: "14 26 33 47", legal: "26" },
  { depth: 2, branch: "no", words: t("any card: a calf or the buffalo too"), round: "21", hand: "14 33 47", legal: "14 33 47" },
  { depth: 1, branch: "yes", words: t("was a calf played in an earlier round?") },
  { depth: 2, branch: "yes", words: t("any card"), round: "", hand: "14 26 33 47", legal: "14 26 33 47" },
  { depth: 2, branch: "no", words: t("do you have anything but calves?") },
  { depth: 3, branch: "yes", words: t("any card but a calf: the buffalo too"), round: "", hand: "14 26 33 47", legal: "14 26 47" },
  { depth: 3, branch: "no", words: t("any calf"), round: "", hand: "30 33 38", legal: "30 33 38" },
];

/** @param {string} branch */
const branchName = (branch) => (branch === "yes" ? t("yes") : t("no"));

const STEP = 56;
const WIDTH = 500;
const QUESTION = 40;
const ANSWER = 64;

/**
 * Draws a small card; an invalid one is pale and crossed out.
 * @param {string} code
 * @param {number} x
 * @param {number} y
 * @param {boolean} open
 */
function card(code, x, y, open) {
  const drawn = s("g", { class: open ? "card" : "card closed", transform: `translate(${x} ${y}) scale(.34)` });
  drawn.innerHTML = `<rect class="ground" width="100" height="140" rx="9"/>${intensity(code)}`;
  if (!open) drawn.append(s("path", { class: "cross", d: "M8 132L92 8" }));
  return drawn;
}

/** @param {Line} line @param {number} y */
function row(line, y) {
  const x = 4 + line.depth * STEP;
  const [first, second] = line.words.split(": ");
  const branch =
    line.branch && s("text", { class: `branch ${line.branch}`, x: x - 8, y: y + 25 }, branchName(line.branch));
  if (!line.hand) {
    const wide = 24 + line.words.length * 8;
    return s(
      "g",
      {},
      branch,
      s("rect", { class: "question", x, y: y + 2, width: wide, height: QUESTION - 6, rx: 9 }),
      s("text", { x: x + 12, y: y + 25 }, line.words),
    );
  }
  const legal = new Set(line.legal?.split(" "));
  const cards = line.hand.split(" ").map((code, at) => card(code, x + at * 38, y + 4, legal.has(code)));
  const after = x + cards.length * 38 + 8;
  return s(
    "g",
    {},
    branch,
    ...cards,
    s("text", { x: after, y: y + (second ? 24 : 33) }, first),
    second && s("text", { class: "more", x: after, y: y + 44 }, second),
  );
}

/** The text of the diagram for screen readers. */
function spoken() {
  return moves()
    .map(({ branch, words }) => (branch ? `${branchName(branch)}: ${words}` : words))
    .join("; ");
}

export function movesFigure() {
  let y = 4;
  const places = moves().map((line) => {
    const place = y;
    y += line.hand ? ANSWER : QUESTION;
    return place;
  });
  const lines = moves().flatMap((line, at) => {
    if (line.depth === 0) return [];
    const parent = moves().findLastIndex((other, before) => before < at && other.depth === line.depth - 1);
    const x = 12 + (line.depth - 1) * STEP;
    return [s("path", { class: "way", d: `M${x} ${places[parent] + 38}V${places[at] + 20}H${x + 7}` })];
  });
  const drawing = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${y + 4}`,
      role: "img",
      "aria-label": t("What may be played. {moves}", { moves: spoken() }),
    },
    ...lines,
    ...moves().map((line, at) => row(line, places[at])),
  );
  return h(
    "figure",
    { class: "moves-figure sheet pad", "data-test": "moves" },
    drawing,
    h(
      "figcaption",
      { class: "small quiet" },
      t("Where somebody led, it was the 21. Cards crossed out may not be played."),
    ),
  );
}
