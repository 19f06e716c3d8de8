// Everything the page asks of the server, and the stream of views that finds its way back.

import { t } from "./words.js";

/** @typedef {import("./types.d.ts").Refused} Refused */

/** What the server would not do, in its own words. */
export class Refusal extends Error {
  /**
   * @param {string} words
   * @param {string} code
   */
  constructor(words, code) {
    super(words);
    this.code = code;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Refusal>}
 */
async function refusal(response) {
  try {
    const problem = /** @type {Refused} */ (await response.json());
    if (problem.error) return new Refusal(problem.error, problem.code);
  } catch {
    // An answer without words of its own gets ours.
  }
  return new Refusal(
    t("The server answered {status}.", { status: `${response.status} ${response.statusText}` }),
    "bad-request",
  );
}

/**
 * The answer to the page's first question, which was asked before any module was here; to be had once.
 * @param {string} path
 */
function early(path) {
  const asked = /** @type {{ path: string, answer: Promise<Response> } | undefined} */ (Reflect.get(window, "early"));
  Reflect.deleteProperty(window, "early");
  return asked?.path === path ? asked.answer : null;
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function fetched(path, init) {
  let response;
  try {
    response = await (early(path) ?? fetch(path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    void serverBack();
    throw new Refusal(t("The server cannot be reached. Is it still running?"), "unreachable");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/**
 * Asks for JSON.
 * @template T
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, signal) {
  return (await fetched(path, { signal })).json();
}

/**
 * Asks for text.
 * @param {string} path
 */
export async function getText(path) {
  return (await fetched(path)).text();
}

/**
 * Sends JSON, or a text as it is.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {{ method?: string, signal?: AbortSignal }} [how]
 * @returns {Promise<T>}
 */
export async function send(path, body, { method = "POST", signal } = {}) {
  const response = await fetched(path, {
    method,
    signal,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status === 204 ? /** @type {T} */ (undefined) : response.json();
}

/**
 * Sends a record's text.
 * @param {string} path
 * @param {string} text
 * @param {AbortSignal} [signal]
 */
export function sendText(path, text, signal) {
  return fetched(path, {
    method: "POST",
    signal,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: text,
  });
}

/**
 * Sends a file as it is.
 * @template T
 * @param {string} path
 * @param {Blob} file
 * @returns {Promise<T>}
 */
export async function sendFile(path, file) {
  const headers = { "Content-Type": "application/octet-stream" };
  return (await fetched(path, { method: "POST", headers, body: file })).json();
}

/** @param {number} milliseconds */
const elapsed = (milliseconds) => new Promise((resolve) => window.setTimeout(resolve, milliseconds));

/** That the server is back, while somebody waits for it. @type {Promise<void> | null} */
let comingBack = null;

/** Waits until the server answers again; it is asked more slowly each time. */
export function serverBack() {
  comingBack ??= (async () => {
    for (let wait = 500; ; wait = Math.min(wait * 1.5, 5000)) {
      await elapsed(wait);
      try {
        await fetch("/api/health", { cache: "no-store" });
        break;
      } catch {
        // Not yet.
      }
    }
    comingBack = null;
  })();
  return comingBack;
}

/** Whether the server did not answer at all. @param {unknown} error */
export function isUnreachable(error) {
  return error instanceof Refusal && error.code === "unreachable";
}

/**
 * Says what went wrong. That the server cannot be reached is unsaid as soon as it can, and what was asked is asked
 * again where that changes nothing.
 * @param {HTMLElement} element
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function tellProblem(element, error, again) {
  const words = wordsOf(error);
  element.textContent = words;
  if (!isUnreachable(error)) return;
  void serverBack().then(() => {
    if (element.textContent !== words) return;
    element.textContent = "";
    again?.();
  });
}

/** What went wrong, in words. @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether somebody just left the page, which is no error. @param {unknown} error */
export function wasLeft(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Listens to server-sent events until told to stop. The browser reconnects by itself after a
 * dropped line; a refused one it gives up, so that is tried again here, more slowly each time.
 * @param {() => string} address asked anew for every attempt
 * @param {Record<string, (data: string) => void>} heard by name of the event
 * @param {(state: "open" | "lost" | "refused") => void} told
 * @param {AbortSignal} signal
 */
export function listen(address, heard, told, signal) {
  let wait = 500;
  /** @type {number | undefined} */
  let timer;
  /** @type {EventSource | null} */
  let source = null;
  const open = () => {
    source = new EventSource(address());
    source.onopen = () => {
      wait = 500;
      told("open");
    };
    source.onerror = () => {
      const refused = source?.readyState === EventSource.CLOSED;
      told(refused ? "refused" : "lost");
      if (refused && !signal.aborted) {
        timer = window.setTimeout(open, wait);
        wait = Math.min(wait * 2, 8000);
      }
    };
    for (const [name, hear] of Object.entries(heard)) {
      source.addEventListener(name, (event) => hear(/** @type {MessageEvent<string>} */ (event).data));
    }
  };
  const close = () => {
    window.clearTimeout(timer);
    source?.close();
  };
  signal.addEventListener("abort", close);
  // A browser may keep a page that was left, line and all: whoever has gone is not there, until they come back.
  window.addEventListener("pagehide", close, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && open(), { signal });
  open();
}

/**
 * Reads server-sent events from an answer that was asked for with a body.
 * @param {Response} response
 * @param {(event: string, data: string) => void} hear
 */
export async function readEvents(response, hear) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const event =
        lines
          .find((line) => line.startsWith("event:"))
          ?.slice(6)
          .trim() ?? "message";
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length > 0) hear(event, data.join("\n"));
    }
    if (done) return;
  }
}
