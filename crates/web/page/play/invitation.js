// The notice before a game begins: the link for friends, and free seats.

import { h } from "../shell/dom.js";
import { t } from "../shell/language.js";
import { nameField, ownName, tidyName } from "../shell/names.js";
import { send, showProblem } from "../shell/net.js";
import { change, settings } from "../shell/settings.js";
import { invitationBody } from "./table-menu.js";

/** @typedef {import("../types.d.ts").View} View */

/**
 * @param {HTMLElement} notice
 * @param {View} view
 * @param {() => void} changed
 */
export function drawInvitation(notice, view, changed) {
  const free = view.sitters.filter(({ kind }) => kind === "free");
  const state =
    view.begun || view.over || free.length === 0 ? "" : `${view.seat} ${free.map(({ seat }) => seat).join()}`;
  notice.hidden = state === "";
  // Typed text stays while nothing changes.
  if (notice.dataset.state === state) return;
  notice.dataset.state = state;
  if (state === "") {
    notice.replaceChildren();
    return;
  }
  const problem = h("p", { class: "problem small", role: "alert" });
  notice.replaceChildren(
    h("h2", {}, free.length === 1 ? t("One seat is free") : t("{count} seats are free", { count: free.length })),
    h(
      "p",
      { class: "small" },
      view.seat === null
        ? t("Take one, or watch: the game begins when all are taken.")
        : t("Send this link to whom you want to play with. The game begins when all seats are taken."),
    ),
    invitationBody(view),
    view.seat === null ? joinForm(view, free, problem, changed) : leaveButton(view, problem, changed),
    problem,
  );
}

/**
 * @param {View} view
 * @param {import("../types.d.ts").Sitter[]} free
 * @param {HTMLElement} problem
 * @param {() => void} changed
 */
function joinForm(view, free, problem, changed) {
  const name = nameField(settings.name, {
    placeholder: t("Your name"),
    "aria-label": t("Your name"),
    "data-test": "join-name",
  });
  const form = h(
    "form",
    { class: "join" },
    name,
    free.map(({ seat }) =>
      h(
        "button",
        { type: "submit", class: "primary", value: seat, "data-test": `take-${seat}` },
        t("Take seat {seat}", { seat: seat + 1 }),
      ),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seat = event.submitter instanceof HTMLButtonElement ? event.submitter.value : String(free[0].seat);
    change({ name: tidyName(name.value) });
    try {
      await send(`/api/tables/${view.id}/seats/${seat}`, { name: ownName() });
      changed();
    } catch (error) {
      showProblem(problem, error);
    }
  });
  return form;
}

/**
 * @param {View} view
 * @param {HTMLElement} problem
 * @param {() => void} changed
 */
function leaveButton(view, problem, changed) {
  const leave = h("button", { type: "button", "data-test": "leave" }, t("Leave my seat"));
  leave.addEventListener("click", async () => {
    try {
      await send(`/api/tables/${view.id}/seats/${view.seat}`, {}, { method: "DELETE" });
      changed();
    } catch (error) {
      showProblem(problem, error);
    }
  });
  return leave;
}
