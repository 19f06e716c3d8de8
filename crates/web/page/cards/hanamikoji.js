// Hanamikoji's seven types, each with something of its own: flowers, a fan, a parasol.

import { t } from "../shell/language.js";

/**
 * Rotates a petal's outline around the origin.
 * @param {number} count
 * @param {string} outline
 * @param {number} [from] degrees
 */
function ring(count, outline, from = 0) {
  return Array.from(
    { length: count },
    (_, turn) => `<path transform="rotate(${from + (360 / count) * turn})" d="${outline}"/>`,
  ).join("");
}

const LILY =
  `<g class="soft">${ring(8, "M0-4C9-12 9-24 0-32-9-24-9-12 0-4Z", 22.5)}</g>` +
  `<g class="ink">${ring(8, "M0-2C6-8 6-16 0-23-6-16-6-8 0-2Z")}</g><circle r="6" fill="#ffe9a8"/>` +
  `<g fill="#c98a1b">${ring(6, "M-1-5H1L0-2Z")}</g>`;

const BAMBOO =
  `<g class="soft"><path d="M-9-33H-1V-13H-9ZM-9-11H-1V9H-9ZM-9 11H-1V33H-9ZM9-25H14V-8H9ZM9-6H14V12H9ZM9 14H14V33H9Z"/></g>` +
  `<g class="ink"><path d="M-11-14H1V-10H-11ZM-11 8H1V12H-11ZM7-9H16V-5.5H7ZM7 11H16V14.5H7Z"/>` +
  `<path d="M0-12C10-22 20-26 32-24 24-14 12-9 0-12ZM-9 10C-18 0-26-3-35 0-29 9-20 13-9 10ZM14 12C22 5 28 4 35 7 30 14 22 16 14 12ZM-5-34C-14-34-22-30-27-22-17-20-9-25-5-34Z"/></g>`;

const MUM =
  `<g class="ink">${ring(16, "M0-12C4.5-18 4.5-27 0-34-4.5-27-4.5-18 0-12Z")}</g>` +
  `<g class="soft">${ring(16, "M0-8C3.5-13 3.5-20 0-26-3.5-20-3.5-13 0-8Z", 11.25)}</g>` +
  `<g class="ink">${ring(10, "M0-3C3-8 3-13 0-17-3-13-3-8 0-3Z")}</g><circle r="4.5" fill="#a2621a"/>`;

const BELLFLOWER =
  `<g class="ink">${ring(5, "M0 0C-17-10-13-22 0-35 13-22 17-10 0 0Z")}</g>` +
  `<g class="soft">${ring(5, "M0-4C-7-11-6-18 0-28 6-18 7-11 0-4Z")}</g>` +
  `<g fill="none" stroke="#fff" stroke-width="1.2" opacity=".8">${ring(5, "M0-6V-26")}</g><circle r="4.5" fill="#fff3c9"/>`;

const CHERRY =
  `<g class="soft">${ring(5, "M0-3C-14-9-15-25-5-33L0-28 5-33C15-25 14-9 0-3Z")}</g>` +
  `<g class="ink">${ring(5, "M0-2C-6-6-6-13 0-18 6-13 6-6 0-2Z")}</g>` +
  `<g fill="none" class="thread">${ring(10, "M0-4V-17", 18)}</g><g fill="#d99a20">${ring(10, "M-1.6-18H1.6V-15H-1.6Z", 18)}</g><circle r="3.5" fill="#fff3c9"/>`;

const FAN =
  `<g transform="translate(0 24)"><path class="ink" d="M0 0L-36-20A41 41 0 0 1 36-20Z"/>` +
  `<path class="soft" d="M-31-17A36 36 0 0 1 31-17L16-9A18 18 0 0 0-16-9Z"/>` +
  `<g stroke="#fff" stroke-width="1.3" opacity=".75">${[-52, -35, -17.5, 0, 17.5, 35, 52].map((turn) => `<path transform="rotate(${turn})" d="M0-6V-40"/>`).join("")}</g>` +
  `<circle class="ink" cx="-13" cy="-24" r="4.5"/><circle class="ink" cx="4" cy="-29" r="5.5"/><circle class="ink" cx="17" cy="-21" r="3.5"/>` +
  `<circle r="3.5" fill="#d9a93f"/><path fill="none" stroke="#d9a93f" stroke-width="2" d="M0 2Q-3 7 1 11"/></g>`;

const PARASOL =
  `<circle r="34" class="ink"/><g class="soft">${ring(6, "M0 0L-8.2-30.5A31.6 31.6 0 0 1 8.2-30.5Z")}</g>` +
  `<g stroke="#fff" stroke-width=".9" opacity=".55">${ring(12, "M0 0V-34", 15)}</g>` +
  `<circle r="23" fill="none" stroke="#d9a93f" stroke-width="2.5"/><circle r="8" class="ink"/>` +
  `<g fill="#d9a93f">${ring(6, "M0-1C-3-3-3-5 0-7 3-5 3-3 0-1Z")}</g>`;

const DRAWINGS = [LILY, PARASOL, FAN, BELLFLOWER, MUM, BAMBOO, CHERRY];
const flowers = () => [
  t("water lily"),
  t("parasol"),
  t("fan"),
  t("bellflower"),
  t("chrysanthemum"),
  t("bamboo"),
  t("cherry blossom"),
];
/** The document's colours; of the two blue types the second is darker and hatched. */
export const COLOURS = ["blue", "red", "purple", "blue", "orange", "green", "pink"];
/** @returns {Record<string, string>} */
const colourNames = () => ({
  blue: t("blue"),
  red: t("red"),
  purple: t("purple"),
  orange: t("orange"),
  green: t("green"),
  pink: t("pink"),
});
const HATCHED = 3;
/** Lines rising to the right across the card, from edge to edge. */
const HATCHING = Array.from({ length: 15 }, (_, line) => {
  const sum = 54 + line * 10.5;
  const [left, right] = [Math.max(6, sum - 117), Math.min(94, sum - 39)];
  return `M${left} ${sum - left}L${right} ${sum - right}`;
}).join("");
/** The worth of each type, which is also its number of cards. */
export const WORTH = [2, 2, 2, 3, 3, 4, 5];

/** @param {string} code */
const typeOf = (code) => "ABCDEFG".indexOf(code[0] ?? "?");

/** Returns a card's spoken name: "G, pink, cherry blossom, worth 5 points". @param {string} code */
export function hanamikojiName(code) {
  const type = typeOf(code);
  return type < 0
    ? code
    : t("{letter}, {colour}, {flower}, worth {worth} points", {
        letter: code[0],
        colour: colourNames()[COLOURS[type]],
        flower: flowers()[type],
        worth: WORTH[type],
      });
}

/** Draws a card's face, 100 units wide and 140 high. @param {string} code */
export function hanamikoji(code) {
  const type = typeOf(code);
  if (type < 0) return "";
  const worth = WORTH[type];
  const beads = Array.from(
    { length: worth },
    (_, bead) => `<circle class="ink" cx="${50 + (bead - (worth - 1) / 2) * 13}" cy="127" r="4.2"/>`,
  ).join("");
  const hatching = type === HATCHED ? `<path class="hatching" d="${HATCHING}"/>` : "";
  return (
    `<g class="type-${code[0]}"><rect class="wash" x="5" y="38" width="90" height="80" rx="8"/>${hatching}` +
    `<g transform="translate(50 78) scale(1.08)">${DRAWINGS[type]}</g>` +
    `<text class="ink number" x="22" y="31" font-size="32">${code[0]}</text>` +
    `<text class="ink number" x="82" y="31" font-size="32">${worth}</text>${beads}</g>`
  );
}
