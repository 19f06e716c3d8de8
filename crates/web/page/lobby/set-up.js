// The set-up of a table: who plays at which seat, whether it is listed, whether the kibitzer may be asked.

import { agreementFields } from "../play/match.js";
import { openDialog } from "../shell/dialog.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { nameField, ownName, tidyName } from "../shell/names.js";
import { sendFile, showProblem } from "../shell/net.js";
import { change, settings } from "../shell/settings.js";
import { openTable, usualOpponent, usualSeat } from "./open-table.js";
import { propertiesForm } from "./property-file.js";

/**
 * @typedef {import("../types.d.ts").GameInfo} GameInfo
 * @typedef {import("../types.d.ts").Seating} Seating
 * @typedef {import("../types.d.ts").HandedIn} HandedIn
 */

const ME = "me";
const FRIEND = "friend";
// Specs never begin with a space.
const PROGRAM = " program";

/**
 * @param {GameInfo} game
 * @param {number} seat
 * @param {boolean} programs whether the server accepts programs
 */
function seatSelect(game, seat, programs) {
  const called = game.person === null ? "" : ` (${game.person})`;
  const select = h(
    "select",
    { "data-test": `sit-${seat}` },
    h("option", { value: ME }, `${t("you")}${called}`),
    h("option", { value: FRIEND }, `${t("a person, by the link")}${called}`),
    h(
      "optgroup",
      { label: t("The house") },
      game.strengths.map(({ spec, words }) => h("option", { value: spec }, words)),
    ),
    programs && h("option", { value: PROGRAM }, t("a program of yours")),
  );
  select.value = seat === usualSeat(game) ? ME : usualOpponent(game);
  return select;
}

/** The file of a seat's program; shown once a program is chosen. @param {number} seat */
function programFile(seat) {
  return h("input", {
    type: "file",
    hidden: true,
    "aria-label": t("The program for seat {seat}: a C file, a script or an executable", { seat: seat + 1 }),
    "data-test": `program-${seat}`,
  });
}

/**
 * @param {GameInfo} game
 * @param {HTMLInputElement} input
 * @returns {Promise<Seating>}
 */
async function uploadProgram(game, input) {
  const file = input.files?.[0];
  if (!file) throw new Error(t("Choose the file of the program that is to play."));
  const path = `/api/programs?game=${encodeURIComponent(game.name)}&name=${encodeURIComponent(file.name)}`;
  const { program } = /** @type {HandedIn} */ (await sendFile(path, file));
  return { kind: "program", program };
}

/**
 * Returns the request for a seat's choice.
 * @param {GameInfo} game
 * @param {string} value
 * @param {HTMLInputElement} file
 * @returns {Promise<Seating>}
 */
async function seatRequest(game, value, file) {
  if (value === ME) return { kind: "person", name: ownName() };
  if (value === PROGRAM) return uploadProgram(game, file);
  return value === FRIEND ? { kind: "person" } : { kind: "player", spec: value };
}

/** @param {GameInfo} game @param {boolean} programs whether the server accepts programs */
export function openSetUp(game, programs) {
  const selects = Array.from({ length: game.seats }, (_, seat) => seatSelect(game, seat, programs));
  const files = selects.map((_, seat) => programFile(seat));
  const name = nameField(settings.name);
  const agreement = agreementFields();
  const listed = h("input", { type: "checkbox", "data-test": "listed" });
  const kibitzer = h("input", { type: "checkbox", checked: true, "data-test": "allow-kibitzer" });
  const kibitzerWords = h("span", {}, t("Allow a kibitzer"));
  const seed = h("input", { inputmode: "numeric", pattern: "[0-9]*", placeholder: t("any"), "data-test": "seed" });
  const seedWords = h("span", {});
  const problem = h("p", { class: "problem", role: "alert" });
  const persons = () => selects.filter(({ value }) => value === ME || value === FRIEND).length;
  const settle = () => {
    const shared = persons() > 1;
    kibitzer.disabled = shared;
    seed.disabled = shared;
    for (const [seat, file] of files.entries()) file.hidden = selects[seat]?.value !== PROGRAM;
    kibitzerWords.textContent = shared
      ? t("No kibitzer: people share this table")
      : t("Allow a kibitzer: advice while you play");
    seedWords.textContent = shared
      ? t("No seed: who chose it would know the others’ cards")
      : t("Seed: the same number deals the same cards");
  };
  for (const select of selects) {
    select.addEventListener("change", () => {
      // A browser has one seat: taking another gives the first one to a bot.
      if (select.value === ME) {
        for (const other of selects) if (other !== select && other.value === ME) other.value = usualOpponent(game);
      }
      settle();
    });
  }
  settle();

  const start = h("button", { type: "submit", class: "primary", "data-test": "start" }, t("Start"));
  const form = h(
    "form",
    { class: "dialog-form" },
    h(
      "ol",
      { class: "seating" },
      selects.map((select, seat) =>
        h(
          "li",
          {},
          h(
            "label",
            { class: "field" },
            h("span", {}, seat === 0 ? t("Seat 1, begins") : t("Seat {seat}", { seat: seat + 1 })),
            select,
          ),
          files[seat],
        ),
      ),
    ),
    h("label", { class: "field" }, h("span", {}, t("Your name")), name),
    h("label", { class: "tick" }, listed, h("span", {}, t("List it in the lobby for anyone to join or watch"))),
    h("label", { class: "tick" }, kibitzer, kibitzerWords),
    h(
      "details",
      { "data-test": "more" },
      h("summary", {}, t("More")),
      agreement.fields,
      h("label", { class: "field" }, seedWords, seed),
    ),
    problem,
    h("div", { class: "acts" }, start),
  );
  const byFile = propertiesForm(
    game,
    () => ({ kibitzer: kibitzer.checked, listed: listed.checked }),
    () => {
      change({ name: tidyName(name.value) });
      dialog.close();
    },
  );
  if (byFile) form.append(byFile);
  const dialog = openDialog(game.title, [form], { test: "seating" });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    problem.textContent = "";
    change({ name: tidyName(name.value) });
    try {
      await openTable(await wish());
      dialog.close();
    } catch (error) {
      showProblem(problem, error);
      start.disabled = false;
    }
  });

  /** @returns {Promise<import("../types.d.ts").NewTable>} */
  async function wish() {
    const mine = selects.findIndex(({ value }) => value === ME);
    if (seed.value.trim() && !/^\d+$/.test(seed.value.trim()))
      throw new Error(t("The seed is a whole number, not “{value}”.", { value: seed.value }));
    return {
      game: game.name,
      seats: await Promise.all(selects.map(({ value }, seat) => seatRequest(game, value, files[seat]))),
      take: mine < 0 ? null : mine,
      name: ownName(),
      seed: !seed.disabled && seed.value.trim() ? Number(seed.value) : undefined,
      kibitzer: kibitzer.checked && persons() === 1 && mine >= 0,
      listed: listed.checked,
      ...agreement.wish(),
    };
  }
}
