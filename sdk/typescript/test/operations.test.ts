// Every operation of the document has a method, and asks for what the document names.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Keepsake, type Operation } from "@keepsake/client";
import { answering } from "./transport.js";

type Call = (keepsake: Keepsake) => unknown;

/** By operation id. TypeScript refuses one that is missing here. */
const CALLS: Record<Operation, Call> = {
  retain: (k) => k.retain("x"),
  getBatch: (k) => k.batch("b1"),
  recall: (k) => k.recall("x"),
  getRecall: (k) => k.recalls.get("r1"),
  whyNot: (k) => k.memories.whyNot("f1", "r1"),
  reflect: (k) => k.reflect("x"),
  listMemories: (k) => k.memories.list().all(),
  addMemory: (k) => k.memories.add("x"),
  deleteMemories: (k) => k.memories.deleteMany({ category: "task" }),
  getMemory: (k) => k.memories.get("f1"),
  updateMemory: (k) => k.memories.update("f1", { content: "y", version: 1 }),
  deleteMemory: (k) => k.memories.delete("f1"),
  getMemoryHistory: (k) => k.memories.history("f1").all(),
  getMemoryCase: (k) => k.memories.case("f1"),
  getMemoryDecay: (k) => k.memories.decay("f1"),
  getMemoryRelations: (k) => k.memories.relations("f1").all(),
  pinMemory: (k) => k.memories.pin("f1"),
  unpinMemory: (k) => k.memories.unpin("f1"),
  protectMemory: (k) => k.memories.protect("f1"),
  unprotectMemory: (k) => k.memories.unprotect("f1"),
  holdMemory: (k) => k.memories.hold("f1"),
  releaseMemory: (k) => k.memories.release("f1"),
  archiveMemory: (k) => k.memories.archive("f1"),
  restoreMemory: (k) => k.memories.restore("f1"),
  approveMemory: (k) => k.memories.approve("f1"),
  rejectMemory: (k) => k.memories.reject("f1"),
  promoteMemory: (k) => k.memories.promote("f1", "public"),
  handOffMemory: (k) => k.memories.handoff("f1", "a2"),
  mergeMemories: (k) => k.memories.merge("f1", ["f2"]),
  giveFeedback: (k) => k.memories.feedback("f1", true),
  getEvent: (k) => k.events.get("e1"),
  deleteEvent: (k) => k.events.delete("e1"),
  listTopics: (k) => k.topics().all(),
  getProfile: (k) => k.profile(),
  getSettings: (k) => k.settings.get(),
  replaceSettings: (k) => k.settings.replace({}, 0),
  listUsers: (k) => k.users.list().all(),
  eraseUser: (k) => k.users.erase("ann"),
  getReceipt: (k) => k.users.receipt("er1"),
  listSessions: (k) => k.sessions.list().all(),
  getSession: (k) => k.sessions("s1").get(),
  getSessionContext: (k) => k.sessions("s1").context(),
  listSessionEvents: (k) => k.sessions("s1").events().all(),
  handOffSession: (k) => k.sessions("s1").handoff("a2"),
  listWorkingItems: (k) => k.sessions("s1").working.list(),
  addWorkingItem: (k) => k.sessions("s1").working.add("x"),
  evictWorkingItem: (k) => k.sessions("s1").working.evict("w1"),
  advanceTurn: (k) => k.sessions("s1").working.advance(),
  pinWorkingItem: (k) => k.sessions("s1").working.pin("w1"),
  unpinWorkingItem: (k) => k.sessions("s1").working.unpin("w1"),
  refreshWorkingItem: (k) => k.sessions("s1").working.refresh("w1"),
  appendStateRows: (k) => k.sessions("s1").state.append({ a: 1 }),
  listStateRows: (k) => k.sessions("s1").state.list().all(),
  clearState: (k) => k.sessions("s1").state.clear(),
  deleteStateRow: (k) => k.sessions("s1").state.delete("st1"),
  putItem: (k) => k.items.put(["users", "ann"], "theme", "dark"),
  getItem: (k) => k.items.get("users.ann", "theme"),
  deleteItem: (k) => k.items.delete("users.ann", "theme"),
  batchItems: (k) => k.items.batch({ puts: [{ namespace: ["users"], key: "/k", value: 1 }] }),
  searchItems: (k) => k.items.search(),
  listItemNamespaces: (k) => k.items.namespaces().all(),
  capture: (k) => k.capture({ text: "x" }),
  startExport: (k) => k.exports.start(),
  getExport: (k) => k.exports.get("ex1"),
  createImport: (k) => k.imports.create(),
  startImport: (k) => k.imports.start("im1"),
  getImport: (k) => k.imports.get("im1"),
  createKey: (k) => k.keys.create(["read"]),
  getOwnKey: (k) => k.keys.own(),
  getUsage: (k) => k.admin.usage(),
  listKeys: (k) => k.keys.list(),
  rotateKey: (k) => k.keys.rotate("k1"),
  revokeKey: (k) => k.keys.revoke("k1"),
  runSweep: (k) => k.admin.sweep(),
  getSweep: (k) => k.admin.sweepReport("s1"),
  runConsolidation: (k) => k.admin.consolidate(),
  getConsolidation: (k) => k.admin.consolidation("w1"),
  runPrune: (k) => k.admin.prune(),
  getPrune: (k) => k.admin.pruneReport("w1"),
  quarantineEvents: (k) => k.admin.quarantine({ role: "tool" }),
  getQuarantine: (k) => k.admin.quarantineReport("w1"),
  releaseQuarantine: (k) => k.admin.releaseQuarantine("w1"),
  listChangeSets: (k) => k.admin.changeSets().all(),
  getChangeSet: (k) => k.admin.changeSet(1),
  undoChangeSet: (k) => k.admin.undo(1),
  listDeadLetters: (k) => k.admin.deadLetters(),
  redriveDeadLetter: (k) => k.admin.redrive("dl1"),
  getIndex: (k) => k.index.get(),
  rebuildIndex: (k) => k.index.rebuild(),
  startMigration: (k) => k.index.migrate("m", 384),
  getMigration: (k) => k.index.migration("mg1"),
  compareMigration: (k) => k.index.compare("mg1"),
  switchMigration: (k) => k.index.switch("mg1"),
  rollBackMigration: (k) => k.index.rollBack("mg1"),
  finishMigration: (k) => k.index.finish("mg1"),
  getHealth: (k) => k.health(),
  getDescription: (k) => k.description(),
};
/** Made for hosts of agents (MCP). */
const OF_OTHERS = ["sendMcpMessage", "openMcpStream", "endMcpSession"];

const EMPTY = ["memories", "versions", "relations", "topics", "users", "sessions", "events", "rows", "namespaces", "change_sets"];
const ANY = {
  body: { ...Object.fromEntries(EMPTY.map((rows) => [rows, []])), next_cursor: null, receipt_id: "er1", done: true, version: 1 },
};
const SCOPE = { userId: "ann", agentId: "bot", sessionId: "s1", container: "shop", namespace: "n", tenant: "acme" };

interface Described {
  operationId: string;
  parameters: { $ref?: string; name: string; in: string }[];
  requestBody?: { content: { "application/json": { schema: { $ref: string } } } };
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { parameters: Record<string, { name: string; in: string }>; schemas: Record<string, { properties: object }> };
}

const document = (await new Keepsake().description()) as unknown as Document;
const served = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
);
const called = new Set<string>();

for (const { operationId, path, method, parameters, requestBody } of served.filter((each) => !OF_OTHERS.includes(each.operationId))) {
  test(`${operationId} has a method that asks for ${method} ${path}`, async () => {
    const call = CALLS[operationId as Operation];
    assert.ok(call, `no method for ${operationId}`);
    // A client of one namespace refuses to ask for a sweep, which goes through all.
    const { keepsake, asked } = answering([ANY], operationId === "runSweep" ? { ...SCOPE, namespace: undefined } : SCOPE);
    await call(keepsake);
    called.add(operationId);
    const first = asked[0]!;
    assert.equal(first.method, method);
    assert.match(first.path, new RegExp(`^/v1${path.replaceAll(/{\w+}/g, "[^/]+")}$`));
    const named = parameters.map((each) => (each.$ref ? document.components.parameters[each.$ref.split("/").at(-1)!]! : each));
    const inQuery = named.filter((each) => each.in === "query").map((each) => each.name);
    assert.deepEqual(
      Object.keys(first.query).filter((name) => !inQuery.includes(name)),
      [],
    );
    const model = requestBody?.content["application/json"].schema.$ref.split("/").at(-1);
    const inBody = Object.keys(model ? document.components.schemas[model]!.properties : {});
    assert.deepEqual(
      Object.keys(first.body ?? {}).filter((name) => !inBody.includes(name)),
      [],
    );
  });
}

after(() =>
  assert.deepEqual(
    Object.keys(CALLS).filter((name) => !called.has(name)),
    [],
    "methods for operations that are not served",
  ),
);
