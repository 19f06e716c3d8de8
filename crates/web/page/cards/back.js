// The back of all decks: a lattice of lozenges around a rosette.

const lozenges = [];
for (let row = 0; row < 12; row += 1) {
  for (let column = 0; column < 8 - (row % 2); column += 1) {
    const x = 15 + column * 10 + (row % 2) * 5;
    const y = 18.5 + row * 9.4;
    const inRosette = Math.hypot(x - 50, (y - 70) * 0.95) < 22;
    if (!inRosette) lozenges.push(`M${x} ${y - 3.4}l2.7 3.4-2.7 3.4-2.7-3.4z`);
  }
}
const petals = Array.from(
  { length: 12 },
  (_, turn) => `<path transform="rotate(${turn * 30})" d="M0-5C4-9 4-14 0-18-4-14-4-9 0-5Z"/>`,
).join("");

/** The drawing of a card's back, 100 units wide and 140 high. */
export const BACK =
  `<rect class="back-ground" x="0" y="0" width="100" height="140" rx="9"/>` +
  `<rect class="back-line" x="6" y="6" width="88" height="128" rx="5" fill="none"/>` +
  `<path class="back-figure" d="${lozenges.join("")}"/>` +
  `<g class="back-figure" transform="translate(50 70)">${petals}<circle r="3.2"/></g>` +
  `<circle class="back-line" cx="50" cy="70" r="20.5" fill="none"/>`;
