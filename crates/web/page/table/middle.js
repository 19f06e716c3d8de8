// The middle of the table: piles, public cards, and types with the cards on both their sides.

import { cardFront, cardName } from "../cards/cards.js";
import { h, setAttributes, updateChildren } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { drawCards } from "./seats.js";

/**
 * @typedef {import("./card-table.js").Scene} Scene
 * @typedef {import("../types.d.ts").Heap} Heap
 * @typedef {import("../types.d.ts").Laid} Laid
 * @typedef {import("../types.d.ts").Share} Share
 */

/** @param {Heap} heap */
const isBoard = (heap) => heap.cards.some(({ shares }) => shares);

/** @param {HTMLElement} middle @param {Scene} scene */
export function drawMiddle(middle, scene) {
  updateChildren(
    middle,
    scene.picture.middle,
    (heap, index) => (isBoard(heap) ? "board" : `heap-${index}`),
    (heap) =>
      isBoard(heap)
        ? h("div", { class: "board", role: "list", "aria-label": heap.label })
        : h("div", { class: "heap" }, h("div", { class: "row" }), h("span", { class: "caption" })),
    (element, heap) => {
      if (isBoard(heap)) {
        setDepth(middle, heap.cards);
        drawBoard(element, scene.game, heap.cards);
        return;
      }
      const [row, caption] = /** @type {HTMLElement[]} */ (Array.from(element.children));
      caption.textContent = heap.label;
      row.toggleAttribute("data-empty", heap.cards.length === 0);
      drawCards(row, scene.game, heap.cards);
    },
  );
}

/**
 * Sets the size of a board's cards by the deepest stack on either side.
 * @param {HTMLElement} middle
 * @param {Laid[]} types
 */
function setDepth(middle, types) {
  const deepest = (/** @type {"theirs" | "yours"} */ side) =>
    Math.max(2, ...types.map(({ shares }) => shares?.[side].cards ?? 0));
  middle.style.setProperty("--theirs", String(deepest("theirs")));
  middle.style.setProperty("--yours", String(deepest("yours")));
}

/**
 * @param {HTMLElement} board
 * @param {string} game
 * @param {Laid[]} types
 */
function drawBoard(board, game, types) {
  updateChildren(
    board,
    types,
    ({ face }) => `type-${face.code}`,
    ({ face }) =>
      h(
        "div",
        { class: "type", role: "listitem" },
        h("div", { class: "share theirs" }),
        cardFront(game, face.code),
        h("div", { class: "share yours" }),
      ),
    (element, { face, shares }) => {
      if (!shares) return;
      const { theirs, yours } = shares;
      const [above, , below] = /** @type {HTMLElement[]} */ (Array.from(element.children));
      const leads = yours.leads ? "yours" : theirs.leads ? "theirs" : null;
      setAttributes(element, {
        "data-leads": leads,
        "aria-label": t("{card}: theirs {theirs}, yours {yours}", {
          card: cardName(game, face),
          theirs: theirs.cards,
          yours: yours.cards,
        }),
      });
      drawShare(above, game, face.code, theirs);
      drawShare(below, game, face.code, yours);
    },
  );
}

/**
 * @param {HTMLElement} element
 * @param {string} game
 * @param {string} code
 * @param {Share} share
 */
function drawShare(element, game, code, share) {
  const cards = Array.from({ length: share.cards }, (_, index) => index);
  updateChildren(
    element,
    cards,
    (index) => `placed-${index}`,
    () => cardFront(game, code),
  );
}
