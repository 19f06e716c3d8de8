// What happened, line by line; after the game, with a mark on what was a mistake.

import { h, match } from "./dom.js";
import { isMistake, review } from "./review.js";
import { t } from "./words.js";

/** @typedef {import("./types.d.ts").View} View */

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
      await review(`/table/${id}`, { record: null, first: seen?.seat ?? null }, (decision) => {
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
    // What the teacher had told one to do is not called a mistake afterwards.
    look.hidden = !(view.over && view.seat !== null) || !note.hidden || view.guided;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    match(
      list,
      view.log,
      // What was taken back makes room for other lines.
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
