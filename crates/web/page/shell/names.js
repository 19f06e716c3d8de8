// Names of people: limited in length, and isolated from the direction of the text around them.

import { h } from "./dom.js";
import { t } from "./language.js";
import { settings } from "./settings.js";

/** The server's limit in characters, where an emoji is one. A test compares it with the API. */
export const LONGEST_NAME = 24;

/** Invisible characters and those that change the direction of text; the server refuses them. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** Letters written from right to left. */
const LEFTWARDS = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns a name that the server accepts. @param {string} typed */
export function tidyName(typed) {
  return Array.from(typed.replace(UNSEEN, "")).slice(0, LONGEST_NAME).join("").trim();
}

/** The user's name, or a default. Older browsers may have stored a name that is too long. */
export function ownName() {
  return tidyName(settings.name) || t("Guest");
}

/**
 * A text field for the user's name, limited to what the server accepts.
 * @param {string} value
 * @param {import("./dom.js").Traits} [traits]
 */
export function nameField(value, traits = {}) {
  const field = h("input", {
    value: tidyName(value),
    placeholder: t("Guest"),
    autocomplete: "nickname",
    // The browser never counts fewer characters than the server.
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

/** A name as an element of its own. @param {string} name */
export function bdi(name) {
  return h("bdi", {}, name);
}

/** A name inside a sentence, isolated if it is written from right to left. @param {string} name */
export function isolated(name) {
  return LEFTWARDS.test(name) ? `\u2068${name}\u2069` : name;
}
