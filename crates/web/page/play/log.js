// The log of a game, line by line; after the game its mistakes are marked.

import { evaluate, isMistake } from "../replay/evaluation.js";
import { h, updateChildren } from "../shell/dom.js";
import { t } from "../shell/language.js";

/** @typedef {import("../types.d.ts").View} View */

/** @param {string} id */
export function logPanel(id) {
  const list = h("ol", { class: "log", "data-test": "log", tabindex: 0, "aria-label": t("What happened") });
  const note = h("p", { class: "small quiet", hidden: true });
  const look = h("button", { type: "button", "data-test": "look-back", hidden: true }, t("Look for my mistakes"));
  const element = h(
    "section",
    { class: "sheet log-panel" },
    h("h2", {}, t("Log")),
    list,
    h("div", { class: "log-foot" }, look, note),
  );
  /** @type {Map<number, string>} */
  const mistakes = new Map();
  /** @type {View | null} */
  let seen = null;

  look.addEventListener("click", async () => {
    look.hidden = true;
    note.hidden = false;
    note.textContent = t("Looking back…");
    try {
      await evaluate(`/table/${id}`, { record: null, first: seen?.seat ?? null }, (decision) => {
        note.textContent = t("Looking back: {done} of {decisions}", {
          done: decision.done,
          decisions: decision.decisions,
        });
        if (decision.seat === seen?.seat && isMistake(decision)) mistakes.set(decision.step, decision.words);
        if (seen) draw(seen);
      });
      note.textContent =
        mistakes.size === 0
          ? t("No mistake of yours was found.")
          : mistakes.size === 1
            ? t("One move to think about, marked with ?!")
            : t("{count} moves to think about, marked with ?!", { count: mistakes.size });
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  });

  /** @param {View} view */
  function draw(view) {
    seen = view;
    // A guided game is not reviewed: the teacher's advice is not a mistake.
    look.hidden = !(view.over && view.seat !== null) || !note.hidden || view.guided;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    updateChildren(
      list,
      view.log,
      // Lines that were taken back get new keys.
      ({ step }, index) => `line-${view.taken_back}-${step}-${index}`,
      (line) => h("li", {}, line.words, line.brought && h("span", { class: "brought" }, line.brought)),
      (item, line) => {
        const words = mistakes.get(line.step);
        if (words === undefined || item.querySelector(".mistake")) return;
        item.append(h("span", { class: "mistake", title: words }, " ?!"), h("span", { class: "mistake-words" }, words));
      },
    );
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  return { element, draw };
}
