// The client against the service itself: KEEPSAKE_URL, KEEPSAKE_KEY and KEEPSAKE_OPERATOR_KEY name it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conflict, Forbidden, Invalid, Keepsake, NotFound, Unauthenticated } from "@keepsake/client";

const operator = new Keepsake({ key: process.env["KEEPSAKE_OPERATOR_KEY"]!, tenant: "acme" });

/** A client of a user of its own, so that tests do not meet. */
function user(userId: string): Keepsake {
  return new Keepsake({ userId });
}

test("what was retained is recalled, reflected on, profiled and shown with its evidence", async () => {
  const keepsake = user("ann");
  const { batch, memory_ids } = await keepsake.retain("I moved from Boston to Denver last month.", { session_id: "s1", wait: true });
  assert.equal(batch!.status, "processed");
  const recalled = await keepsake.recall("Where does Ann live?", { top_k: 5 });
  assert.match(recalled.formatted_context, /moved from Boston to Denver/);
  assert.ok(recalled.memories.some(({ memory_id }) => memory_ids.includes(memory_id)));
  const { sentences } = await keepsake.reflect("From where to where did Ann move last month?");
  assert.ok(sentences.some(({ text, memory_ids: rest }) => text.includes("Denver") && rest.some((id) => memory_ids.includes(id))));
  assert.ok(Object.keys(await keepsake.profile()).length > 0);
  const memory = await keepsake.memories.get(memory_ids[0]!);
  const event = await keepsake.events.get(memory.event_ids[0]!);
  assert.equal(event.content, "I moved from Boston to Denver last month.");
  assert.deepEqual(event.memory_ids, memory_ids);
});

test("retain takes events, facts and an exchange", async () => {
  const keepsake = user("bea");
  const said = [{ content: "I like tea.", event_id: "m-1" }, "I live in Oslo."];
  const { batch } = await keepsake.retain(said, { wait: true, facts: [{ content: "Prefers TypeScript", category: "preference" }] });
  assert.equal(batch!.events[0]!.event_id, "m-1");
  await keepsake.retain([], { exchange: { user: "My dog is Rex.", assistant: "A fine name." }, wait: true });
  const kept = (await keepsake.memories.list({ kind: "fact" }).all()).map(({ content }) => content);
  assert.ok(
    ["tea", "Oslo", "TypeScript", "Rex"].every((word) => kept.some((content) => content.includes(word))),
    String(kept),
  );
});

test("the same idempotency key with another body is a Conflict", async () => {
  const keepsake = user("cleo");
  const first = await keepsake.retain("I like jazz.", { idempotencyKey: "same" });
  assert.equal((await keepsake.retain("I like jazz.", { idempotencyKey: "same" })).batch_id, first.batch_id);
  await assert.rejects(keepsake.retain("I like rock.", { idempotencyKey: "same" }), Conflict);
});

test("a memory is added, corrected, pinned, judged, deleted and restored, and its history tells", async () => {
  const { memories } = user("dora");
  const { memory_id: id, version } = await memories.add("Dora's birthday is 3 May", { labels: ["family"] });
  const found = await memories.list({ filter: { field: "labels", op: "contains", value: "family" } }).all();
  assert.deepEqual(
    found.map(({ memory_id }) => memory_id),
    [id],
  );
  assert.equal((await memories.update(id, { content: "Dora's birthday is 4 May" })).content, "Dora's birthday is 4 May");
  await assert.rejects(memories.update(id, { content: "5 May", version }), Conflict);
  assert.equal((await memories.pin(id)).pinned, true);
  assert.equal((await memories.unpin(id)).pinned, false);
  await memories.feedback(id, true);
  await memories.delete(id);
  assert.equal((await memories.restore(id)).status, "active");
  const history = await memories.history(id, { limit: 3 }).all();
  assert.equal(history.length, 3);
  assert.equal((await memories.case(id)).memory_id, id);
  const relations = (await memories.relations(id).all()).map(({ type, target }) => `${type} ${target}`);
  assert.ok(relations.includes("mentions Dora"), String(relations));
  await memories.delete(id, { purge: true });
  await assert.rejects(memories.get(id), NotFound);
});

test("memories are deleted by filter, in the background, and brought back", async () => {
  const keepsake = user("emma");
  for (const content of ["Emma likes blue", "Emma likes red", "Emma is a pilot"]) await keepsake.memories.add(content);
  assert.equal((await keepsake.memories.deleteMany({ text: "likes", preview: true })).preview, true);
  const run = await keepsake.memories.deleteMany({ text: "likes" });
  assert.deepEqual(
    (await keepsake.memories.list({ status: "active" }).all()).map(({ content }) => content),
    ["Emma is a pilot"],
  );
  assert.equal((await keepsake.admin.undo(run.change_set!)).restored, 2);
  assert.equal((await keepsake.memories.list({ status: "active" }).all()).length, 3);
  assert.ok((await keepsake.admin.changeSets().all()).some(({ number }) => number === run.change_set));
});

test("a session has events, context, working items and rows of state", async () => {
  const keepsake = user("fay");
  const session = keepsake.sessions("trip");
  await keepsake.capture({ session_id: "trip", exchange: { user: "I need shoes for a marathon in June.", assistant: "Noted." } });
  assert.equal((await session.events().all()).length, 2);
  assert.equal((await session.get()).session_id, "trip");
  assert.match(JSON.stringify(await session.context()), /marathon/);
  assert.deepEqual(
    (await keepsake.sessions.list().all()).map(({ session_id }) => session_id),
    ["trip"],
  );
  const { items } = await session.working.add("Budget: 200 euros", { importance: 0.9 });
  const item = items.find(({ content }) => content.includes("Budget"))!;
  assert.equal((await session.working.pin(item.item_id)).items.find(({ item_id }) => item_id === item.item_id)!.pinned, true);
  await session.working.evict(item.item_id);
  await session.state.append({ step: 1, ["schlüssel/…"]: [null, 0.1] }, { branch: "main" });
  await session.state.appendMany([{ data: { step: 2 } }, { data: "three" }]);
  assert.deepEqual(
    (await session.state.list().all()).map(({ data }) => data),
    ["three", { step: 2 }, { step: 1, ["schlüssel/…"]: [null, 0.1] }],
  );
  const [row] = await session.state.list({ branch: "main" }).all();
  await session.state.delete(row!.row_id);
  await session.state.clear();
  assert.deepEqual(await session.state.list().all(), []);
});

test("items are put, found, listed and deleted", async () => {
  const { items } = user("gil");
  await items.put(["prefs", "ui"], "theme/dark", { on: true, title: "a dark screen" }, { index: ["title"] });
  assert.deepEqual((await items.get("prefs.ui", "theme/dark")).value, { on: true, title: "a dark screen" });
  assert.equal((await items.search({ query: "dark screen" })).items[0]!.key, "theme/dark");
  assert.deepEqual(await items.namespaces().all(), [["prefs", "ui"]]);
  await items.delete("prefs.ui", "theme/dark");
  await assert.rejects(items.get("prefs.ui", "theme/dark"), NotFound);
});

test("lists page through what one page does not hold", async () => {
  const keepsake = user("hal");
  const rows = Array.from({ length: 230 }, (_, n) => ({ data: n }));
  for (let from = 0; from < rows.length; from += 100) await keepsake.sessions("long").state.appendMany(rows.slice(from, from + 100));
  const read = await keepsake.sessions("long").state.list().all();
  assert.deepEqual(
    read.map(({ data }) => data),
    rows.map(({ data }) => data).reverse(),
  );
  assert.equal((await keepsake.sessions("long").state.list({ limit: 205 }).all()).length, 205);
});

test("all of a user goes out as a file, is erased with a receipt, and comes back", async () => {
  const keepsake = user("ida");
  await keepsake.memories.add("Ida plays the cello");
  const file = await keepsake.exports.save();
  assert.match(await file.text(), /Ida plays the cello/);
  const receipt = await keepsake.users.erase("ida");
  assert.deepEqual([receipt.status, receipt.result], ["done", "erased"]);
  assert.deepEqual(await keepsake.memories.list().all(), []);
  const job = await keepsake.imports.load(file);
  assert.equal(job.status, "finished");
  assert.deepEqual(
    (await keepsake.memories.list().all()).map(({ content }) => content),
    ["Ida plays the cello"],
  );
});

test("keys are made, bound, rotated and revoked", async () => {
  const { key, key_id } = await operator.keys.create(["read", "write"], { user_id: "jon" });
  const bound = new Keepsake({ key });
  await bound.memories.add("Jon likes rain");
  assert.deepEqual(
    (await bound.memories.list().all()).map(({ user_id }) => user_id),
    ["jon"],
  );
  await assert.rejects(bound.memories.list({ user_id: "ann" }).all(), Forbidden);
  const rotated = await operator.keys.rotate(key_id, { overlap_s: 0 });
  await assert.rejects(bound.recall("rain"), Unauthenticated);
  await operator.keys.revoke(rotated.key_id);
  await assert.rejects(new Keepsake({ key: rotated.key }).recall("rain"), Unauthenticated);
  assert.ok((await operator.keys.list()).keys.some((each) => each.key_id === key_id));
});

test("an admin previews upkeep and changes settings", async () => {
  const keepsake = user("kim");
  assert.equal((await keepsake.admin.sweep({ preview: true })).preview, true);
  const { version } = await keepsake.settings.get({ container: "kim" });
  assert.equal((await keepsake.settings.replace({ prune_from: 0 }, version, { container: "kim" })).settings["prune_from"]!.value, 0);
  await assert.rejects(keepsake.settings.replace({}, version, { container: "kim" }), Conflict);
});

test("a wrong field is Invalid and named", async () => {
  const error = await user("ann")
    .recall("x", { top_k: 1000 })
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Invalid);
  assert.deepEqual(error.errors, [{ field: "top_k", message: "has to be at most 100" }]);
});

test("without a valid key health says that the key is not known", async () => {
  await assert.rejects(new Keepsake({ key: "wrong" }).health(), Unauthenticated);
});

test("users of a container are listed with what they hold", async () => {
  const keepsake = new Keepsake({ userId: "lea", container: "shop" });
  await keepsake.retain("I wear size 42.", { wait: true });
  const [lea] = await keepsake.users.list().all();
  assert.deepEqual([lea!.user_id, lea!.facts > 0], ["lea", true]);
});
