// A service that answers what a test tells it, and remembers what it was asked.
import { Keepsake, type KeepsakeOptions } from "@keepsake/client";

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: any;
  signal: AbortSignal;
}

export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A client of it: the last reply is given again and again. */
export function answering(replies: Reply[], options: KeepsakeOptions = {}): { keepsake: Keepsake; asked: Asked[] } {
  const asked: Asked[] = [];
  const answer: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const { method = "GET", headers, signal } = init;
    const query = Object.fromEntries(url.searchParams);
    asked.push({ method, path: url.pathname, query, headers: new Headers(headers), body, signal: signal as AbortSignal });
    signal?.throwIfAborted();
    const reply = replies[Math.min(asked.length, replies.length) - 1]!;
    if (reply instanceof Error) throw reply;
    const { status = 200, body: said, headers: told } = reply;
    return new Response(said === undefined ? null : typeof said === "string" ? said : JSON.stringify(said), { status, headers: told });
  };
  return { keepsake: new Keepsake({ url: "http://keepsake.test/v1", key: "k", fetch: answer, ...options }), asked };
}

/** What fetch of Node throws where no connection comes about, or one breaks. */
export function broken(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(`broken: ${code}`), { code }) });
}
