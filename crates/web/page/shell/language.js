// The page's translations: English messages stand in the code, the other languages are files of messages.

/** Languages by tag, each with its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** The cookie that tells the server the chosen language. */
const COOKIE = "cardsharp-language";

/** @type {Record<string, string>} */
let messages = {};

/** @param {string} tag @returns {tag is Language} */
const isKnown = (tag) => Object.hasOwn(LANGUAGES, tag);

/** The chosen language, else the first of the browser's languages that the page has. @returns {Language} */
export function language() {
  const chosen = document.cookie.match(new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`))?.[1] ?? "";
  const wished = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wished.find(isKnown) ?? "en";
}

/** @param {string} tag */
export function chooseLanguage(tag) {
  document.cookie = `${COOKIE}=${tag}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
}

/** Fetches the messages; must be called before the first `t`. */
export async function loadMessages() {
  const tag = language();
  document.documentElement.lang = tag;
  if (tag === "en") return;
  try {
    messages = await (await fetch(`/page/messages/${tag}.json`)).json();
  } catch {
    // Without messages the page stays English.
  }
}

/**
 * Formats a number in the reader's language, as the server does: with a decimal comma or point, and grouped from five
 * digits on.
 * @param {number} number
 * @param {number} [decimals]
 */
export function numeral(number, decimals = 0) {
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // German and French do not group four digits; English is treated the same.
    useGrouping: Math.abs(number) >= 9_999.5,
  }).format(number);
}

/**
 * Returns a message in the reader's language. The English text is the message's name; variable parts stand in braces:
 * `t("{name} wins", { name })`. Numbers passed to it are whole; others are formatted by `numeral`.
 * @param {string} english
 * @param {Record<string, string | number>} [parts]
 */
export function t(english, parts = {}) {
  const message = messages[english] ?? english;
  return message.replace(/\{(\w+)\}/g, (hole, name) => {
    const part = parts[name] ?? hole;
    return typeof part === "number" ? numeral(part) : part;
  });
}
