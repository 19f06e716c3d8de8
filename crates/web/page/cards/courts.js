// Jack, queen and king: one half figure each, drawn twice, the second time upside down.

const SKIN = "#f4dcc2";
const GOLD = "#d9a93f";
const LINE = "#3a2c22";

/** Hair, headdress and held object, by rank. */
const HEADS = {
  11:
    `<path fill="#8a5a2b" d="M39 33Q37 47 42 50L44 34ZM61 33Q63 47 58 50L56 34Z"/>` +
    `<path class="robe" d="M36 31Q38 19 51 19 64 20 64 31Q50 26 36 31Z"/>` +
    `<path fill="${GOLD}" d="M36 31Q50 25.5 64 31L63.5 34Q50 29 36.5 34Z"/>` +
    `<path fill="none" stroke="${GOLD}" stroke-width="2.2" stroke-linecap="round" d="M60 24Q68 20 69 30"/>`,
  12:
    `<path fill="#5d3a22" d="M38 32Q34 52 40 57L45 50V34ZM62 32Q66 52 60 57L55 50V34Z"/>` +
    `<path fill="#5d3a22" d="M38 35Q40 24 50 24 60 24 62 35 56 29 50 29 44 29 38 35Z"/>` +
    `<path fill="${GOLD}" stroke="${LINE}" stroke-width=".7" d="M39 27L40 18 45 23 50 15.5 55 23 60 18 61 27Q50 22.5 39 27Z"/>` +
    `<g fill="${GOLD}"><circle cx="40" cy="17.5" r="1.7"/><circle cx="60" cy="17.5" r="1.7"/><circle cx="50" cy="15" r="2"/></g>`,
  13:
    `<path fill="#6b4a2e" d="M39 33Q38 42 41 45L44 34ZM61 33Q62 42 59 45L56 34Z"/>` +
    `<path fill="#6b4a2e" d="M41.5 41Q42 55 50 57 58 55 58.5 41 55 46 50 45.5 45 46 41.5 41Z"/>` +
    `<path fill="${GOLD}" stroke="${LINE}" stroke-width=".7" d="M37 29V16.5L43.5 21.5 50 14 56.5 21.5 63 16.5V29Q50 24.5 37 29Z"/>` +
    `<path fill="none" stroke="${LINE}" stroke-width=".7" d="M37.5 25.5Q50 21 62.5 25.5"/>`,
};

const HELD = {
  11: `<path fill="none" stroke="${GOLD}" stroke-width="2" d="M70 70V42"/><path fill="${GOLD}" d="M70 34L73.5 43 70 46 66.5 43Z"/>`,
  12: `<path fill="none" stroke="#4d7a45" stroke-width="1.6" d="M69 70Q72 58 69 50"/><g class="robe"><circle cx="69" cy="45" r="2.6"/><circle cx="65.8" cy="48" r="2.6"/><circle cx="72.2" cy="48" r="2.6"/><circle cx="67" cy="51.6" r="2.6"/><circle cx="71" cy="51.6" r="2.6"/></g><circle cx="69" cy="48.6" r="1.8" fill="${GOLD}"/>`,
  13: `<path fill="none" stroke="${GOLD}" stroke-width="2.2" d="M70 70V42"/><circle cx="70" cy="39.5" r="3.6" fill="${GOLD}"/><path stroke="${GOLD}" stroke-width="1.6" d="M70 30V37M67 33H73"/>`,
};

const FACE =
  `<ellipse cx="50" cy="37.5" rx="9.4" ry="11" fill="${SKIN}" stroke="${LINE}" stroke-width=".6"/>` +
  `<g fill="none" stroke="${LINE}" stroke-width="1" stroke-linecap="round"><path d="M44.6 36.3Q46.2 35 47.8 36.3M52.2 36.3Q53.8 35 55.4 36.3M50 37.5L49 41H50.6"/></g>` +
  `<path fill="none" stroke="#b5483f" stroke-width="1.3" stroke-linecap="round" d="M47.8 44Q50 45.4 52.2 44"/>`;

/** @param {number} rank */
function half(rank) {
  const kind = /** @type {11 | 12 | 13} */ (rank);
  return (
    `<path class="robe" d="M25 70Q26 54 42 51L50 58 58 51Q74 54 75 70Z"/>` +
    `<path fill="${GOLD}" d="M41 51.5L50 70 59 51.5 55.5 50.5 50 61 44.5 50.5Z"/>` +
    `<path fill="#fff" opacity=".85" d="M45.5 49.5H54.5L50 59Z"/>` +
    `<path fill="none" stroke="${GOLD}" stroke-width="1.4" d="M29.5 70Q31 60 39 56M70.5 70Q69 60 61 56"/>` +
    `<path fill="${SKIN}" d="M46 45H54V51L50 55 46 51Z"/>` +
    (kind === 13 ? FACE + HEADS[kind] : HEADS[kind] + FACE) +
    (kind === 12
      ? `<path fill="#5d3a22" d="M40.5 34Q43 27 50 27 57 27 59.5 34 55 30.5 50 30.5 45 30.5 40.5 34Z"/>`
      : "") +
    HELD[kind]
  );
}

/**
 * Draws a court card inside its frame.
 * @param {number} rank 11 to 13
 * @param {string} suit
 * @param {string} sign the suit's sign in the frame's corner
 */
export function court(rank, suit, sign) {
  const figure = half(rank) + sign;
  return (
    `<g class="court-${suit}"><rect x="25" y="12" width="50" height="116" rx="4" fill="#fdf6e3" stroke="${GOLD}" stroke-width="1.2"/>` +
    `${figure}<g transform="rotate(180 50 70)">${figure}</g>` +
    `<path stroke="${GOLD}" stroke-width="1.2" d="M25 70H75"/></g>`
  );
}
