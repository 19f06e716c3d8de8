// Prints the page's cards and their colours as JSON for drawings in notebooks:
//   node crates/python/tests/decks.mjs > crates/python/python/cardsharp/decks.json
// A test compares the output: run this again after a change of the page's cards.

import { readFileSync } from "node:fs";

const page = new URL("../../web/page/", import.meta.url);
const { BACK } = await import(new URL("cards/back.js", page));
const { french } = await import(new URL("cards/french.js", page));
const { hanamikoji } = await import(new URL("cards/hanamikoji.js", page));
const { intensity } = await import(new URL("cards/intensity.js", page));

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const codes = {
  french: [..."SHDC"].flatMap((suit) => RANKS.map((rank) => rank + suit)),
  hanamikoji: [..."ABCDEFG"],
  intensity: Array.from({ length: 40 }, (_, card) => String(card + 10)),
};

/** The page's colours, for drawings inside an element of class cardsharp; themes and small cards are the page's own. */
function scoped(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  const rules = [];
  for (const [, selectors, body] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const kept = selectors
      .split(",")
      .map((selector) => selector.trim())
      .filter((selector) => !/\[data-|card-table|\.holding/.test(selector))
      .map((selector) => (selector === ":root" ? ".cardsharp" : `.cardsharp ${selector}`));
    if (kept.length) rules.push(`${kept.join(",")}{${body.replace(/\s+/g, " ").trim()}}`);
  }
  return rules.join("\n");
}

const draw = { french, hanamikoji, intensity };
// Notebooks draw only the face of large cards.
const large = (svg) => svg.replace(/<g class="bold">[\s\S]*$/, "");
const deck = (name) => Object.fromEntries(codes[name].map((code) => [code, large(draw[name](code))]));
const decks = { css: scoped(readFileSync(new URL("cards/cards.css", page), "utf8")), back: BACK };
for (const name of Object.keys(codes)) decks[name] = deck(name);
process.stdout.write(JSON.stringify(decks, null, 1) + "\n");
