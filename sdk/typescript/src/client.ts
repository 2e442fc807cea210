import { Admin, Index, Keys } from "./admin.js";
import { Connection, type Options, type Scope } from "./connection.js";
import { Failed, NotConfigured, NotDone } from "./errors.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import { Items } from "./items.js";
import { Memories } from "./memories.js";
import type {
  BatchAnswer,
  CaptureAnswer,
  EventInput,
  EventView,
  HealthAnswer,
  ProfileAnswer,
  RecallAnswer,
  RecallRecord,
  ReflectAnswer,
  RetainAnswer,
  TopicView,
} from "./schema.js";
import { sessions } from "./sessions.js";
import { Exports, Imports } from "./transfers.js";
import { Settings, Users, type Waiting } from "./users.js";

export interface KeepsakeOptions extends Scope {
  /** Address of the service, with `/v1`; KEEPSAKE_URL of the environment unless given. */
  url?: string;
  /** KEEPSAKE_KEY of the environment unless given. */
  key?: string;
  /** Milliseconds for one try of a request; 30,000 unless given. */
  timeoutMs?: number;
  /** How often a request is sent again where that helps; 4 unless given. */
  retries?: number;
  /** What sends requests, where it is not the global one. */
  fetch?: typeof fetch;
}

/** A text of the user's, an event, or several. */
export type Said = string | EventInput | readonly (string | EventInput)[];

export interface Retained extends RetainAnswer {
  /** How it ended, where it was waited for. */
  batch?: BatchAnswer;
  /** Of what rests on it, where it was waited for. */
  memory_ids: string[];
}

/** That one request for a batch may wait. */
const LONGEST_WAIT_S = 20;
/** `withinMs` of a batch unless given. */
const BATCH_MS = 120_000;

/**
 * One tenant's memory, by one key. What is given of a scope holds for every call that names no other.
 *
 * The client's own options are in camel case; what goes to the service and comes from it has the API's names.
 */
export class Keepsake extends Group {
  readonly memories: Memories;
  readonly events: Events;
  readonly recalls: Recalls;
  readonly sessions: ReturnType<typeof sessions>;
  readonly items: Items;
  readonly users: Users;
  readonly settings: Settings;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly admin: Admin;
  readonly keys: Keys;
  readonly index: Index;
  readonly #options: KeepsakeOptions;

  /** @throws {@link NotConfigured} */
  constructor(options: KeepsakeOptions = {}) {
    const { timeoutMs = 30_000, retries = 4, url = environment("KEEPSAKE_URL"), key = environment("KEEPSAKE_KEY"), ...scope } = options;
    if (!url) throw new NotConfigured("There is no address of a service: give url, or set KEEPSAKE_URL.");
    if (!key) throw new NotConfigured(`There is no key for ${url}: give it, or set KEEPSAKE_KEY.`);
    const { fetch: fetched = globalThis.fetch, ...whose } = scope;
    const connection = new Connection(url.replace(/\/+$/, ""), key, timeoutMs, retries, fetched);
    super(connection, whose);
    this.#options = options;
    this.memories = new Memories(connection, whose);
    this.events = new Events(connection, whose);
    this.recalls = new Recalls(connection, whose);
    this.sessions = sessions(connection, whose);
    this.items = new Items(connection, whose);
    this.users = new Users(connection, whose);
    this.settings = new Settings(connection, whose);
    this.exports = new Exports(connection, whose);
    this.imports = new Imports(connection, whose);
    this.admin = new Admin(connection, whose);
    this.keys = new Keys(connection, whose);
    this.index = new Index(connection, whose);
  }

  /** The service's address, with `/v1`. */
  get url(): string {
    return this.connection.url;
  }

  /** The same client for another user, session, container, ...; what is undefined stays as it is. */
  scoped(scope: Scope): Keepsake {
    return new Keepsake({ ...this.#options, ...Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined)) });
  }

  /**
   * Keeps what was said and done, at most 100 events and facts. Answers once they are safe; with `wait` once what follows from them can be
   * recalled. @throws with `wait` {@link Failed} where that went wrong, {@link NotDone} after `withinMs` (120,000 unless given)
   */
  async retain(said: Said = [], options: Options<"retain", "events"> & Waiting & { wait?: boolean } = {}): Promise<Retained> {
    const { wait = false, withinMs, ...given } = options;
    const listed = isList(said) ? said : [said];
    const events = listed.map((each) => (typeof each === "string" ? { content: each } : each));
    const retained = await this.send("retain", { ...given, ...(events.length > 0 && { events }) });
    if (!wait) return { ...retained, memory_ids: [] };
    const { tenant, signal, timeoutMs } = given;
    const batch = await this.wait(retained.batch_id, { tenant, signal, timeoutMs, withinMs });
    return { ...retained, batch, memory_ids: batch.events.flatMap((event) => event.memory_ids) };
  }

  /** How far a batch is; `wait_s`: seconds to wait for its end, 0 to 20. */
  batch(batchId: string, options: Options<"getBatch", "batch_id"> = {}): Promise<BatchAnswer> {
    return this.send("getBatch", { batch_id: batchId, ...options });
  }

  /** The batch once it is processed. @throws {@link Failed} where it failed, {@link NotDone} after `withinMs` (120,000 unless given) */
  async wait(batchId: string, options: Options<"getBatch", "batch_id" | "wait_s"> & Waiting = {}): Promise<BatchAnswer> {
    const { withinMs = BATCH_MS, ...given } = options;
    const deadline = Date.now() + withinMs;
    for (;;) {
      const leftS = Math.max(0, Math.ceil((deadline - Date.now()) / 1_000));
      const batch = await this.batch(batchId, { ...given, wait_s: Math.min(LONGEST_WAIT_S, leftS) });
      if (batch.status === "processed") return batch;
      if (batch.status === "failed") {
        const reasons = batch.events.filter((event) => event.status === "failed").map((event) => `${event.event_id}: ${event.reason}`);
        throw new Failed(`Batch ${batchId} failed: ${reasons.join("; ")}`);
      }
      if (Date.now() >= deadline) throw new NotDone(`Batch ${batchId} is ${batch.status} after ${withinMs} ms.`);
    }
  }

  /** What the next turn needs: `formatted_context` for a prompt, `memories` one by one with reasons. */
  recall(query: string, options: Options<"recall", "query"> = {}): Promise<RecallAnswer> {
    return this.send("recall", { query, ...options });
  }

  /** An answer in sentences that each cite their memories, and what has no evidence. Stores nothing. */
  reflect(question: string, options: Options<"reflect", "question"> = {}): Promise<ReflectAnswer> {
    return this.send("reflect", { question, ...options });
  }

  /**
   * For the end of a turn of a session: what it observes of the `text`, the `exchange`, or the session's `last_exchange` stands in working
   * memory at once; the rest follows as with `retain`.
   */
  capture(options: Options<"capture">): Promise<CaptureAnswer> {
    return this.send("capture", options);
  }

  /** Category > tag > feature > values, each with its evidence and history. */
  profile(options: Options<"getProfile"> = {}): Promise<ProfileAnswer> {
    return this.send("getProfile", options);
  }

  /** What is told about, with summaries. */
  topics(options: ListOptions<"listTopics"> = {}): Pages<TopicView> {
    return this.pages("listTopics", "topics", options);
  }

  /** Whether the service answers, and each dependency. */
  health(options: Options<"getHealth"> = {}): Promise<HealthAnswer> {
    return this.send("getHealth", options);
  }

  /** The OpenAPI document. */
  description(options: Options<"getDescription"> = {}): Promise<Record<string, unknown>> {
    return this.send("getDescription", options);
  }
}

export class Events extends Group {
  /** The evidence as it was stored, secrets masked, with the memories that rest on it. @throws {@link NotFound} */
  get(eventId: string, options: Options<"getEvent", "event_id"> = {}): Promise<EventView> {
    return this.send("getEvent", { event_id: eventId, ...options });
  }

  /** At once and for good, with what rests on it alone. @throws {@link Conflict} while it is processed, and under legal hold */
  delete(eventId: string, options: Options<"deleteEvent", "event_id"> = {}): Promise<void> {
    return this.send("deleteEvent", { event_id: eventId, ...options });
  }
}

export class Recalls extends Group {
  /** A recall of the last 30 days as it was given. */
  get(recallId: string, options: Options<"getRecall", "recall_id"> = {}): Promise<RecallRecord> {
    return this.send("getRecall", { recall_id: recallId, ...options });
  }
}

function isList(said: Said): said is readonly (string | EventInput)[] {
  return Array.isArray(said);
}

/** A variable of the environment, where there is one. */
function environment(name: string): string | undefined {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
}
