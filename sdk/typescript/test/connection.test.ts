import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { inspect } from "node:util";
import * as sdk from "@keepsake/client";
import {
  Failed,
  Forbidden,
  Keepsake,
  KeepsakeError,
  NotConfigured,
  NotDone,
  Refused,
  Throttled,
  Unavailable,
  Unreachable,
} from "@keepsake/client";
import { answering, broken } from "./transport.js";

const RECALLED = { body: { formatted_context: "", memories: [] } };
const TAKEN = { status: 202, body: { batch_id: "b", status: "accepted", events: [] } };

/** Lets waits between tries pass at once, and tells how long each would have been, in milliseconds. */
function hurried(t: TestContext): number[] {
  const waits: number[] = [];
  const real = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (done: () => void, ms: number) => {
    waits.push(ms);
    return real(done, 0);
  });
  return waits;
}

test("an operation's fields go where the document says: path, query, body", async () => {
  const { keepsake, asked } = answering([{ body: {} }]);
  await keepsake.memories.pin("f/1 ä", { user_id: "ann", tenant: "acme" });
  await keepsake.memories.add("I like tea", { user_id: "ann", labels: ["drink"], wait_s: 0 });
  await keepsake.recall("tea", { user_id: "ann", top_k: 3, tenant: "acme" });
  const [pin, add, recall] = asked;
  assert.equal(pin!.path, "/v1/memories/f%2F1%20%C3%A4/pin");
  assert.deepEqual([pin!.query, pin!.body], [{ user_id: "ann", tenant: "acme" }, {}]);
  assert.deepEqual(
    [add!.query, add!.body],
    [
      { user_id: "ann", wait_s: "0" },
      { content: "I like tea", labels: ["drink"] },
    ],
  );
  assert.deepEqual([recall!.query, recall!.body], [{ tenant: "acme" }, { query: "tea", user_id: "ann", top_k: 3 }]);
  assert.equal(recall!.headers.get("Authorization"), "Bearer k");
});

test("a filter is JSON in a query, undefined is left out, null is sent in a body only", async () => {
  const { keepsake, asked } = answering([{ body: { memories: [], next_cursor: null, version: 1 } }]);
  const filter = { field: "labels", op: "contains", value: "work" } as const;
  await keepsake.memories.list({ filter, text: undefined }).all();
  await keepsake.memories.update("f1", { valid_to: null, version: 3 });
  assert.deepEqual(asked[0]!.query, { filter: JSON.stringify(filter), limit: "200" });
  assert.deepEqual(asked[1]!.body, { valid_to: null, version: 3 });
});

test("the client's scope holds where a call names no other, and only where it is taken", async () => {
  const { keepsake, asked } = answering([{ body: {} }], { userId: "ann", container: "shop", sessionId: "s1" });
  await keepsake.recall("x", { user_id: "ben" });
  await keepsake.sessions("s2").context();
  await keepsake.scoped({ userId: "cid", container: undefined }).profile();
  await keepsake.health();
  assert.deepEqual(asked[0]!.body, { container: "shop", session_id: "s1", user_id: "ben", query: "x" });
  assert.deepEqual([asked[1]!.path, asked[1]!.query], ["/v1/sessions/s2/context", { container: "shop", user_id: "ann" }]);
  assert.deepEqual(asked[2]!.query, { container: "shop", session_id: "s1", user_id: "cid" });
  assert.deepEqual(asked[3]!.query, {});
});

test("a key is not bound, a user not erased in part, an event not selected by the client's own scope", async () => {
  const { keepsake, asked } = answering([{ body: { receipt_id: "er_1", status: "done" } }], {
    userId: "ann",
    container: "shop",
    agentId: "bot",
  });
  await keepsake.keys.create(["read"]);
  await keepsake.users.erase("ann");
  await keepsake.admin.quarantine({ role: "tool", preview: true });
  assert.deepEqual(asked[0]!.body, { permissions: ["read"] });
  assert.deepEqual(asked[1]!.query, {});
  assert.deepEqual(asked.at(-1)!.body, { role: "tool", preview: true, scope: { container: "shop", user_id: "ann" } });
});

test("upkeep is of the client's namespace, and a sweep, which goes through all, is not asked of one", async () => {
  const { keepsake, asked } = answering([{ body: { run_id: "w1" } }], { userId: "ann", namespace: "work" });
  await keepsake.admin.prune();
  assert.deepEqual(asked[0]!.body, { scope: { user_id: "ann", namespace: "work" } });
  await assert.rejects(keepsake.admin.sweep(), TypeError);
  assert.equal(asked.length, 1);
});

test("what is undefined takes nothing of the client's own away", async () => {
  const { keepsake, asked } = answering([{ body: {} }], { userId: "ann", sessionId: "s1" });
  await keepsake.memories.deleteMany({ user_id: undefined, session_id: undefined });
  assert.deepEqual(
    asked.map(({ query }) => query),
    [{ user_id: "ann", session_id: "s1" }],
  );
});

test("settings that name their version are sent once where nobody knows what came of it", async () => {
  const { keepsake, asked } = answering([broken("ECONNRESET"), { body: {} }]);
  await assert.rejects(keepsake.settings.replace({ prune_from: 0 }, 1));
  assert.equal(asked.length, 1);
});

for (const id of ["", ".", ".."]) {
  test(`${JSON.stringify(id)} is no id: nothing is asked`, async () => {
    const { keepsake, asked } = answering([{ body: {} }]);
    await assert.rejects(keepsake.memories.delete(id), (error) => error instanceof KeepsakeError && error.message.startsWith("memory_id"));
    assert.equal(asked.length, 0);
  });
}

test("each status has its error, with the problem details", async () => {
  const problem = { title: "T", detail: "D", request_id: "q1", errors: [{ field: "query", message: "is needed" }] };
  const of = { 401: "Unauthenticated", 403: "Forbidden", 404: "NotFound", 409: "Conflict", 413: "TooLarge", 422: "Invalid" };
  const all = { ...of, 418: "Refused", 429: "Throttled", 500: "ServerError", 502: "Unavailable", 503: "Unavailable", 504: "Unavailable" };
  for (const [status, name] of Object.entries(all)) {
    const { keepsake } = answering([{ status: Number(status), body: problem }], { retries: 0 });
    const error = await keepsake.recall("x").catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Refused && error instanceof KeepsakeError);
    assert.ok(error instanceof (sdk as unknown as Record<string, typeof Refused>)[name]!);
    assert.deepEqual([error.name, error.status, error.title, error.detail], [name, Number(status), "T", "D"]);
    assert.deepEqual([error.requestId, error.errors, error.message], ["q1", problem.errors, `${status} T: D`]);
  }
});

test("a refusal that is no problem document keeps what there is", async () => {
  const { keepsake } = answering([{ status: 403, body: "<html>", headers: { "X-Request-Id": "q2" } }]);
  const error = await keepsake.health().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Refused);
  assert.deepEqual([error.message, error.requestId], ["403 Refused", "q2"]);
});

test("an answer that is not JSON is no answer of this service", async () => {
  const { keepsake } = answering([{ body: "<html>" }]);
  await assert.rejects(keepsake.health(), /keepsake\.test answers, but not as this service/);
});

test("429 and 503 are tried again when Retry-After says so", async (t) => {
  const waits = hurried(t);
  for (const status of [429, 503]) {
    const { keepsake, asked } = answering([{ status, body: {}, headers: { "Retry-After": "2" } }, { body: { observations: [] } }]);
    await keepsake.capture({ text: "x", session_id: "s1" });
    assert.equal(asked.length, 2);
  }
  assert.ok(waits.length === 2 && waits.every((ms) => ms >= 2_000 && ms <= 2_500), String(waits));
});

test("where the service asks for more than a minute, the caller is told", async () => {
  const { keepsake, asked } = answering([{ status: 503, body: {}, headers: { "Retry-After": "300" } }]);
  const error = await keepsake.recall("x").catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Unavailable);
  assert.deepEqual([error.retryAfterS, asked.length], [300, 1]);
});

test("without Retry-After the wait is random below 0.5, 1, 2, 4, 8 seconds, and the tries end", async (t) => {
  const waits = hurried(t);
  t.mock.method(Math, "random", () => 0.999);
  const { keepsake, asked } = answering([{ status: 429, body: {} }], { retries: 6 });
  await assert.rejects(keepsake.memories.pin("f1"), Throttled);
  assert.equal(asked.length, 7);
  assert.deepEqual(waits.map(Math.round), [500, 999, 1998, 3996, 7992, 7992]);
});

test("what broke off is tried again where twice is as good as once", async (t) => {
  hurried(t);
  const done = [
    (k: Keepsake) => k.recall("x"),
    (k: Keepsake) => k.retain("x"),
    (k: Keepsake) => k.memories.add("x"),
    (k: Keepsake) => k.memories.get("f1"),
    (k: Keepsake) => k.items.put("a", "b", 1),
    (k: Keepsake) => k.memories.delete("f1"),
  ];
  for (const call of done) {
    const { keepsake, asked } = answering([broken("ECONNRESET"), { body: { events: [] } }]);
    await call(keepsake);
    assert.equal(asked.length, 2);
  }
});

test("what broke off is not repeated where it may have been done; what was never sent is", async (t) => {
  hurried(t);
  for (const call of [(k: Keepsake) => k.capture({ text: "x" }), (k: Keepsake) => k.memories.update("f1", { content: "y", version: 1 })]) {
    const lost = answering([broken("ECONNRESET"), { body: {} }]);
    await assert.rejects(call(lost.keepsake), Unreachable);
    assert.equal(lost.asked.length, 1);
    const unsent = answering([broken("ECONNREFUSED"), { body: {} }]);
    await call(unsent.keepsake);
    assert.equal(unsent.asked.length, 2);
  }
});

test("a retain has one idempotency key over its tries, another one for each call, or the caller's", async (t) => {
  hurried(t);
  const { keepsake, asked } = answering([broken("ECONNRESET"), TAKEN]);
  await keepsake.retain("x");
  await keepsake.retain("x");
  await keepsake.retain("x", { idempotencyKey: "mine" });
  const keys = asked.map(({ headers }) => headers.get("Idempotency-Key"));
  assert.match(keys[0]!, /^[0-9a-f-]{36}$/);
  assert.equal(keys[1], keys[0]);
  assert.notEqual(keys[2], keys[0]);
  assert.equal(keys[3], "mine");
  assert.deepEqual(asked[0]!.body, { events: [{ content: "x" }] });
});

test("a try that takes too long is Unreachable; what the service is asked to wait comes on top", async (t) => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  t.after(() => silent.closeAllConnections() ?? silent.close());
  await once(silent, "listening");
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const slow = new Keepsake({ url: `http://${host}/v1`, key: "k", timeoutMs: 10, retries: 0 });
  await assert.rejects(slow.recall("x"), { name: "Unreachable", message: `No answer came from ${host} within 10 ms.` });
  await assert.rejects(slow.batch("b", { wait_s: 0.02, timeoutMs: 5 }), /within 25 ms/);
});

test("where nothing listens, it is Unreachable and says why", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  const nobody = new Keepsake({ url: `http://127.0.0.1:${port}/v1`, key: "k", retries: 0 });
  await assert.rejects(nobody.memories.pin("f1"), { name: "Unreachable", message: /ECONNREFUSED/ });
});

test("a signal of the caller's ends the call with its reason, also between tries", async (t) => {
  const { keepsake, asked } = answering([RECALLED]);
  await assert.rejects(keepsake.recall("x", { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
  const waiting = answering([{ status: 503, body: {}, headers: { "Retry-After": "60" } }]);
  const stop = new AbortController();
  const real = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (done: () => void, ms: number) => {
    queueMicrotask(() => stop.abort(new Error("stopped")));
    return real(done, ms);
  });
  await assert.rejects(waiting.keepsake.recall("x", { signal: stop.signal }), /stopped/);
  assert.deepEqual([asked.length, waiting.asked.length], [1, 1]);
});

test("url and key come from the environment where they are not given", (t) => {
  const { KEEPSAKE_URL, KEEPSAKE_KEY } = process.env;
  t.after(() => Object.assign(process.env, KEEPSAKE_URL && { KEEPSAKE_URL }, KEEPSAKE_KEY && { KEEPSAKE_KEY }));
  delete process.env["KEEPSAKE_KEY"];
  process.env["KEEPSAKE_URL"] = "http://elsewhere.test/v1/";
  assert.throws(() => new Keepsake(), NotConfigured);
  process.env["KEEPSAKE_KEY"] = "k";
  assert.equal(new Keepsake().url, "http://elsewhere.test/v1");
  delete process.env["KEEPSAKE_URL"];
  assert.throws(() => new Keepsake(), /set KEEPSAKE_URL/);
});

test("whoever prints a client does not see its key", () => {
  const { keepsake } = answering([RECALLED], { key: "ks_secret" });
  assert.doesNotMatch(inspect(keepsake.scoped({ userId: "ann" }), { depth: 9, showHidden: true }) + JSON.stringify(keepsake), /ks_secret/);
});

test("fetch is called as a function: browsers refuse it as a method", async () => {
  let called: unknown = "not at all";
  async function fetch(this: unknown): Promise<Response> {
    called = this;
    return Response.json({});
  }
  await new Keepsake({ url: "http://keepsake.test/v1", key: "k", fetch }).health();
  assert.equal(called, undefined);
});

test("a file that comes damaged, breaks off or is refused is not given", async () => {
  const started = { status: 202, body: { export_id: "ex1", status: "running" } };
  const finished = { body: { status: "finished", download_url: "http://files.test/ex1", sha256: "0".repeat(64) } };
  await assert.rejects(answering([started, finished, { body: "lines" }]).keepsake.exports.save(), Failed);
  await assert.rejects(answering([started, finished, broken("ECONNRESET")]).keepsake.exports.save(), Unreachable);
  const expired = answering([started, finished, { status: 403, body: "<Error/>" }]);
  await assert.rejects(expired.keepsake.exports.save(), Forbidden);
  assert.equal(expired.asked.at(-1)!.headers.get("Authorization"), null);
  const failed = answering([started, { body: { status: "failed", download_url: null, failure: "no room" } }]);
  await assert.rejects(failed.keepsake.exports.save(), /Export ex1 failed: no room/);
});

test("a list is asked for page by page, and no further than it is read or limited", async () => {
  const page = (from: number, next: string | null) => ({
    body: { users: [{ user_id: `u${from}` }, { user_id: `u${from + 1}` }], next_cursor: next },
  });
  const { keepsake, asked } = answering([page(1, "c1"), page(3, "c2"), page(5, null)]);
  const users = (await keepsake.users.list().all()).map(({ user_id }) => user_id);
  assert.deepEqual(users, ["u1", "u2", "u3", "u4", "u5", "u6"]);
  assert.deepEqual(
    asked.map(({ query }) => query),
    [{ limit: "200" }, { limit: "200", cursor: "c1" }, { limit: "200", cursor: "c2" }],
  );
  const some = answering([page(1, "c1"), page(3, "c2")]);
  assert.equal((await some.keepsake.users.list({ limit: 3 }).all()).length, 4); // a page larger than asked for is told whole
  assert.deepEqual(
    some.asked.map(({ query }) => query["limit"]),
    ["3", "1"],
  );
  const first = answering([page(1, "c1")]);
  for await (const user of first.keepsake.users.list()) if (user.user_id === "u2") break;
  assert.equal(first.asked.length, 1);
  assert.deepEqual(await first.keepsake.users.list({ limit: 0 }).all(), []);
});

test("waiting for a batch ends by its failure, or by the time that was given", async () => {
  const events = [{ event_id: "e1", status: "failed", reason: "too strange", memory_ids: [] }];
  const failed = answering([TAKEN, { body: { batch_id: "b", status: "failed", events } }]);
  await assert.rejects(failed.keepsake.retain("x", { wait: true }), /Batch b failed: e1: too strange/);
  const slow = answering([TAKEN, { body: { batch_id: "b", status: "pending", events: [] } }]);
  await assert.rejects(slow.keepsake.retain("x", { wait: true, withinMs: 0 }), NotDone);
  assert.equal(slow.asked[1]!.query["wait_s"], "0");
});
