// Measures the page over a slow line: requests, bytes, the first paint, and when it can be used.
//
//     node benchmarks/page.mjs target/release/cardsharp
//
// Needs chromium and chromedriver. Chromium itself slows the line: 400 ms latency, 50 KB a second. Bytes are those of
// responses with their headers, as the browser counts them. Every figure is the median of five visits with an empty
// cache; `again` is a second visit with the cache of the first.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };
const VISITS = 5;

/** Starts a program and waits for the line with its address. */
async function start(program, args, pattern) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const found = line.match(pattern);
    if (found) return { child, found: found[1] };
  }
  throw new Error(`${program} ended before it was ready`);
}

const binary = process.argv[2];
if (!binary) throw new Error("which binary? node benchmarks/page.mjs target/release/cardsharp");
const server = await start(binary, ["serve", "--port", "0", "--tables", ":memory:"], /(http:\/\/[\d.:]+)/);
const driver = await start("chromedriver", ["--port=0"], /started successfully on port (\d+)/);
const profile = mkdtempSync(join(tmpdir(), "cardsharp-page-"));
let session = "";

async function ask(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${driver.found}${session}${path}`, {
    method,
    body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
  });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.message}`);
  return value;
}
const cdp = (cmd, params = {}) => ask("POST", "/goog/cdp/execute", { cmd, params });
const script = (text) => ask("POST", "/execute/sync", { script: text, args: [] });
const until = async (what) => {
  while (!(await script(`return ${what}`))) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** Makes one visit: returns what was loaded until the wanted element was there, and when. */
async function visit(address, wanted) {
  await ask("POST", "/url", { url: "about:blank" });
  await ask("POST", "/se/log", { type: "performance" });
  await cdp("Network.emulateNetworkConditions", LINE);
  await ask("POST", "/url", { url: address });
  await until(`Boolean(document.querySelector(${JSON.stringify(wanted)}))`);
  // Requests that are still under way belong to the visit too.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const [paint, usable] = await script(
    `return [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      performance.getEntriesByName("usable")[0]?.startTime ?? NaN]`,
  );
  const log = await ask("POST", "/se/log", { type: "performance" });
  const messages = log.map(({ message }) => JSON.parse(message).message);
  const of = (wanted) => messages.filter(({ method }) => method === wanted).map(({ params }) => params);
  const asked = of("Network.requestWillBeSent").filter(({ request }) => request.url.startsWith("http"));
  const fromDisk = of("Network.responseReceived").filter(({ response }) => response.fromDiskCache);
  const kept = new Set([...of("Network.requestServedFromCache"), ...fromDisk].map(({ requestId }) => requestId));
  const sent = of("Network.loadingFinished").filter(({ requestId }) => !kept.has(requestId));
  const bytes = sent.reduce((sum, { encodedDataLength }) => sum + encodedDataLength, 0);
  const requests = new Set(asked.map(({ requestId }) => requestId).filter((id) => !kept.has(id))).size;
  return { requests, bytes, paint, usable };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measure(name, address, wanted) {
  const { identifier } = await cdp("Page.addScriptToEvaluateOnNewDocument", {
    source: `new MutationObserver((_, watch) => {
      if (!document.querySelector(${JSON.stringify(wanted)})) return;
      performance.mark("usable"); watch.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true })`,
  });
  const [first, again] = [[], []];
  for (let time = 0; time < VISITS; time += 1) {
    await cdp("Network.clearBrowserCache");
    first.push(await visit(address, wanted));
    again.push(await visit(address, wanted));
  }
  await cdp("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  for (const [when, visits] of Object.entries({ first, again })) {
    const figure = (key) => median(visits.map((one) => one[key]));
    const seconds = (key) => `${(figure(key) / 1000).toFixed(2)} s`;
    const kilobytes = (figure("bytes") / 1000).toFixed(1);
    console.log(
      `| ${name}, ${when} | ${figure("requests")} | ${kilobytes} | ${seconds("paint")} | ${seconds("usable")} |`,
    );
  }
}

try {
  const wished = await ask("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        browserName: "chrome",
        "goog:loggingPrefs": { performance: "ALL" },
        "goog:chromeOptions": {
          args: [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,800",
            `--user-data-dir=${profile}`,
          ],
        },
      },
    },
  });
  session = `/session/${wished.sessionId}`;
  await cdp("Network.enable");
  console.log("| visit | requests | KB | first paint | usable |\n|---|---:|---:|---:|---:|");
  await measure("lobby", `${server.found}/`, "[data-test^=new-game-]");
  await cdp("Network.emulateNetworkConditions", { ...LINE, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await ask("POST", "/url", { url: `${server.found}/` });
  await until(`Boolean(document.querySelector("[data-test=new-game-hanamikoji]"))`);
  await script(`document.querySelector("[data-test=new-game-hanamikoji]").click()`);
  await until(`location.pathname.startsWith("/table/")`);
  const table = await ask("GET", "/url");
  await measure("table", table, "[data-test=hand] [data-test=piece]");
} finally {
  if (session) await ask("DELETE", "").catch(() => undefined);
  driver.child.kill();
  server.child.kill();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
