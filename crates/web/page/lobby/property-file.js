// A table from a property file: chosen, dropped or pasted. The server parses it.

import { go } from "../shell/address.js";
import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { ownName } from "../shell/names.js";
import { send, showProblem } from "../shell/net.js";

const EXAMPLE = [
  "players.0=Human",
  "players.1=Random",
  "players.2=Basic",
  "players.3=Clever",
  "thinkingTime=600",
  "delayTime=300",
].join("\n");

/**
 * The set-up dialog's part for a property file; null for games without one.
 * @param {import("../types.d.ts").GameInfo} game
 * @param {() => { kibitzer: boolean, listed: boolean }} terms the dialog's other choices
 * @param {() => void} done
 */
export function propertiesForm(game, terms, done) {
  if (!game.property_files) return null;
  const text = h("textarea", {
    rows: 7,
    maxlength: 16384,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-label": t("Property file"),
    "data-test": "properties-text",
  });
  const file = h("input", {
    type: "file",
    accept: ".properties,.txt,text/plain",
    "aria-label": t("Choose a property file"),
    "data-test": "properties-file",
  });
  const problem = h("p", { class: "problem", role: "alert", "data-test": "properties-problem" });
  const start = h("button", { type: "button", "data-test": "properties-start" }, t("Start from this file"));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
  });
  start.addEventListener("click", async () => {
    start.disabled = true;
    problem.textContent = "";
    try {
      const name = ownName();
      const taken = /** @type {import("../types.d.ts").Taken} */ (
        await send("/api/properties", { properties: text.value, name, ...terms() })
      );
      done();
      go(`/table/${taken.id}`);
    } catch (error) {
      showProblem(problem, error);
      start.disabled = false;
    }
  });
  return h(
    "details",
    { "data-test": "properties" },
    h("summary", {}, t("From a property file")),
    h(
      "div",
      { class: "by-file" },
      h(
        "p",
        { class: "small quiet" },
        t(
          "It says who sits where (Human, Random, Basic, Clever or any other player), which cards lie where and how long players think. You have the first seat of a Human.",
        ),
      ),
      file,
      text,
      problem,
      h("div", { class: "acts" }, start),
    ),
  );
}
