// Alerts for a player whose page is in the background: a sound or a notification on their turn. Both are off by
// default.

import { h } from "./dom.js";
import { t } from "./language.js";
import { change, settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers play sound only after the first click or key. */
function unlockSound() {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

/** Plays two soft tones, a fourth apart. */
function chime() {
  unlockSound();
  if (!audio) return;
  const begins = audio.currentTime + 0.02;
  for (const [at, pitch] of [587.33, 783.99].entries()) {
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    const from = begins + 0.16 * at;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.16, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0005, from + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.55);
  }
}

/** @param {import("../types.d.ts").View} view */
function notify(view) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification(t("It is your turn"), { body: view.title, tag: `table-${view.id}` });
    note.addEventListener("click", () => {
      window.focus();
      note.close();
    });
  } catch {
    // Some phones let only installed pages notify; the title still shows the turn.
  }
}

/**
 * Alerts a player whose turn has come while the page is in the background.
 * @param {import("../types.d.ts").View} view
 */
export function alertTurn(view) {
  if (!document.hidden) return;
  if (settings.sound) chime();
  if (settings.notify) notify(view);
}

/** Enables sound at the first click or key. */
export function prepareSound() {
  for (const touched of ["pointerdown", "keydown"]) document.addEventListener(touched, unlockSound, { passive: true });
}

/**
 * A checkbox that changes a setting.
 * @param {string} words
 * @param {boolean} checked
 * @param {string} test
 * @param {(checked: boolean) => void} changed
 */
function checkbox(words, checked, test, changed) {
  const box = h("input", { type: "checkbox", checked, "data-test": test });
  box.addEventListener("change", () => changed(box.checked));
  return { box, label: h("label", { class: "tick" }, box, h("span", {}, words)) };
}

/** The settings for alerts and for phrases of other players. */
export function alertSettings() {
  const sound = checkbox(t("A sound when it is my turn and I look elsewhere"), settings.sound, "sound", (on) => {
    change({ sound: on });
    if (on) chime();
  });
  const problem = h("p", { class: "problem small", role: "alert" });
  const note = checkbox(
    t("A notification when it is my turn and I look elsewhere"),
    settings.notify,
    "notify",
    async (on) => {
      problem.textContent = "";
      change({ notify: on });
      if (!on) return;
      const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
      if (allowed) return;
      change({ notify: false });
      note.box.checked = false;
      problem.textContent = t("Your browser does not let this page notify you.");
    },
  );
  const mute = checkbox(t("Hide what others say"), settings.mute, "mute", (on) => change({ mute: on }));
  return [sound.label, note.label, problem, mute.label];
}
