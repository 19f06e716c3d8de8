// The 52 cards: pips laid out as on real cards, and a plain face with a big index for small ones.

import { t } from "../shell/language.js";
import { court } from "./courts.js";

/** @typedef {"S" | "H" | "D" | "C"} Suit */

/** The four suits, drawn around the origin, about 20 units high. */
export const SUITS = {
  H: "M0 9.5C-4 5.5-10.2 1.2-10.2-4.2A5.2 5.2 0 0 1 0-5.8 5.2 5.2 0 0 1 10.2-4.2C10.2 1.2 4 5.5 0 9.5Z",
  D: "M0-11C2.3-6.4 5-3.2 8.2 0 5 3.2 2.3 6.4 0 11-2.3 6.4-5 3.2-8.2 0-5-3.2-2.3-6.4 0-11Z",
  S: "M0-10.5C4-5.6 10-1.8 10 3.4A4.9 4.9 0 0 1 1.3 6.3C1.6 8.2 2.5 9.6 4.2 10.5H-4.2C-2.5 9.6-1.6 8.2-1.3 6.3A4.9 4.9 0 0 1-10 3.4C-10-1.8-4-5.6 0-10.5Z",
  C: "M0-10.4A4.7 4.7 0 0 1 3.5-2.6 4.8 4.8 0 1 1 1.2 5.2C1.4 7.8 2.4 9.5 4.4 10.4H-4.4C-2.4 9.5-1.4 7.8-1.2 5.2A4.8 4.8 0 1 1-3.5-2.6 4.7 4.7 0 0 1 0-10.4Z",
};

const RANKS = { 1: "A", 11: "J", 12: "Q", 13: "K" };
const rankNames = () => [
  t("ace"),
  t("two"),
  t("three"),
  t("four"),
  t("five"),
  t("six"),
  t("seven"),
  t("eight"),
  t("nine"),
  t("ten"),
  t("jack"),
  t("queen"),
  t("king"),
];
const suitNames = () => ({ S: t("spades"), H: t("hearts"), D: t("diamonds"), C: t("clubs") });

const [LEFT, MIDDLE, RIGHT] = [33, 50, 67];
const FOUR = [
  [LEFT, 27],
  [RIGHT, 27],
  [LEFT, 113],
  [RIGHT, 113],
];
const SIX = [...FOUR, [LEFT, 70], [RIGHT, 70]];
const EIGHT = [...FOUR, [LEFT, 55.5], [RIGHT, 55.5], [LEFT, 84.5], [RIGHT, 84.5]];
/** The places of the pips of each number. */
const PIPS = [
  [[MIDDLE, 70]],
  [
    [MIDDLE, 27],
    [MIDDLE, 113],
  ],
  [
    [MIDDLE, 27],
    [MIDDLE, 70],
    [MIDDLE, 113],
  ],
  FOUR,
  [...FOUR, [MIDDLE, 70]],
  SIX,
  [...SIX, [MIDDLE, 48.5]],
  [...SIX, [MIDDLE, 48.5], [MIDDLE, 91.5]],
  [...EIGHT, [MIDDLE, 70]],
  [...EIGHT, [MIDDLE, 41], [MIDDLE, 99]],
];

/** Parses a card's code: `10H`, `KH` or `13H`. @param {string} code @returns {{ rank: number, suit: Suit } | null} */
export function readFrench(code) {
  const found = /^(1[0-3]|[1-9]|[AJQK])([SHDC])$/i.exec(code);
  if (!found) return null;
  const word = found[1].toUpperCase();
  const letter = Object.entries(RANKS).find(([, name]) => name === word);
  return { rank: letter ? Number(letter[0]) : Number(word), suit: /** @type {Suit} */ (found[2].toUpperCase()) };
}

/** Returns a card's spoken name: "ten of hearts". @param {string} code */
export function frenchName(code) {
  const card = readFrench(code);
  return card ? t("{rank} of {suit}", { rank: rankNames()[card.rank - 1], suit: suitNames()[card.suit] }) : code;
}

/**
 * Draws a sign of a suit.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
function sign(suit, x, y, size, turned = false) {
  const scale = `scale(${turned ? -size : size})`;
  return `<path class="suit-${suit}" transform="translate(${x} ${y})${scale}" d="${SUITS[suit]}"/>`;
}

/** @param {string} rank @param {Suit} suit */
function index(rank, suit) {
  const narrow = rank.length > 1 ? ` textLength="21" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text class="suit-${suit} rank" x="14" y="25" font-size="25"${narrow}>${rank}</text>${sign(suit, 14, 38, 0.72)}`;
}

/** Draws a card's face, 100 units wide and 140 high. @param {string} code */
export function french(code) {
  const card = readFrench(code);
  if (!card) return "";
  const { rank, suit } = card;
  const word = RANKS[/** @type {keyof typeof RANKS} */ (rank)] ?? String(rank);
  const corner = index(word, suit);
  const inside =
    rank > 10
      ? court(rank, suit, sign(suit, 33, 29, 0.62))
      : rank === 1
        ? sign(suit, 50, 70, 2.7)
        : PIPS[rank - 1].map(([x, y]) => sign(suit, x, y, 0.9, y > 70)).join("");
  const narrow = word.length > 1 ? ` textLength="40" lengthAdjust="spacingAndGlyphs"` : "";
  return (
    `<g class="full">${corner}<g transform="rotate(180 50 70)">${corner}</g>${inside}</g>` +
    `<g class="bold"><text class="suit-${suit} rank" x="25" y="50" font-size="52"${narrow}>${word}</text>` +
    `${sign(suit, 24, 72, 1.15)}${sign(suit, 65, 103, 2.7)}</g>`
  );
}
