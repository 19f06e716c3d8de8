// The seats round the table: plates with names and scores, the cards they hold, what they laid.

import { cardBack, cardFront, cardName } from "./cards.js";
import { clockOf } from "./clocks.js";
import { adorn, h, match } from "./dom.js";
import { bdi } from "./names.js";
import { gamesOf } from "./series.js";
import { positionOf } from "./table.js";
import { t } from "./words.js";

/**
 * @typedef {import("./table.js").Scene} Scene
 * @typedef {import("./types.d.ts").Laid} Laid
 * @typedef {import("./types.d.ts").Face} Face
 * @typedef {import("./types.d.ts").Place} Place
 */

/** How a seat stands, the first number large, and what it may still do. @param {Place} place */
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
  match(
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
      // Whoever looks at a replay is nobody at the table.
      const mine = seat === scene.seat && sitter.kind === "person";
      const away = sitter.kind === "person" && !sitter.present && !mine;
      adorn(element, {
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
 * The cards in a seat's hand: open in a replay, else backs; one's own lie below the table.
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
    match(
      holding,
      open,
      (_, index) => keys[index],
      (face) => namedCard(scene.game, face),
    );
  } else {
    adorn(holding, {
      role: "img",
      "aria-label": count === 1 ? t("1 card in hand") : t("{count} cards in hand", { count }),
    });
    match(
      holding,
      Array.from({ length: count }, (_, index) => index),
      (index) => `back-${index}`,
      () => cardBack(),
    );
  }
  if (open) adorn(holding, { role: null, "aria-label": null });
}

/**
 * What each seat laid before itself.
 * @param {HTMLElement} center
 * @param {HTMLElement} middle
 * @param {Scene} scene
 * @param {number[]} order
 */
export function drawLaid(center, middle, scene, order) {
  match(
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

/**
 * Keys for cards, told apart where a deck has the same card more than once.
 * @param {Face[]} faces
 */
export function numbered(faces) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return faces.map(({ code }) => {
    const time = (seen.get(code) ?? 0) + 1;
    seen.set(code, time);
    return time === 1 ? `card-${code}` : `card-${code}-${time}`;
  });
}

/**
 * A card with its name for those who cannot see it.
 * @param {string} game
 * @param {Face} face
 */
export function namedCard(game, face) {
  const card = cardFront(game, face.code);
  adorn(card, { role: "img", "aria-label": cardName(game, face), title: cardName(game, face) });
  return card;
}

/**
 * Open cards side by side.
 * @param {HTMLElement} row
 * @param {string} game
 * @param {Laid[]} cards
 */
export function drawCards(row, game, cards) {
  const keys = numbered(cards.map(({ face }) => face));
  row.style.setProperty("--n", String(cards.length));
  match(
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
