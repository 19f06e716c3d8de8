// A few friendly phrases instead of a chat: sent by number, said in everybody's own language.

import { announce, h } from "./dom.js";
import { isolated } from "./names.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** So long a phrase is to be seen, in milliseconds. */
const SEEN = 6000;

/** What can be said; the server knows how many there are. */
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
 * Shows beside a plate what somebody says.
 * @param {HTMLElement} table
 * @param {import("./types.d.ts").View} view
 * @param {import("./types.d.ts").Spoken} spoken
 */
export function hearPhrase(table, view, { seat, phrase }) {
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
