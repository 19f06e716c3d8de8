// Names: as long as the server takes them, and never able to turn round what stands beside them.

import { h } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** So many letters the server takes, counted as it counts them: an emoji is one. A test compares it with the API. */
export const LONGEST_NAME = 24;

/** Characters that are not to be seen, or change the direction of what is read; the server refuses them. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** Letters that are read from right to left. */
const LEFTWARDS = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name as the server will take it. @param {string} typed */
export function tidyName(typed) {
  return Array.from(typed.replace(UNSEEN, "")).slice(0, LONGEST_NAME).join("").trim();
}

/** One's own name, or what one is called without one: an older browser may have kept a longer one than is taken. */
export function ownName() {
  return tidyName(settings.name) || t("Guest");
}

/**
 * A field for one's own name, in which no more can be typed than is taken.
 * @param {string} value
 * @param {import("./dom.js").Traits} [traits]
 */
export function nameField(value, traits = {}) {
  const field = h("input", {
    value: tidyName(value),
    placeholder: t("Guest"),
    autocomplete: "nickname",
    // What the browser counts is never less than what the server counts.
    maxlength: 2 * LONGEST_NAME,
    ...traits,
  });
  const shorten = () => {
    const letters = Array.from(field.value);
    if (letters.length > LONGEST_NAME) field.value = letters.slice(0, LONGEST_NAME).join("");
  };
  field.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) shorten();
  });
  field.addEventListener("compositionend", shorten);
  return field;
}

/** A name for a place of its own. @param {string} name */
export function bdi(name) {
  return h("bdi", {}, name);
}

/** A name within a sentence: one that is read from the right keeps that to itself. @param {string} name */
export function isolated(name) {
  return LEFTWARDS.test(name) ? `\u2068${name}\u2069` : name;
}
