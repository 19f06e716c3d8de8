// The form for a record: dropped, chosen or pasted.

import { h } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { t } from "../shell/language.js";

/** @param {string} words what was wrong with the last record @param {(record: string) => void} taken */
export function uploadForm(words, taken) {
  const problem = h("p", { class: "problem", role: "alert" }, words);
  const file = h("input", {
    type: "file",
    class: "sr-only",
    id: "record-file",
    "data-test": "record-file",
    accept: ".record,.game,.txt,text/plain",
  });
  const text = h("textarea", {
    rows: 8,
    placeholder: t("… or paste a record here"),
    "aria-label": t("Record"),
    "data-test": "record-text",
  });
  const take = (/** @type {string} */ record) => {
    if (record.trim()) taken(record);
    else problem.textContent = t("There is nothing in it: a record begins with “cardsharp record 1”.");
  };
  file.addEventListener("change", async () => file.files?.[0] && take(await file.files[0].text()));
  return h(
    "section",
    { class: "upload" },
    h("h2", {}, t("Hand in a record")),
    h("p", { class: "quiet" }, t("Any record of ours: from a table, from a tournament, from the command line.")),
    dropZone(file, take),
    text,
    problem,
    h(
      "div",
      { class: "acts" },
      h(
        "button",
        { type: "button", class: "primary", "data-test": "show-record", onclick: () => take(text.value) },
        t("Show"),
      ),
    ),
  );
}

/** @param {HTMLInputElement} file @param {(record: string) => void} take */
function dropZone(file, take) {
  const zone = h(
    "label",
    { class: "drop", for: "record-file" },
    icon("save"),
    h("span", {}, t("Drop a record here, or choose a file")),
    file,
  );
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", async (event) => {
    event.preventDefault();
    const first = event.dataTransfer?.files[0];
    if (first) take(await first.text());
  });
  return zone;
}
