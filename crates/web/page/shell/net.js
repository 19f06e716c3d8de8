// Requests to the server, and its stream of views, which reconnects.

import { t } from "./language.js";

/** @typedef {import("../types.d.ts").Refused} Refused */

/** Thrown when the server refuses a request, with its reason. */
export class Refusal extends Error {
  /** @param {string} words @param {string} code */
  constructor(words, code) {
    super(words);
    this.code = code;
  }
}

/** @param {Response} response @returns {Promise<Refusal>} */
async function refusal(response) {
  try {
    const problem = /** @type {Refused} */ (await response.json());
    if (problem.error) return new Refusal(problem.error, problem.code);
  } catch {
    // The answer has no JSON: the default text is used.
  }
  return new Refusal(
    t("The server answered {status}.", { status: `${response.status} ${response.statusText}` }),
    "bad-request",
  );
}

/**
 * Returns the answer to the first request, once; the HTML file sends it before any module is loaded.
 * @param {string} path
 */
function early(path) {
  const asked = /** @type {{ path: string, answer: Promise<Response> } | undefined} */ (Reflect.get(window, "early"));
  Reflect.deleteProperty(window, "early");
  return asked?.path === path ? asked.answer : null;
}

/** @param {string} path @param {RequestInit} [init] */
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
 * @template T
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, signal) {
  return (await fetched(path, { signal })).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await fetched(path)).text();
}

/**
 * Sends JSON, or a text unchanged.
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
 * Sends a file unchanged.
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

/** Resolves when the server is back; shared by all who wait. @type {Promise<void> | null} */
let comingBack = null;

/** Waits until the server answers, asking more slowly each time. */
export function serverBack() {
  comingBack ??= (async () => {
    for (let wait = 500; ; wait = Math.min(wait * 1.5, 5000)) {
      await elapsed(wait);
      try {
        await fetch("/api/health", { cache: "no-store" });
        break;
      } catch {
        // The server is still unreachable.
      }
    }
    comingBack = null;
  })();
  return comingBack;
}

/** Returns true if the server did not answer at all. @param {unknown} error */
export function isUnreachable(error) {
  return error instanceof Refusal && error.code === "unreachable";
}

/**
 * Shows what went wrong. If the server is unreachable, the message goes once it is back, and `again` repeats the
 * request.
 * @param {HTMLElement} element
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function showProblem(element, error, again) {
  const words = errorText(error);
  element.textContent = words;
  if (!isUnreachable(error)) return;
  void serverBack().then(() => {
    if (element.textContent !== words) return;
    element.textContent = "";
    again?.();
  });
}

/** Returns an error as text. @param {unknown} error */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Returns true if the user left the page, which is no error. @param {unknown} error */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Listens to server-sent events until aborted. The browser reconnects after a lost connection, but not after a refusal:
 * this function retries then, more slowly each time.
 * @param {() => string} address called for every attempt
 * @param {Record<string, (data: string) => void>} handlers by the name of the event
 * @param {(state: "open" | "lost" | "refused") => void} report
 * @param {AbortSignal} signal
 */
export function listen(address, handlers, report, signal) {
  let wait = 500;
  /** @type {number | undefined} */
  let timer;
  /** @type {EventSource | null} */
  let source = null;
  const open = () => {
    source = new EventSource(address());
    source.onopen = () => {
      wait = 500;
      report("open");
    };
    source.onerror = () => {
      const refused = source?.readyState === EventSource.CLOSED;
      report(refused ? "refused" : "lost");
      if (refused && !signal.aborted) {
        timer = window.setTimeout(open, wait);
        wait = Math.min(wait * 2, 8000);
      }
    };
    for (const [name, hear] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => hear(/** @type {MessageEvent<string>} */ (event).data));
    }
  };
  const close = () => {
    window.clearTimeout(timer);
    source?.close();
  };
  signal.addEventListener("abort", close);
  // A browser may cache the page: the stream closes until the user returns.
  window.addEventListener("pagehide", close, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && open(), { signal });
  open();
}

/**
 * Reads server-sent events from the answer to a POST request.
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
