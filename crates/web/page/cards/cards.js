// Drawings and spoken names of cards: finds the deck of a game.

import { BACK } from "./back.js";
import { french, frenchName } from "./french.js";
import { hanamikoji, hanamikojiName } from "./hanamikoji.js";
import { intensity, intensityName } from "./intensity.js";
import { movesFigure } from "./moves.js";

/** @typedef {import("../types.d.ts").Face} Face */

/**
 * How a deck draws and names its cards, with the diagram of its game's valid moves, if there is one.
 * @typedef {{ draw: (code: string) => string, name: (code: string) => string, moves?: () => HTMLElement }} Deck
 */

/** Games with a deck of their own; all others are played with the 52 cards. @type {Record<string, Deck>} */
const DECKS = {
  intensity: { draw: intensity, name: intensityName, moves: movesFigure },
  hanamikoji: { draw: hanamikoji, name: hanamikojiName },
  french: { draw: french, name: frenchName },
};

/** @param {string} game */
const deckOf = (game) => DECKS[game] ?? DECKS.french;

/** Drawings are parsed once and copied afterwards. @type {Map<string, Element>} */
const drawn = new Map();

/** @param {string} name @param {() => string} inside */
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

/** @param {string} game @param {string} code */
export function cardFront(game, code) {
  const card = document.createElement("span");
  card.className = "card";
  card.append(drawing(`${game in DECKS ? game : "french"} ${code}`, () => deckOf(game).draw(code)));
  return card;
}

export function cardBack() {
  const card = document.createElement("span");
  card.className = "card back";
  card.append(drawing("back", () => BACK));
  return card;
}

/**
 * Returns the spoken name of a card: "ten of hearts, 1 point".
 * @param {string} game
 * @param {Pick<Face, "code" | "spoken">} face
 */
export function cardName(game, { code, spoken }) {
  const name = deckOf(game).name(code);
  return spoken ? `${name}, ${spoken}` : name;
}

/** The diagram of the valid moves, if the game's deck has one. @param {string} game */
export function movesOf(game) {
  return deckOf(game).moves?.() ?? null;
}
