// Icons of buttons, drawn with strokes.

import { s } from "./dom.js";

const PATHS = {
  close: "M6 6L18 18M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  sliders: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5 8 8 0 1 0 19.5 14.5Z",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M17 14H7",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  on: "M9 6l7 6-7 6",
  final: "M6 6l7 6-7 6M17 6v12",
  play: "M8 5.5v13l10-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  panel: "M4 5h16v14H4zM14 5v14M16.5 9h1M16.5 12h1",
  undo: "M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4",
  more: "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0Z",
  share:
    "M7 12.5l9-5M7 12.5l9 5M5 14.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM18.5 8.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM18.5 20.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      class: "sign",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    s("path", { d: PATHS[name] }),
  );
}
