// What the page says, in the reader's language: English in the code, the others from a file of messages each.

/** Languages by their tags, as they call themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** Where server and page look for what was chosen. */
const COOKIE = "cardsharp-language";

/** @type {Record<string, string>} */
let messages = {};

/** @param {string} tag @returns {tag is Language} */
const isKnown = (tag) => Object.hasOwn(LANGUAGES, tag);

/** The language that was chosen, else the first of the browser's that we speak. @returns {Language} */
export function language() {
  const chosen = document.cookie.match(new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`))?.[1] ?? "";
  const wished = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wished.find(isKnown) ?? "en";
}

/** Chooses a language for good. @param {string} tag */
export function speak(tag) {
  document.cookie = `${COOKIE}=${tag}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
}

/** Fetches the messages; to be called before anything is said. */
export async function learnLanguage() {
  const tag = language();
  document.documentElement.lang = tag;
  if (tag === "en") return;
  try {
    messages = await (await fetch(`/page/messages/${tag}.json`)).json();
  } catch {
    // English is better than nothing.
  }
}

/**
 * A number as the reader writes it, with so many decimals: a comma or a point before them, and a sign between the
 * thousands from five digits on. The server does the same.
 * @param {number} number
 * @param {number} [decimals]
 */
export function numeral(number, decimals = 0) {
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // In German and French no sign stands in a number of four digits, and nobody misses it in English.
    useGrouping: Math.abs(number) >= 9_999.5,
  }).format(number);
}

/**
 * A message in the reader's language. Its English stands in the code, and names it in the files of messages; parts
 * that change stand in braces: `t("{name} wins", { name })`. Numbers among them are whole; others come as numerals.
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
