// Automatic playback of a replay at the chosen speed, until its end or until the user does something else.

import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";
import { settings } from "../shell/settings.js";

/** How long a step stays, in milliseconds; the same without flying cards, as there is as much to read. */
function dwell() {
  return { off: 1100, fast: 550, normal: 1100 }[settings.speed];
}

/**
 * @param {() => Promise<boolean>} stepOn shows the next step; false at the end
 * @param {() => void} rewind goes back to the first step if the last one is shown
 * @param {AbortSignal} signal
 */
export function autoplayer(stepOn, rewind, signal) {
  const button = h("button", { type: "button", class: "icon", "data-test": "autoplay" });
  let timer = 0;
  let playing = false;

  const draw = () => {
    const words = playing ? t("Pause (space)") : t("Play by itself (space)");
    button.setAttribute("aria-label", words);
    button.title = words;
    button.dataset.playing = String(playing);
    button.replaceChildren(icon(playing ? "pause" : "play"));
  };
  const stop = () => {
    window.clearTimeout(timer);
    if (!playing) return;
    playing = false;
    draw();
  };
  const goOn = async () => {
    const more = await stepOn();
    if (!more) stop();
    else if (playing) timer = window.setTimeout(goOn, dwell());
  };
  const toggle = () => {
    if (playing) return stop();
    playing = true;
    draw();
    rewind();
    void goOn();
    return undefined;
  };
  button.addEventListener("click", toggle);
  signal.addEventListener("abort", stop);
  draw();
  return { button, stop, toggle };
}
