// A replay that goes on by itself, as fast as the settings say, until its end or until one does something else.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** How long a step stays, in milliseconds: with cards that do not fly there is as much to be read. */
function dwell() {
  return { off: 1100, fast: 550, normal: 1100 }[settings.speed];
}

/**
 * @param {() => Promise<boolean>} stepOn shows the next step; false at the end
 * @param {() => void} rewind goes back to the beginning, if it is at the end
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
