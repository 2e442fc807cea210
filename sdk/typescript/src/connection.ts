// Sends an operation's fields where the document says: path, query or body; again where that helps; every failure as a KeepsakeError.
import { KeepsakeError, Refused, Throttled, Unavailable, Unreachable, ofStatus } from "./errors.js";
import { OPERATIONS } from "./operations.js";
import type { operations } from "./schema.js";

export type Operation = keyof typeof OPERATIONS;

type Flat<T> = { [K in keyof T]: T[K] };
type Or<T, Nothing> = [T] extends [never] ? Nothing : T;
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Part<T, Name extends string> = T extends { [N in Name]?: infer Value } ? Or<NonNullable<Value>, {}> : {};
type Asked<T> = Part<Part<T, "parameters">, "path"> & Part<Part<T, "parameters">, "query"> & Or<Json<Part<T, "requestBody">>, {}>;
type Replied<T> = T extends { responses: infer Replies } ? Or<Json<Replies[keyof Replies]>, void> : never;

/** All that an operation takes, by the API's names. */
export type Fields<O extends Operation> = Asked<operations[O]>;
/** What of it stands in a method's last argument: all but what its other arguments say. */
export type Options<O extends Operation, Told extends string = never> = Flat<Omit<Fields<O>, Told> & CallOptions>;
/** The answer's JSON; nothing of a 204. */
export type Answer<O extends Operation> = Replied<operations[O]>;

export interface CallOptions {
  /** Ends the call, also while it waits to try again; what it throws then is the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for one try, beside what the service is asked to wait (`wait_s`); that of the client unless given. */
  timeoutMs?: number;
  /** Of `retain` and `memories.add`: the same one gives the same answer again for 7 days. One is made for each call unless given. */
  idempotencyKey?: string;
}

/** Whose memories are meant. A key that is bound to one of them fills it in. */
export interface Scope {
  /** A part of the tenant that shares nothing with others; `default` unless given. */
  container?: string;
  /** A part of the container whose memories are told apart; `default` unless given. */
  namespace?: string;
  userId?: string;
  agentId?: string;
  sessionId?: string;
  /** For the operator's key alone. */
  tenant?: string;
}

interface Row {
  method: string;
  path: string;
  scope: readonly string[];
  query?: readonly string[];
  idempotent?: boolean;
}

/** Where the service asks for a longer wait, the caller is told instead. */
const LONGEST_WAIT_S = 60;
/** Between tries, where the service names no wait: at random below 0.5, 1, 2, 4, 8 seconds. */
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 8_000;
/** Operations that are as good done twice, although they are posted: they read, or take the place of what was there. */
const SAME_TWICE: readonly Operation[] = ["recall", "reflect", "searchItems", "batchItems"];
/** Codes of Node for connections that never came about. */
const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

export class Connection {
  /** Out of sight of whoever prints a client. */
  readonly #key: string;

  constructor(
    /** With `/v1`. */
    readonly url: string,
    key: string,
    private readonly timeoutMs: number,
    private readonly retries: number,
    private readonly fetched: typeof fetch,
  ) {
    this.#key = key;
  }

  /** @throws {@link KeepsakeError}, or the reason of a signal of the caller's. */
  async send<O extends Operation>(operation: O, given: object, scope: Scope): Promise<Answer<O>> {
    const { signal, timeoutMs = this.timeoutMs, idempotencyKey, ...fields } = given as Record<string, unknown> & CallOptions;
    const row: Row = OPERATIONS[operation];
    const { url, body } = this.placed(row, { ...scoped(scope, row.scope), ...said(fields) });
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}` };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (row.idempotent) headers["Idempotency-Key"] = idempotencyKey ?? crypto.randomUUID();
    // What names the version that it replaces is refused the second time.
    const same = ["GET", "DELETE"].includes(row.method) || (row.method === "PUT" && fields["version"] === undefined);
    const repeatable = row.idempotent || SAME_TWICE.includes(operation) || same;
    const mostMs = timeoutMs + 1_000 * Number(fields["wait_s"] ?? 0);
    for (let tries = 0; ; tries++) {
      try {
        return (await this.once(url, { method: row.method, headers, body }, mostMs, signal)) as Answer<O>;
      } catch (error) {
        const pause = tries < this.retries ? pauseMs(error, tries, repeatable) : undefined;
        if (pause === undefined) throw error;
        await sleep(pause, signal);
      }
    }
  }

  /** A file from or to an address of its own, without the key. @throws {@link Unreachable}, {@link Refused} */
  async transfer(url: string, request: RequestInit): Promise<Blob> {
    const fetched = this.fetched;
    let reply: Response;
    let file: Blob;
    try {
      reply = await fetched(url, request);
      file = await reply.blob();
    } catch (error) {
      request.signal?.throwIfAborted();
      throw unreachable(error);
    }
    if (!reply.ok) throw refusal(reply, await file.text());
    return file;
  }

  private placed(row: Row, fields: Record<string, unknown>): { url: URL; body: string | undefined } {
    const left = new Map(Object.entries(fields));
    const path = row.path.replace(/{(\w+)}/g, (_, name: string) => {
      const part = String(left.get(name) ?? "");
      // An address resolves dots, and what is empty would be another operation's.
      if (["", ".", ".."].includes(part)) throw new KeepsakeError(`${name}: ${JSON.stringify(part)} is no id.`);
      left.delete(name);
      return encodeURIComponent(part);
    });
    const url = new URL(this.url + path);
    for (const [name, value] of [...left]) {
      if (row.query && !row.query.includes(name)) continue;
      if (value !== null) url.searchParams.set(name, String(value));
      left.delete(name);
    }
    return { url, body: row.query && JSON.stringify(Object.fromEntries(left)) };
  }

  private async once(url: URL, request: RequestInit, mostMs: number, signal?: AbortSignal): Promise<unknown> {
    const limit = AbortSignal.timeout(mostMs);
    const fetched = this.fetched; // called as a method, browsers refuse it
    let reply: Response;
    let text: string;
    try {
      reply = await fetched(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
      text = await reply.text();
    } catch (error) {
      signal?.throwIfAborted();
      throw limit.aborted ? new Unreachable(`No answer came from ${url.host} within ${mostMs} ms.`, { cause: error }) : unreachable(error);
    }
    if (!reply.ok) throw refusal(reply, text);
    const answer = text && parsed(text);
    if (answer === undefined) throw new KeepsakeError(`${url.host} answers, but not as this service: its answer is not JSON.`);
    return answer === "" ? undefined : answer;
  }
}

function scoped(scope: Scope, takes: readonly string[]): Record<string, unknown> {
  const { userId, agentId, sessionId, ...others } = scope;
  const named = { ...others, user_id: userId, agent_id: agentId, session_id: sessionId };
  return said(Object.fromEntries(Object.entries(named).filter(([name]) => takes.includes(name))));
}

/** What is undefined says nothing: it takes away no user, session, ... of the client's own, so that a call would mean more than it. */
function said(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function unreachable(error: unknown): Unreachable {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new Unreachable(`No answer came: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

function refusal(reply: Response, text: string): Refused {
  const problem = parsed(text);
  const after = Number(reply.headers.get("Retry-After") ?? NaN);
  const known = typeof problem === "object" && problem !== null ? (problem as Record<string, unknown>) : {};
  const requestId = reply.headers.get("X-Request-Id") ?? undefined;
  return new (ofStatus(reply.status))(reply.status, known, requestId, Number.isNaN(after) ? undefined : after);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** When to try again: where the service says, where it did nothing, and where doing it twice is as good as once. */
function pauseMs(error: unknown, tries: number, repeatable: boolean): number | undefined {
  const random = Math.random();
  if (error instanceof Refused && error.retryAfterS !== undefined) {
    // Somewhat later than it says, so that all who were told so do not come at once.
    return error.retryAfterS <= LONGEST_WAIT_S ? error.retryAfterS * (1_000 + 250 * random) : undefined;
  }
  const unknown = error instanceof Unreachable || error instanceof Unavailable;
  const undone =
    error instanceof Throttled || (error instanceof Unreachable && NEVER_SENT.includes((error.cause as { code?: string })?.code ?? ""));
  return undone || (unknown && repeatable) ? random * Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) : undefined;
}

/** @throws the reason of `signal` */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
