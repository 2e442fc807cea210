import type { Options } from "./connection.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import type { CaseAnswer, DecayAnswer, Filter, MemoryView, RelationView, UpkeepAnswer, VersionView, WhyNot } from "./schema.js";

/** Which memories are meant: those that meet all that is named. */
export type Selection<Fields> = Omit<Fields, "filter"> & { filter?: Filter };

/** Facts, episodes, summaries and what else was made of events. */
export class Memories extends Group {
  /** Newest first, every validity and status but deleted. */
  list(selection: Selection<ListOptions<"listMemories">> = {}): Pages<MemoryView> {
    return this.pages("listMemories", "memories", written(selection));
  }

  /** Keeps a fact as it is given: secrets masked, and not reconciled with others. `wait_s`: seconds that it waits for the index, 0 to 20. */
  add(content: string, options: Options<"addMemory", "content"> = {}): Promise<MemoryView> {
    return this.send("addMemory", { content, ...options });
  }

  /** The whole record. @throws {@link NotFound} */
  get(memoryId: string, options: Options<"getMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("getMemory", { memory_id: memoryId, ...options });
  }

  /**
   * Corrects a fact; its old version stays. Null empties `slot`, `valid_to` and `expires_at`. Without the `version` that you read, the one
   * that stands now is corrected. @throws {@link Conflict} where it was changed since
   */
  async update(memoryId: string, changes: Options<"updateMemory", "memory_id" | "version"> & { version?: number }): Promise<MemoryView> {
    const { container, namespace, user_id, agent_id, session_id, tenant, signal, timeoutMs } = changes;
    const whose = { container, namespace, user_id, agent_id, session_id, tenant, signal, timeoutMs };
    const version = changes.version ?? (await this.get(memoryId, whose)).version;
    return this.send("updateMemory", { memory_id: memoryId, ...changes, version });
  }

  /** To be restored for 30 days; with `purge` at once and for good. @throws {@link Conflict} under legal hold */
  delete(memoryId: string, options: Options<"deleteMemory", "memory_id"> = {}): Promise<void> {
    return this.send("deleteMemory", { memory_id: memoryId, ...options });
  }

  /** Deletes what the selection names, in the background, as a change set that can be undone. With `preview` nothing is changed. */
  deleteMany(selection: Selection<Options<"deleteMemories">>): Promise<UpkeepAnswer> {
    return this.send("deleteMemories", written(selection));
  }

  /** Its versions, newest first, each with verdict, reason and actor. */
  history(memoryId: string, options: ListOptions<"getMemoryHistory", "memory_id"> = {}): Pages<VersionView> {
    return this.pages("getMemoryHistory", "versions", { memory_id: memoryId, ...options });
  }

  /** A page of everything for and against it: `limit` of its events with what was read from them, and of its versions. */
  case(memoryId: string, options: Options<"getMemoryCase", "memory_id"> = {}): Promise<CaseAnswer> {
    return this.send("getMemoryCase", { memory_id: memoryId, ...options });
  }

  /** Its links, both ways. */
  relations(memoryId: string, options: ListOptions<"getMemoryRelations", "memory_id"> = {}): Pages<RelationView> {
    return this.pages("getMemoryRelations", "relations", { memory_id: memoryId, ...options });
  }

  /** The curve of its score, and what the sweeps to come will do with it. `now`: a supposed time. */
  decay(memoryId: string, options: Options<"getMemoryDecay", "memory_id"> = {}): Promise<DecayAnswer> {
    return this.send("getMemoryDecay", { memory_id: memoryId, ...options });
  }

  /** Which gate, rank or budget kept it out of a recall of the last 30 days. */
  whyNot(memoryId: string, recallId: string, options: Options<"whyNot", "memory_id" | "recall_id"> = {}): Promise<WhyNot> {
    return this.send("whyNot", { memory_id: memoryId, recall_id: recallId, ...options });
  }

  /** It never fades. */
  pin(memoryId: string, options: Options<"pinMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("pinMemory", { memory_id: memoryId, ...options });
  }

  /** It fades again. */
  unpin(memoryId: string, options: Options<"unpinMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("unpinMemory", { memory_id: memoryId, ...options });
  }

  /** It neither fades nor is pruned. */
  protect(memoryId: string, options: Options<"protectMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("protectMemory", { memory_id: memoryId, ...options });
  }

  /** It fades and may be pruned again. */
  unprotect(memoryId: string, options: Options<"unprotectMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("unprotectMemory", { memory_id: memoryId, ...options });
  }

  /** Puts it under legal hold: it cannot be deleted, nor its user erased. */
  hold(memoryId: string, options: Options<"holdMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("holdMemory", { memory_id: memoryId, ...options });
  }

  /** Releases it from legal hold. */
  release(memoryId: string, options: Options<"releaseMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("releaseMemory", { memory_id: memoryId, ...options });
  }

  /** Takes it out of recall without deleting it. */
  archive(memoryId: string, options: Options<"archiveMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("archiveMemory", { memory_id: memoryId, ...options });
  }

  /** Brings an archived or deleted one back to hand. */
  restore(memoryId: string, options: Options<"restoreMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("restoreMemory", { memory_id: memoryId, ...options });
  }

  /** Of an observation, a contested fact or a mental model. */
  approve(memoryId: string, options: Options<"approveMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("approveMemory", { memory_id: memoryId, ...options });
  }

  /** Of an observation, a fact or a mental model. */
  reject(memoryId: string, options: Options<"rejectMemory", "memory_id"> = {}): Promise<MemoryView> {
    return this.send("rejectMemory", { memory_id: memoryId, ...options });
  }

  /** Shows it to more. `shared` needs whom. */
  promote(memoryId: string, to: "shared" | "public", options: Options<"promoteMemory", "memory_id" | "to"> = {}): Promise<MemoryView> {
    return this.send("promoteMemory", { memory_id: memoryId, to, ...options });
  }

  /** Hands it to another agent. */
  handoff(memoryId: string, toAgentId: string, options: Options<"handOffMemory", "memory_id" | "to_agent_id"> = {}): Promise<MemoryView> {
    return this.send("handOffMemory", { memory_id: memoryId, to_agent_id: toAgentId, ...options });
  }

  /** Merges up to 10 other facts into it. */
  merge(memoryId: string, ids: string[], options: Options<"mergeMemories", "memory_id" | "ids"> = {}): Promise<MemoryView> {
    return this.send("mergeMemories", { memory_id: memoryId, ids, ...options });
  }

  /** Whether it was of use: later recalls rank it accordingly. */
  feedback(memoryId: string, useful: boolean, options: Options<"giveFeedback", "memory_id" | "useful"> = {}): Promise<MemoryView> {
    return this.send("giveFeedback", { memory_id: memoryId, useful, ...options });
  }
}

function written<Fields extends { filter?: Filter }>({ filter, ...others }: Fields) {
  return { ...others, ...(filter && { filter: JSON.stringify(filter) }) };
}
