// A table from a property file: chosen, dropped into the field or pasted. The server reads it.

import { go } from "./address.js";
import { h } from "./dom.js";
import { ownName } from "./names.js";
import { send, tellProblem } from "./net.js";
import { t } from "./words.js";

const EXAMPLE = `players.0=Human
players.1=Random
players.2=Basic
players.3=Clever
thinkingTime=600
delayTime=300`;

/**
 * The part of the set-up dialog for a file; none for other games.
 * @param {import("./types.d.ts").GameInfo} game
 * @param {() => { kibitzer: boolean, listed: boolean }} terms what else is ticked
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
      const taken = /** @type {import("./types.d.ts").Taken} */ (
        await send("/api/properties", { properties: text.value, name, ...terms() })
      );
      done();
      go(`/table/${taken.id}`);
    } catch (error) {
      tellProblem(problem, error);
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
