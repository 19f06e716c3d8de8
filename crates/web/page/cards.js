// Cards as drawings of our own: which deck a face belongs to, its drawing and its spoken name.

import { BACK } from "./cards/back.js";
import { french, frenchName } from "./cards/french.js";
import { hanamikoji, hanamikojiName } from "./cards/hanamikoji.js";
import { intensity, intensityName } from "./cards/intensity.js";
import { movesFigure } from "./cards/moves.js";

/** @typedef {import("./types.d.ts").Face} Face */

/**
 * How the cards of a deck are drawn and called, and what else is drawn of its game's rules.
 * @typedef {{ draw: (code: string) => string, name: (code: string) => string, moves?: () => HTMLElement }} Deck
 */

/** Games with a deck of their own; all others are played with the 52. @type {Record<string, Deck>} */
const DECKS = {
  intensity: { draw: intensity, name: intensityName, moves: movesFigure },
  hanamikoji: { draw: hanamikoji, name: hanamikojiName },
  french: { draw: french, name: frenchName },
};

/** @param {string} game */
const deckOf = (game) => DECKS[game] ?? DECKS.french;

/** Drawings are parsed once and copied afterwards. @type {Map<string, Element>} */
const drawn = new Map();

/**
 * @param {string} name
 * @param {() => string} inside
 */
function drawing(name, inside) {
  let first = drawn.get(name);
  if (!first) {
    const holder = document.createElement("div");
    holder.innerHTML = `<svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">${inside()}</svg>`;
    first = /** @type {Element} */ (holder.firstElementChild);
    drawn.set(name, first);
  }
  return first.cloneNode(true);
}

/**
 * A card, face up.
 * @param {string} game
 * @param {string} code
 */
export function cardFront(game, code) {
  const card = document.createElement("span");
  card.className = "card";
  card.append(drawing(`${game in DECKS ? game : "french"} ${code}`, () => deckOf(game).draw(code)));
  return card;
}

/** A card, face down. */
export function cardBack() {
  const card = document.createElement("span");
  card.className = "card back";
  card.append(drawing("back", () => BACK));
  return card;
}

/**
 * What a card is called by those who cannot see it: "ten of hearts, 1 point".
 * @param {string} game
 * @param {Pick<Face, "code" | "spoken">} face
 */
export function cardName(game, { code, spoken }) {
  const name = deckOf(game).name(code);
  return spoken ? `${name}, ${spoken}` : name;
}

/** The diagram of what may be played, if the deck has one. @param {string} game */
export function movesOf(game) {
  return deckOf(game).moves?.() ?? null;
}
