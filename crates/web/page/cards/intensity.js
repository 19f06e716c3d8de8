// Intensity's forty cards: four herds, sheep, goats, calves and oxen; and the buffalo.

import { t } from "../shell/language.js";

const BUFFALO = "47";

/** A sheep around the origin, about 60 units wide like all animals. */
const SHEEP =
  `<path fill="#f4fafb" class="edge" d="M-16-14A9 9 0 0 1-6-24 9 9 0 0 1 8-24 9 9 0 0 1 17-14 9 9 0 0 1 23-2 9 9 0 0 1 18 11 9 9 0 0 1 8 21 9 9 0 0 1-8 21 9 9 0 0 1-18 11 9 9 0 0 1-23-2 9 9 0 0 1-16-14Z"/>` +
  `<path class="ink" d="M-13-7Q-28-9-29-1-22 4-13 0ZM13-7Q28-9 29-1 22 4 13 0Z"/>` +
  `<path class="ink" d="M0-15C11-15 14-7 13 2 12 13 7 21 0 21-7 21-12 13-13 2-14-7-11-15 0-15Z"/>` +
  `<g fill="#fff"><circle cx="-5.5" cy="-2" r="2.9"/><circle cx="5.5" cy="-2" r="2.9"/></g>` +
  `<g fill="#1b2a33"><circle cx="-5" cy="-1.6" r="1.4"/><circle cx="5" cy="-1.6" r="1.4"/></g>` +
  `<path fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" d="M-3 12Q0 14.5 3 12M0 9.5V13"/>`;

const GOAT =
  `<path fill="none" stroke="#8a7a55" stroke-width="5.5" stroke-linecap="round" d="M-6-13C-9-24-16-29-24-26M6-13C9-24 16-29 24-26"/>` +
  `<path class="ink" d="M-11-8Q-27-9-30 2-20 5-11 1ZM11-8Q27-9 30 2 20 5 11 1Z"/>` +
  `<path class="ink" d="M0-17C9-17 13-11 12-2L8 15Q5 20 0 20-5 20-8 15L-12-2C-13-11-9-17 0-17Z"/>` +
  `<path fill="#eef5e6" d="M0-16Q4-8 3 2L5 13Q0 18-5 13L-3 2Q-4-8 0-16Z"/>` +
  `<path fill="#eef5e6" class="edge" d="M-5 18Q0 22 5 18Q4 27 0 31-4 27-5 18Z"/>` +
  `<g fill="#1f2a16"><circle cx="-7" cy="-4" r="2"/><circle cx="7" cy="-4" r="2"/><path d="M-3 12.5H3L0 15.5Z"/></g>`;

const CALF =
  `<path class="ink" d="M-13-13Q-31-16-32-6-25 3-14-2ZM13-13Q31-16 32-6 25 3 14-2Z"/>` +
  `<path fill="#f7c9b4" d="M-15-9Q-26-11-27-6-22-2-15-5ZM15-9Q26-11 27-6 22-2 15-5Z"/>` +
  `<path fill="#e9dcc0" d="M-9-18Q-13-25-9-28-5-25-4-19ZM9-18Q13-25 9-28 5-25 4-19Z"/>` +
  `<path class="ink" d="M0-21C12-21 17-13 16-3L13 12H-13L-16-3C-17-13-12-21 0-21Z"/>` +
  `<path fill="#fffaf0" d="M0-21Q5-18 4-8L6 8H-6L-4-8Q-5-18 0-21Z"/>` +
  `<ellipse cx="0" cy="14" rx="14" ry="10" fill="#f7c9b4"/>` +
  `<g fill="#3d2a12"><ellipse cx="-9" cy="-5" rx="3" ry="3.6"/><ellipse cx="9" cy="-5" rx="3" ry="3.6"/><ellipse cx="-5" cy="12" rx="1.8" ry="2.4"/><ellipse cx="5" cy="12" rx="1.8" ry="2.4"/></g>` +
  `<g fill="#fff"><circle cx="-8" cy="-6.5" r="1.1"/><circle cx="10" cy="-6.5" r="1.1"/></g>` +
  `<path fill="none" stroke="#3d2a12" stroke-width="1.4" stroke-linecap="round" d="M-4 18.5Q0 21 4 18.5"/>`;

const OX =
  `<path fill="#efe3cd" class="edge" d="M-11-15C-22-12-31-17-31-30-25-23-18-23-9-21ZM11-15C22-12 31-17 31-30 25-23 18-23 9-21Z"/>` +
  `<path class="ink" d="M-14-9Q-28-8-29 0-20 5-13 0ZM14-9Q28-8 29 0 20 5 13 0Z"/>` +
  `<path class="ink" d="M0-22C11-22 16-15 15-5L12 12Q10 22 0 22-10 22-12 12L-15-5C-16-15-11-22 0-22Z"/>` +
  `<ellipse cx="0" cy="15" rx="12.5" ry="8.5" fill="#ecd3e2"/>` +
  `<g fill="#fff"><circle cx="-7.5" cy="-6" r="3"/><circle cx="7.5" cy="-6" r="3"/></g>` +
  `<g fill="#2c1526"><circle cx="-7" cy="-5.5" r="1.6"/><circle cx="7" cy="-5.5" r="1.6"/><circle cx="-5" cy="13" r="1.7"/><circle cx="5" cy="13" r="1.7"/></g>` +
  `<path fill="none" stroke="#d9a93f" stroke-width="2" d="M-3.5 18A4 4 0 1 0 3.5 18"/>`;

const BULK =
  `<path fill="#3b1412" d="M0-27C17-28 26-17 25-3 24 10 19 16 15 20H-15C-19 16-24 10-25-3-26-17-17-28 0-27Z"/>` +
  `<path fill="#efe3cd" stroke="#3b1412" stroke-width="1.5" d="M-4-20C-14-25-30-21-34-8-36 3-29 10-22 8-28 5-28-2-24-6-19-11-11-12-4-11ZM4-20C14-25 30-21 34-8 36 3 29 10 22 8 28 5 28-2 24-6 19-11 11-12 4-11Z"/>` +
  `<path class="ink" d="M0-14C10-14 14-7 13 1L11 13Q9 24 0 24-9 24-11 13L-13 1C-14-7-10-14 0-14Z"/>` +
  `<path fill="#3b1412" d="M-8-17Q0-25 8-17 6-9 0-6-6-9-8-17Z"/>` +
  `<ellipse cx="0" cy="17" rx="10.5" ry="7.5" fill="#3b1412"/>` +
  `<g fill="#ffe08a"><path d="M-10-3L-3 0Q-6 4-9 2ZM10-3L3 0Q6 4 9 2Z"/></g>` +
  `<g fill="#d98a80"><circle cx="-4.5" cy="15" r="1.8"/><circle cx="4.5" cy="15" r="1.8"/></g>` +
  `<path fill="#3b1412" d="M-6 23Q0 34 6 23Z"/>`;

const HERDS = [SHEEP, GOAT, CALF, OX];
const animals = () => [t("sheep"), t("goat"), t("calf"), t("ox")];

/** Returns a card's spoken name: "47, the buffalo, 7 penalty points". @param {string} code */
export function intensityName(code) {
  if (code === BUFFALO) return t("47, the buffalo, 7 penalty points");
  if (code.startsWith("3")) return t("{code}, a calf, 1 penalty point", { code });
  return `${code}, ${animals()[Number(code[0]) - 1] ?? t("card")}`;
}

/** Draws a card's face, 100 units wide and 140 high. @param {string} code */
export function intensity(code) {
  const suit = Number(code[0]);
  const buffalo = code === BUFFALO;
  const herd = buffalo ? "herd-7" : `herd-${suit}`;
  const animal = buffalo ? BULK : (HERDS[suit - 1] ?? "");
  const number = `<text class="ink number" x="30" y="41" font-size="43">${code}</text>`;
  const small = `<g transform="rotate(180 50 70)"><text class="ink number" x="19" y="23" font-size="20">${code}</text></g>`;
  const penalty = buffalo
    ? `<circle class="ink" cx="81" cy="24" r="12.5"/><text class="number" x="81" y="31.5" font-size="21" fill="#fff">7</text>`
    : suit === 3
      ? `<circle class="ink" cx="82" cy="22" r="7"/><circle cx="82" cy="22" r="2.5" fill="#fff"/>`
      : "";
  return (
    `<g class="${herd}"><circle class="wash" cx="50" cy="86" r="40"/>` +
    `<g transform="translate(50 87) scale(${buffalo ? 1.14 : 1.12})">${animal}</g>${number}${penalty}${small}</g>`
  );
}
