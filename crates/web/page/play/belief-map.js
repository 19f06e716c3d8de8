// The kibitzer's beliefs as a heat map: where each unseen card may be.

import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";

/** @typedef {import("../types.d.ts").Beliefs} Beliefs */

/** @param {number} chance */
const inPercent = (chance) => `${Math.round(100 * chance)} %`;

/** Formats a chance with its standard error over the sampled worlds. @param {number} chance @param {number} worlds */
function withError(chance, worlds) {
  const error = Math.sqrt((chance * (1 - chance)) / Math.max(1, worlds));
  return `${Math.round(100 * chance)} ± ${Math.round(100 * error)} %`;
}

/** @param {HTMLElement} cell @param {number} chance */
function warm(cell, chance) {
  cell.style.setProperty("--warm", `${Math.round(Math.min(1, chance) * 100)}%`);
  cell.classList.toggle("hot", chance > 0.55);
}

/** @param {Beliefs} beliefs */
export function beliefMap(beliefs) {
  const maps =
    beliefs.kinds.every(({ cell }) => cell !== null) && beliefs.kinds.length > 7
      ? beliefs.places.map((_, place) => grid(beliefs, place))
      : [table(beliefs)];
  return h(
    "details",
    { class: "heat", open: true, "data-test": "beliefs" },
    h("summary", {}, t("Where the unseen cards may be")),
    maps,
  );
}

/** A grid of one place's chance for every card, one suit per line. @param {Beliefs} beliefs @param {number} place */
function grid(beliefs, place) {
  const columns = 1 + Math.max(...beliefs.kinds.map(({ cell }) => cell?.rank ?? 0));
  const map = h("div", { class: "heat-grid", role: "list", "aria-label": beliefs.places[place].name });
  map.style.setProperty("--columns", String(columns));
  beliefs.kinds.forEach(({ name, cell: at }, kind) => {
    if (!at) return;
    const chance = beliefs.chances[kind]?.[place] ?? 0;
    const cell = h(
      "span",
      {
        role: "listitem",
        title: `${name}: ${withError(chance, beliefs.worlds)}`,
        "aria-label": `${name} ${inPercent(chance)}`,
      },
      name,
    );
    cell.style.gridRow = String(at.suit + 1);
    cell.style.gridColumn = String(at.rank + 1);
    warm(cell, chance);
    map.append(cell);
  });
  return h("figure", {}, h("figcaption", { class: "small" }, beliefs.places[place].name), map);
}

/** A plain table for games with few kinds of cards. @param {Beliefs} beliefs */
function table({ kinds, places, chances, worlds }) {
  return h(
    "table",
    { class: "heat-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("card")),
        places.map(({ name }) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      kinds.map(({ name, count }, kind) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, count > 1 ? `${name} ×${count}` : name),
          places.map((_, place) => {
            const chance = chances[kind]?.[place] ?? 0;
            const cell = h("td", { title: withError(chance, worlds) }, inPercent(chance));
            warm(cell, chance);
            return cell;
          }),
        ),
      ),
    ),
  );
}
