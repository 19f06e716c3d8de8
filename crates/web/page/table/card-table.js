// <card-table>: draws a scene. It knows where things lie, not what they mean.

import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { drawHand } from "./hand.js";
import { drawMiddle } from "./middle.js";
import { drawLaid, drawPlace } from "./seats.js";

/**
 * The input of the table: a view, or a step of a replay.
 * @typedef {object} Scene
 * @property {string} game
 * @property {number | null} seat the viewer's seat
 * @property {{ name: string, strength: string, words: string, kind: string, present: boolean, stand_in?: boolean }[]} sitters
 * @property {number | null} turn
 * @property {boolean} over
 * @property {import("../types.d.ts").Picture} picture
 * @property {import("../types.d.ts").Row[]} rows
 * @property {import("../types.d.ts").Face[][]} hands open hands by seat, in a replay
 * @property {import("../types.d.ts").Clocks | null} [clock]
 * @property {import("../types.d.ts").Score} [score] games of a match
 */

export class CardTable extends HTMLElement {
  /** @type {Scene | null} */
  scene = null;
  places = h("div", { class: "places" });
  center = h("div", { class: "center" });
  middle = h("div", { class: "middle" });
  felt = h(
    "section",
    { class: "felt", "aria-label": t("Table") },
    h("div", { class: "ring" }, this.places, this.center),
  );
  /** Prompt and buttons between the table and the hand. */
  bar = h("div", { class: "bar" });
  hand = h("div", { class: "hand", role: "group", "aria-label": t("Your cards"), "data-test": "hand" });

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.center.append(this.middle);
    this.append(this.felt, this.bar, this.hand);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    const seats = scene.sitters.length;
    this.dataset.layout = scene.picture.layout;
    this.dataset.seats = String(seats);
    this.toggleAttribute("data-mine", scene.seat !== null && scene.turn === scene.seat && !scene.over);
    const order = Array.from({ length: seats }, (_, turn) => ((scene.seat ?? 0) + turn) % seats);
    drawPlace(this.places, scene, order);
    drawLaid(this.center, this.middle, scene, order);
    drawMiddle(this.middle, scene);
    drawHand(this.hand, scene);
  }

  /** The pieces to choose from, in the server's order. @returns {HTMLButtonElement[]} */
  get pieces() {
    return Array.from(this.hand.querySelectorAll("button.piece"));
  }
}

customElements.define("card-table", CardTable);
