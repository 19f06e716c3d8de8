// How one likes the table: kept in this browser, applied to the whole page.

import { attentionSettings } from "./attention.js";
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { nameField, tidyName } from "./names.js";
import { LANGUAGES, language, speak, t } from "./words.js";

/**
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {"off" | "fast" | "normal"} Speed
 * @typedef {{ theme: Theme, colours: "two" | "four", speed: Speed, confirm: boolean, name: string, sound: boolean, notify: boolean, mute: boolean }} Settings
 */

const SETTINGS_KEY = "cardsharp.settings";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Settings} */
function kept() {
  /** @type {Settings} */
  const usual = {
    theme: "auto",
    colours: "two",
    speed: "normal",
    confirm: false,
    name: "",
    sound: false,
    notify: false,
    mute: false,
  };
  return { ...usual, ...recall(SETTINGS_KEY, {}) };
}

/**
 * Something this browser remembers.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays as well; it only forgets.
  }
}

export const settings = kept();

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  remember(SETTINGS_KEY, settings);
  apply();
}

/** Puts colours and theme onto the page. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  dataset.colours = settings.colours;
}
dark.addEventListener("change", apply);

/** How long a card is on its way, in milliseconds. */
export function pace() {
  if (still.matches || document.hidden) return 0;
  return { off: 0, fast: 170, normal: 340 }[settings.speed];
}

/**
 * How long a view stays before the next may come, in milliseconds: a round that is over stays to be
 * seen, even where nothing flies.
 * @param {"step" | "round"} what
 */
export function stay(what) {
  if (document.hidden) return 0;
  const speed = still.matches ? "off" : settings.speed;
  return { step: { off: 120, fast: 80, normal: 150 }, round: { off: 450, fast: 350, normal: 700 } }[what][speed];
}

/**
 * @template {string} V
 * @param {string} legend
 * @param {string} name
 * @param {V} value
 * @param {[V, string][]} options
 * @param {(value: V) => void} chosen
 */
function segments(legend, name, value, options, chosen) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, legend),
    options.map(([option, words]) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value: option, checked: option === value, onchange: () => chosen(option) }),
        h("span", {}, words),
      ),
    ),
  );
}

/** Every language calls itself by its own name. */
function languageSelect() {
  const select = h(
    "select",
    { "data-test": "language" },
    Object.entries(LANGUAGES).map(([tag, name]) => h("option", { value: tag, lang: tag }, name)),
  );
  select.value = language();
  select.addEventListener("change", () => speak(select.value));
  return select;
}

/** Lets one change how the table looks and behaves. */
export function openSettings() {
  const confirm = h("input", { type: "checkbox", checked: settings.confirm });
  confirm.addEventListener("change", () => change({ confirm: confirm.checked }));
  const name = nameField(settings.name);
  name.addEventListener("change", () => change({ name: tidyName(name.value) }));
  openDialog(t("Settings"), [
    h("label", { class: "field" }, h("span", {}, t("Your name")), name),
    h("label", { class: "field" }, h("span", {}, t("Language")), languageSelect()),
    segments(
      t("Light"),
      "theme",
      settings.theme,
      [
        ["auto", t("as the system")],
        ["light", t("day")],
        ["dark", t("night")],
      ],
      (theme) => change({ theme }),
    ),
    segments(
      t("Suits"),
      "colours",
      settings.colours,
      [
        ["two", t("two colours")],
        ["four", t("four colours")],
      ],
      (colours) => change({ colours }),
    ),
    segments(
      t("Motion"),
      "speed",
      settings.speed,
      [
        ["off", t("off")],
        ["fast", t("fast")],
        ["normal", t("normal")],
      ],
      (speed) => change({ speed }),
    ),
    still.matches &&
      h(
        "p",
        { class: "small quiet" },
        t("Your system asks for reduced motion: cards do not fly, whatever is chosen here."),
      ),
    h("label", { class: "tick" }, confirm, h("span", {}, t("Confirm: a click only selects, Play plays"))),
    ...attentionSettings(),
  ]);
}
