// Settings of the table: stored in this browser, applied to the whole page.

/**
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {"off" | "fast" | "normal"} Speed
 * @typedef {{ theme: Theme, colours: "two" | "four", speed: Speed, confirm: boolean, name: string, sound: boolean, notify: boolean, mute: boolean }} Settings
 */

const KEY = "cardsharp.settings";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
export const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Settings} */
function storedSettings() {
  /** @type {Settings} */
  const usual = {
    theme: "auto",
    colours: "two",
    speed: "normal",
    confirm: false,
    name: "",
    sound: false,
    notify: false,
    mute: false,
  };
  return { ...usual, ...recall(KEY, {}) };
}

/**
 * Reads a value from this browser's storage.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

export const settings = storedSettings();

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  remember(KEY, settings);
  apply();
}

/** Applies colours and theme to the page. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  dataset.colours = settings.colours;
}
dark.addEventListener("change", apply);

/** The duration of a card's flight, in milliseconds. */
export function pace() {
  if (still.matches || document.hidden) return 0;
  return { off: 0, fast: 170, normal: 340 }[settings.speed];
}

/**
 * Returns how long a view is shown at least, in milliseconds. A finished round is visible even without motion.
 * @param {"step" | "round"} what
 */
export function stay(what) {
  if (document.hidden) return 0;
  const speed = still.matches ? "off" : settings.speed;
  return { step: { off: 120, fast: 80, normal: 150 }, round: { off: 450, fast: 350, normal: 700 } }[what][speed];
}
