// The menu of a table: everything that can be done besides playing.

import { copyButton, openDialog } from "../shell/dialog.js";
import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { send, showProblem } from "../shell/net.js";
import { phrases } from "./phrases.js";

/** @typedef {import("../types.d.ts").View} View */

/** Returns true if another person has to agree. @param {View} view */
function isShared(view) {
  return view.sitters.some(
    ({ kind, seat, stand_in }) =>
      kind === "person" && !stand_in && seat !== view.seat && !view.gave_up.some((one) => one.seat === seat),
  );
}

/**
 * @param {string} id
 * @param {(view: View) => void} arrived
 * @param {AbortSignal} signal
 */
export function tableMenu(id, arrived, signal) {
  const problem = h("p", { class: "problem small", role: "alert" });
  const takeBack = item("take-back");
  const pauseItem = item("pause");
  const resign = item("resign");
  const invite = item("invite");
  const sayings = h(
    "div",
    { class: "sayings", role: "group", "aria-label": t("Say something friendly") },
    phrases().map((words, phrase) =>
      h(
        "button",
        { type: "button", class: "plain", "data-test": `say-${phrase}`, onclick: () => void say(phrase) },
        words,
      ),
    ),
  );
  const menu = h(
    "div",
    { id: "table-menu", class: "table-menu", popover: "auto", role: "group", "aria-label": t("Table") },
    takeBack.button,
    pauseItem.button,
    resign.button,
    invite.button,
    sayings,
    problem,
  );
  const opener = h(
    "button",
    {
      type: "button",
      class: "plain menu-opener",
      popovertarget: "table-menu",
      "aria-label": t("Table"),
      title: t("Table: take back, pause, resign, invite, say something"),
      "data-test": "table-menu",
    },
    icon("more"),
    h("span", {}, t("Table")),
  );
  /** @type {View | null} */
  let seen = null;

  /** @param {string} test */
  function item(test) {
    const [words, hint] = [h("span", {}), h("small", {})];
    const button = h("button", { type: "button", class: "plain menu-item", "data-test": test }, words, hint);
    return { button, words, hint };
  }

  /** @param {string} what @param {unknown} [body] */
  async function ask(what, body = {}) {
    problem.textContent = "";
    try {
      const view = /** @type {View | undefined} */ (await send(`/api/tables/${id}/${what}`, body));
      menu.hidePopover();
      if (view) arrived(view);
    } catch (error) {
      if (!menu.matches(":popover-open")) menu.showPopover();
      showProblem(problem, error);
    }
  }

  /** @param {number} phrase */
  const say = (phrase) => ask("phrases", { phrase });

  takeBack.button.addEventListener("click", () => void ask("take-back"));
  pauseItem.button.addEventListener("click", () => void ask(seen?.paused ? "resume" : "pause"));
  resign.button.addEventListener("click", () => {
    menu.hidePopover();
    if (seen) confirmResigning(seen, () => ask("resign"));
  });
  invite.button.addEventListener("click", () => {
    menu.hidePopover();
    if (seen) openInvitation(seen);
  });
  menu.addEventListener("toggle", (event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== "open") return;
    const { bottom, right } = opener.getBoundingClientRect();
    menu.style.setProperty("--top", `${bottom + 4}px`);
    const room = document.documentElement.clientWidth;
    menu.style.setProperty("--right", `${Math.max(6, Math.min(room - right, room - menu.offsetWidth - 6))}px`);
    buttons()[0]?.focus();
  });
  menu.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = buttons();
    const now = all.findIndex((button) => button === document.activeElement);
    all[(now + by + all.length) % all.length]?.focus();
  });
  signal.addEventListener("abort", () => menu.remove());

  /** The menu's enabled buttons. @returns {HTMLButtonElement[]} */
  function buttons() {
    return Array.from(menu.querySelectorAll("button:not([hidden], [disabled])"));
  }

  /** @param {View} view */
  function draw(view) {
    seen = view;
    const playing =
      view.seat !== null &&
      view.begun &&
      !view.over &&
      !view.sitters[view.seat]?.stand_in &&
      !view.gave_up.some(({ seat }) => seat === view.seat);
    const shared = isShared(view);
    takeBack.button.hidden = !playing;
    takeBack.button.disabled = !view.can_take_back || view.paused || view.asked !== null;
    takeBack.words.textContent = shared ? t("Ask to take back") : t("Take back");
    takeBack.hint.textContent = t("What was seen stays seen, and the result says so.");
    pauseItem.button.hidden = !playing;
    pauseItem.button.disabled = view.asked !== null;
    const asking = shared && !(view.paused && !view.clock);
    if (view.paused) pauseItem.words.textContent = asking ? t("Ask to go on") : t("Go on");
    else pauseItem.words.textContent = asking ? t("Ask for a pause") : t("Pause");
    resign.button.hidden = !playing;
    resign.words.textContent = t("Resign…");
    invite.words.textContent = t("Invitation…");
    sayings.hidden = view.seat === null;
  }

  return { opener, menu, draw };
}

/** @param {View} view @param {() => Promise<void>} resigned */
function confirmResigning(view, resigned) {
  const words =
    view.sitters.length > 2 && isShared(view)
      ? t("A computer plays on for you, and you come last. The others have their game.")
      : t("The game is over, and the others have won.");
  const go = h("button", { type: "button", class: "primary", "data-test": "confirm-resign" }, t("Resign"));
  const stay = h("button", { type: "button", "data-test": "play-on" }, t("Play on"));
  const dialog = openDialog(t("Resign this game?"), [h("p", {}, words)], { test: "resign-dialog", acts: [stay, go] });
  stay.addEventListener("click", () => dialog.close());
  go.addEventListener("click", () => {
    dialog.close();
    void resigned();
  });
  stay.focus();
}

/** Shows the invitation: the link as text and QR code, and the device's share dialog. @param {View} view */
export function openInvitation(view) {
  openDialog(t("Invitation"), [invitationBody(view)], { test: "invitation-dialog" });
}

/** @param {View} view */
export function invitationBody(view) {
  const link = new URL(view.invite || `/table/${view.id}`, window.location.href).href;
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": t("Link to this table"),
    "data-test": "invite-link",
    onfocus: () => field.select(),
  });
  const scheme = window.location.protocol === "https:" ? "https" : "http";
  const share = h("button", { type: "button", "data-test": "share" }, icon("share"), h("span", {}, t("Share")));
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ title: `${view.title} · cardsharp`, url: link });
    } catch {
      // The user cancelled the share dialog.
    }
  });
  return h(
    "div",
    { class: "invitation" },
    h("img", {
      class: "qr",
      src: `/api/tables/${view.id}/invitation.svg?scheme=${scheme}`,
      alt: t("The link as a QR code, for a telephone's camera"),
      width: 180,
      height: 180,
      "data-test": "qr",
    }),
    h(
      "div",
      { class: "invite" },
      field,
      copyButton(t("Copy link"), () => link, "copy-invite"),
      "share" in navigator && share,
    ),
    view.begun && h("p", { class: "small quiet" }, t("The game has begun: whoever has the link can watch.")),
  );
}
