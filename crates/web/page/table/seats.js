// The seats around the table: plates with names and scores, held cards and played cards.

import { cardBack, cardFront, cardName } from "../cards/cards.js";
import { h, setAttributes, updateChildren } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { bdi } from "../shell/names.js";
import { clockOf } from "./clocks.js";

/**
 * @typedef {import("./card-table.js").Scene} Scene
 * @typedef {import("../types.d.ts").Laid} Laid
 * @typedef {import("../types.d.ts").Face} Face
 * @typedef {import("../types.d.ts").Place} Place
 */

/** The positions of seats, beginning with the one at the bottom; the next seat is to the left. */
const POSITIONS = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"] };

/**
 * @param {number} seat
 * @param {number | null} bottom
 * @param {number} seats
 */
function positionOf(seat, bottom, seats) {
  const positions = POSITIONS[/** @type {2 | 3 | 4} */ (seats)] ?? POSITIONS[4];
  return positions[(seat - (bottom ?? 0) + seats) % seats];
}

/**
 * The games a seat has won in a match, for its plate.
 * @param {import("../types.d.ts").Score | undefined} score
 * @param {number} seat
 */
function gamesOf(score, seat) {
  if (!score?.series) return [];
  const games = score.won[seat] ?? 0;
  const words = games === 1 ? t("1 game won") : t("{games} games won", { games });
  return [h("span", { class: "games" }, words)];
}

/** A seat's score, the first number large, and its marks. @param {Place} place */
function scoreLine({ score, marks }) {
  const words = score.flatMap(({ number, label }, index) => {
    const before = index === 0 ? "" : ", ";
    if (number === null) return [before + label];
    return index === 0 ? [h("b", {}, String(number)), ` ${label}`] : [`${before}${number} ${label}`];
  });
  const signs = marks.map(({ label, key, used }) => {
    const name = used ? t("{action}, used", { action: label }) : label;
    return h(
      "span",
      { class: used ? "mark used" : "mark", title: name },
      key,
      h("span", { class: "sr-only" }, ` ${name}`),
    );
  });
  return [
    ...(score.length > 0 ? [h("span", { class: "score" }, words)] : []),
    ...(marks.length > 0 ? [h("span", { class: "marks" }, signs)] : []),
  ];
}

/**
 * @param {HTMLElement} places
 * @param {Scene} scene
 * @param {number[]} order
 */
export function drawPlace(places, scene, order) {
  updateChildren(
    places,
    order,
    (seat) => `place-${seat}`,
    (seat) =>
      h(
        "section",
        { class: "place", "data-test": `seat-${seat}`, "data-seat": seat },
        h("div", { class: "plate" }),
        h("div", { class: "holding" }),
      ),
    (element, seat) => {
      const sitter = scene.sitters[seat];
      const turn = scene.turn === seat && !scene.over;
      // In a replay no seat is the reader's own.
      const mine = seat === scene.seat && sitter.kind === "person";
      const away = sitter.kind === "person" && !sitter.present && !mine;
      setAttributes(element, {
        "data-at": positionOf(seat, scene.seat, order.length),
        "data-turn": turn,
        "data-free": sitter.kind === "free",
        "aria-label": [t("Seat {seat}", { seat: seat + 1 }), sitter.name, mine && t("you"), turn && t("to play")]
          .filter(Boolean)
          .join(", "),
      });
      const [plate, holding] = /** @type {HTMLElement[]} */ (Array.from(element.children));
      plate.replaceChildren(
        h("span", { class: "lamp", "aria-hidden": "true" }),
        h(
          "span",
          { class: "name" },
          sitter.kind === "free" ? t("free seat") : bdi(sitter.name),
          mine && h("small", {}, ` ${t("you")}`),
          away && !sitter.stand_in && h("small", {}, ` ${t("away")}`),
        ),
        ...gamesOf(scene.score, seat),
        ...clockOf(scene.clock, seat),
        ...scoreLine(scene.picture.places[seat]),
        ...(sitter.stand_in ? [h("span", { class: "who stand-in" }, t("computer plays"))] : []),
        ...(sitter.words ? [h("span", { class: "who", title: sitter.words }, sitter.strength)] : []),
      );
      drawHolding(holding, scene, seat);
    },
  );
}

/**
 * The cards in a seat's hand: open in a replay, else backs; the own hand lies below the table.
 * @param {HTMLElement} holding
 * @param {Scene} scene
 * @param {number} seat
 */
function drawHolding(holding, scene, seat) {
  const open = scene.hands[seat]?.length ? scene.hands[seat] : null;
  const backs = seat === scene.seat && scene.rows.length > 0 ? 0 : (scene.picture.places[seat]?.backs ?? 0);
  const count = open ? open.length : backs;
  holding.hidden = count === 0;
  holding.style.setProperty("--n", String(count));
  holding.classList.toggle("open", Boolean(open));
  if (open) {
    const keys = numbered(open);
    updateChildren(
      holding,
      open,
      (_, index) => keys[index],
      (face) => namedCard(scene.game, face),
    );
  } else {
    setAttributes(holding, {
      role: "img",
      "aria-label": count === 1 ? t("1 card in hand") : t("{count} cards in hand", { count }),
    });
    updateChildren(
      holding,
      Array.from({ length: count }, (_, index) => index),
      (index) => `back-${index}`,
      () => cardBack(),
    );
  }
  if (open) setAttributes(holding, { role: null, "aria-label": null });
}

/**
 * The cards each seat has played.
 * @param {HTMLElement} center
 * @param {HTMLElement} middle
 * @param {Scene} scene
 * @param {number[]} order
 */
export function drawLaid(center, middle, scene, order) {
  updateChildren(
    center,
    [...order.map((seat) => `laid-${seat}`), ""],
    (name) => name,
    (name) =>
      name === "" ? middle : h("div", { class: "laid" }, h("span", { class: "caption" }), h("div", { class: "row" })),
    (element, name) => {
      if (name === "") return;
      const seat = Number(name.slice(5));
      const heap = scene.picture.places[seat]?.laid ?? { label: "", cards: [] };
      element.dataset.at = positionOf(seat, scene.seat, order.length);
      element.toggleAttribute("data-empty", heap.cards.length === 0);
      const [caption, row] = /** @type {HTMLElement[]} */ (Array.from(element.children));
      caption.textContent = heap.label;
      drawCards(row, scene.game, heap.cards);
    },
  );
}

/** Returns keys for cards; equal cards get different keys. @param {Face[]} faces */
export function numbered(faces) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return faces.map(({ code }) => {
    const time = (seen.get(code) ?? 0) + 1;
    seen.set(code, time);
    return time === 1 ? `card-${code}` : `card-${code}-${time}`;
  });
}

/** A card with its spoken name. @param {string} game @param {Face} face */
export function namedCard(game, face) {
  const card = cardFront(game, face.code);
  setAttributes(card, { role: "img", "aria-label": cardName(game, face), title: cardName(game, face) });
  return card;
}

/**
 * @param {HTMLElement} row
 * @param {string} game
 * @param {Laid[]} cards
 */
export function drawCards(row, game, cards) {
  const keys = numbered(cards.map(({ face }) => face));
  row.style.setProperty("--n", String(cards.length));
  updateChildren(
    row,
    cards,
    (_, index) => keys[index],
    ({ face }) => namedCard(game, face),
    (card, { dim, apart }) => {
      card.classList.toggle("dim", dim);
      card.classList.toggle("apart", apart);
    },
  );
}
