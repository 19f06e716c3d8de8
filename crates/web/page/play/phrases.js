// Friendly phrases instead of a chat: sent by number, shown in each reader's language.

import { announce, h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { isolated } from "../shell/names.js";
import { settings } from "../shell/settings.js";

/** How long a phrase is shown, in milliseconds. */
const SEEN = 6000;

/** The phrases; the server knows how many there are. */
export function phrases() {
  return [
    t("Hello!"),
    t("Good luck!"),
    t("Well played!"),
    t("Good game!"),
    t("Thank you!"),
    t("One moment, please."),
    t("Oops!"),
    t("Goodbye!"),
  ];
}

/**
 * Shows a phrase beside its speaker's name.
 * @param {HTMLElement} table
 * @param {import("../types.d.ts").View} view
 * @param {import("../types.d.ts").Spoken} spoken
 */
export function showPhrase(table, view, { seat, phrase }) {
  const words = phrases()[phrase];
  const mine = seat === view.seat;
  if (!words || (settings.mute && !mine)) return;
  const place = table.querySelector(`.place[data-seat="${seat}"]`);
  if (!place) return;
  place.querySelector(".phrase")?.remove();
  const bubble = h("p", { class: "phrase", "data-test": `phrase-${seat}` }, words);
  place.append(bubble);
  if (!mine) announce(t("{name} says: {words}", { name: isolated(view.sitters[seat].name), words }));
  window.setTimeout(() => bubble.remove(), SEEN);
}
