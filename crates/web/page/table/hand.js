// The pieces to choose from: rows of buttons that look like cards or say what they do. The chooser marks which are open
// or chosen.

import { cardFront, cardName } from "../cards/cards.js";
import { h, setAttributes, updateChildren } from "../shell/dom.js";
import { t } from "../shell/language.js";

/**
 * @typedef {import("./card-table.js").Scene} Scene
 * @typedef {import("../types.d.ts").Piece} Piece
 * @typedef {import("../types.d.ts").Row} Row
 */

/** @param {HTMLElement} hand @param {Scene} scene */
export function drawHand(hand, scene) {
  hand.hidden = scene.rows.length === 0 || isShown(scene);
  // The hand is always the last row, so rows are keyed from the end.
  updateChildren(
    hand,
    scene.rows,
    (_, index) => `row-${scene.rows.length - index}`,
    () => h("div", { class: "pieces" }, h("span", { class: "caption" }), h("div", { class: "row" })),
    (element, row) => drawRow(element, scene.game, row),
  );
}

/** Returns true if the hand lies open on the table at the end and need not be shown twice. @param {Scene} scene */
function isShown({ over, seat, rows, picture }) {
  if (!over || seat === null) return false;
  const laid = picture.places[seat]?.laid.cards.map(({ face }) => face.code) ?? [];
  const held = rows.flatMap(({ pieces }) => pieces.flatMap(({ look }) => ("cards" in look ? look.cards : [])));
  return held.every(({ code }) => laid.includes(code));
}

/**
 * @param {HTMLElement} element
 * @param {string} game
 * @param {Row} row
 */
function drawRow(element, game, row) {
  const [caption, list] = /** @type {HTMLElement[]} */ (Array.from(element.children));
  caption.textContent = row.label;
  const count = row.pieces.reduce((sum, { look }) => sum + ("cards" in look ? look.cards.length : 1), 0);
  element.style.setProperty("--n", String(Math.max(count, 1)));
  // In a row that is too narrow, half of the pieces go below.
  element.style.setProperty("--half", String(Math.max(1, Math.ceil(count / 2))));
  element.classList.toggle("over-5", count > 5);
  element.classList.toggle("over-7", count > 7);
  element.classList.toggle(
    "words",
    row.pieces.some(({ look }) => "button" in look),
  );
  const keys = pieceKeys(row.pieces);
  updateChildren(
    list,
    row.pieces,
    (_, index) => keys[index],
    (piece) => makePiece(game, piece),
    (button, piece) => {
      setAttributes(button, { "data-code": piece.codes[0] });
      const name = button.querySelector(".piece-name");
      if (name) name.textContent = pieceName(game, piece);
      explain(button, piece);
    },
  );
}

/**
 * Describes a word button for mouse and screen reader; on touch the prompt says it.
 * @param {HTMLElement} button
 * @param {Piece} piece
 */
function explain(button, { look, codes }) {
  if (!("button" in look) || !look.button.explanation) return;
  const id = `about-${codes[0]}`;
  const about = button.querySelector(".about") ?? button.appendChild(h("span", { class: "about", id, hidden: true }));
  about.textContent = look.button.explanation;
  setAttributes(button, { title: look.button.explanation, "aria-describedby": id });
}

/** @param {Piece[]} pieces */
function pieceKeys(pieces) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return pieces.map(({ look, codes }) => {
    const name = "cards" in look ? look.cards.map(({ code }) => code).join("+") : `do-${codes[0]}`;
    const time = (seen.get(name) ?? 0) + 1;
    seen.set(name, time);
    return `card-${name}${time === 1 ? "" : `-${time}`}`;
  });
}

/** Returns a piece's spoken name: its cards, or its word. @param {string} game @param {Piece} piece */
function pieceName(game, { look, heap }) {
  if (!("cards" in look)) return look.button.label;
  const cards = look.cards.map((face) => cardName(game, face)).join(t(" and "));
  return heap === null ? cards : t("{number}: {cards}", { number: heap, cards });
}

/** @param {string} game @param {Piece} piece */
function makePiece(game, piece) {
  const { look } = piece;
  const button = h("button", { type: "button", class: "piece", "data-test": "piece" });
  if ("cards" in look) {
    button.classList.toggle("many", look.cards.length > 1);
    // The spoken name stands inside, in place of the drawing.
    button.append(h("span", { class: "piece-name sr-only" }), ...look.cards.map((face) => cardFront(game, face.code)));
  } else {
    const { label, key, cards } = look.button;
    button.classList.add("word");
    button.append(
      h(
        "span",
        { class: "blanks", "aria-hidden": "true" },
        Array.from({ length: cards }, () => h("i", {})),
      ),
      h("span", {}, label),
      // Drawn by the styles, as a key is no part of the name.
      h("kbd", { "aria-hidden": "true", "data-key": key }),
    );
  }
  return button;
}
