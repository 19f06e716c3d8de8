// The settings dialog.

import { alertSettings } from "./alerts.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { chooseLanguage, language, LANGUAGES, t } from "./language.js";
import { nameField, tidyName } from "./names.js";
import { change, settings, still } from "./settings.js";

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

/** Each language is listed by its own name. */
function languageSelect() {
  const select = h(
    "select",
    { "data-test": "language" },
    Object.entries(LANGUAGES).map(([tag, name]) => h("option", { value: tag, lang: tag }, name)),
  );
  select.value = language();
  select.addEventListener("change", () => chooseLanguage(select.value));
  return select;
}

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
    ...alertSettings(),
  ]);
}
