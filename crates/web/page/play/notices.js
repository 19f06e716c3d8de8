// The panel of notices beside the cards: open questions, a pause, an absent player.

import { announce, h } from "../shell/dom.js";
import { language, t } from "../shell/language.js";
import { isolated } from "../shell/names.js";
import { send, showProblem } from "../shell/net.js";

/** @typedef {import("../types.d.ts").View} View */

/** A player who is away for less than this has only reloaded the page, in milliseconds. */
const BLINK = 8000;

/** @param {View} view @param {number[]} seats */
function namesAt(view, seats) {
  return new Intl.ListFormat(language()).format(seats.map((seat) => isolated(view.sitters[seat].name)));
}

/**
 * @param {string} id
 * @param {(view: View) => void} arrived takes the view of the server's answer
 * @param {AbortSignal} signal
 */
export function noticesPanel(id, arrived, signal) {
  const words = h("p", {});
  const acts = h("div", { class: "acts" });
  const problem = h("p", { class: "problem small", role: "alert" });
  const element = h("section", { class: "affairs", "data-test": "affairs", hidden: true }, words, acts, problem);
  /** @type {View | null} */
  let seen = null;
  /** The arrival of the newest view, by this browser's clock. */
  let at = 0;
  let drawn = "";

  /**
   * @param {string} label
   * @param {string} test
   * @param {() => Promise<unknown> | void} does
   * @param {boolean} [primary]
   */
  function act(label, test, does, primary = false) {
    const button = h("button", { type: "button", class: primary && "primary", "data-test": test }, label);
    button.addEventListener("click", async () => {
      problem.textContent = "";
      button.disabled = true;
      try {
        const view = /** @type {View | undefined} */ (await does());
        if (view) arrived(view);
      } catch (error) {
        showProblem(problem, error);
      }
      button.disabled = false;
    });
    return button;
  }

  /** @param {string} path @param {unknown} [body] */
  const ask = (path, body = {}) => send(`/api/tables/${id}/${path}`, body);

  /** @param {View} view @returns {{ said: string, offers: () => HTMLElement[] } | null} */
  function affair(view) {
    const { seat, asked, sitters } = view;
    if (!view.begun || view.over) return null;
    if (asked) return question(view, asked);
    const own = seat === null ? null : sitters[seat];
    if (own?.stand_in) {
      if (view.gave_up.some((one) => one.seat === seat))
        return { said: t("You have given up: a computer plays on for you."), offers: () => [] };
      const back = () => send(`/api/tables/${id}/seats/${seat}/stand-in`, {}, { method: "DELETE" });
      return {
        said: t("A computer plays for you."),
        offers: () => [act(t("Take my seat again"), "come-back", back, true)],
      };
    }
    if (view.paused) {
      const shared = sitters.some((one) => one.kind === "person" && one.seat !== seat && !one.stand_in);
      const label = shared && view.clock ? t("Ask to go on") : t("Go on");
      return {
        said: t("The game is paused."),
        offers: () => (seat === null ? [] : [act(label, "go-on", () => ask("resume"), true)]),
      };
    }
    return seat === null ? null : absence(view);
  }

  /** @param {View} view @param {import("../types.d.ts").OpenQuestion} asked */
  function question(view, { number, what, by, waits_for }) {
    const answer = (/** @type {boolean} */ agrees) => () => ask("answer", { question: number, agrees });
    if (by === view.seat) {
      const names = namesAt(view, waits_for);
      return {
        said: t("You have asked. Waiting for {names}.", { names }),
        offers: () => [act(t("Withdraw"), "withdraw", answer(false))],
      };
    }
    const name = isolated(view.sitters[by].name);
    const said = {
      "take-back": `${t("{name} asks to take back a move.", { name })} ${t("What was seen stays seen.")}`,
      pause: t("{name} asks for a pause.", { name }),
      resume: t("{name} asks to go on.", { name }),
    }[what];
    const isAsked = view.seat !== null && waits_for.includes(view.seat);
    return {
      said,
      offers: () =>
        isAsked ? [act(t("No"), "say-no", answer(false)), act(t("Yes"), "say-yes", answer(true), true)] : [],
    };
  }

  /** Returns the notice about the player on turn, if that player is away. @param {View} view */
  function absence(view) {
    const turn = view.turn === null ? null : view.sitters[view.turn];
    if (!turn || turn.kind !== "person" || turn.stand_in || turn.seat === view.seat || turn.away === null) return null;
    const away = turn.away + performance.now() - at;
    if (away < BLINK) return null;
    const name = isolated(turn.name);
    const path = `seats/${turn.seat}/stand-in`;
    const left = Math.ceil((view.patience - away) / 1000);
    if (left > 0) {
      return {
        said: t("{name} is away. In {seconds} s a computer can play instead.", { name, seconds: left }),
        offers: () => [],
      };
    }
    return {
      said: t("{name} is away.", { name }),
      offers: () => [act(t("Let a computer play"), "stand-in", () => ask(path), true)],
    };
  }

  /** @param {View} view */
  function redraw(view) {
    const found = affair(view);
    element.hidden = found === null;
    // A countdown changes its text and nothing else.
    if (found && words.textContent !== found.said) words.textContent = found.said;
    const offers = found?.offers() ?? [];
    const state = `${view.asked?.number} ${offers.map(({ dataset }) => dataset.test).join()}`;
    if (state === drawn) return;
    drawn = state;
    problem.textContent = "";
    acts.replaceChildren(...offers);
    acts.hidden = offers.length === 0;
    if (found && (offers.length > 0 || view.asked)) announce(found.said);
  }

  const timer = window.setInterval(() => seen && redraw(seen), 1000);
  signal.addEventListener("abort", () => window.clearInterval(timer));

  return {
    element,
    /**
     * Draws a view.
     * @param {View} view
     * @param {boolean} fresh whether it has just come from the server
     */
    draw(view, fresh = true) {
      seen = view;
      if (fresh) at = performance.now();
      redraw(view);
    },
  };
}
