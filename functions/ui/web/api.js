// Requests to the API that served this page, with the key that this tab holds.

const BASE = new URL(".", location.href.split("#")[0]);
const KEPT = "keepsake.key";
const TRIES = 3;
// Rows of one answer.
const MOST = 200;
const OPERATORS = ["key", "admin/index", "health"];

export const key = {
  get: () => sessionStorage.getItem(KEPT) || "",
  set: (value) => sessionStorage.setItem(KEPT, value),
  forget: () => sessionStorage.removeItem(KEPT),
};

/** The tenant that the operator's key acts in; other keys have their own. */
export const acting = { tenant: "" };

/** What went wrong, in words: `title`, `detail`, `fields` and `request_id` of problem details. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || "Something went wrong.");
    this.status = status;
    this.title = body.title || "It did not work";
    this.fields = (body.errors || []).map((e) => `${e.field}: ${e.message}`);
    this.request_id = body.request_id || "";
  }
}

/** Asks `METHOD path`; `query` leaves out what is empty. Repeats what the service asks to repeat. Raises Problem. */
export async function ask(method, path, { query = {}, body, signal } = {}) {
  const url = new URL(path, BASE);
  const given = { ...query };
  if (acting.tenant && !OPERATORS.some((p) => path.startsWith(p))) given.tenant = acting.tenant;
  for (const [name, value] of Object.entries(given)) {
    if (value !== "" && value !== null && value !== undefined && value !== false) url.searchParams.set(name, String(value));
  }
  const headers = { Accept: "application/json" };
  if (key.get()) headers.Authorization = `Bearer ${key.get()}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  for (let turn = 1; ; turn += 1) {
    const reply = await sent(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: "no-store" });
    if (turn < TRIES && (reply.status === 429 || reply.status === 503)) {
      await pause(Math.min(Number(reply.headers.get("Retry-After")) || turn, 10), signal);
      continue;
    }
    return answered(reply);
  }
}

async function sent(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { title: "The service does not answer", detail: "Is the network there, and does the service run?" });
  }
}

async function answered(reply) {
  const text = await reply.text();
  let body = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    if (reply.ok) throw new Problem(reply.status, { title: "The answer is no JSON" });
  }
  if (!reply.ok) throw new Problem(reply.status, body.title || body.detail ? body : { title: `The service answered ${reply.status}` });
  return body;
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("left", "AbortError"));
    });
  });
}

/**
 * A page of `size` rows of a list. The service may answer short pages while it looks through many rows, so it is asked on until the page
 * is full or the list ends; `progress` hears how many requests that took.
 */
export async function page(path, { query = {}, name, size = 50, cursor = "", signal, progress }) {
  const rows = [];
  let next = cursor;
  for (let asked = 1; ; asked += 1) {
    const answer = await ask("GET", path, { query: { ...query, limit: Math.min(size - rows.length, MOST), cursor: next }, signal });
    rows.push(...answer[name]);
    next = answer.next_cursor || "";
    progress?.(asked);
    if (!next || rows.length >= size) return { rows, next };
  }
}

/** A part of a path. */
export const part = (value) => encodeURIComponent(value);
