// What takes an admin's or the operator's key: upkeep, change sets, dead letters, keys, the search index.
import type { Options } from "./connection.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import type {
  ChangeSetDetail,
  ChangeSetView,
  CompareAnswer,
  DeadLetterList,
  DeadLetterView,
  IndexAnswer,
  KeyList,
  MigrationView,
  NewKey,
  OwnKey,
  RebuildAnswer,
  SweepAnswer,
  UndoAnswer,
  UpkeepAnswer,
  UsageAnswer,
} from "./schema.js";

/** With `preview` a run changes nothing and answers what it would change, and why; else it leaves a change set that can be undone. */
export class Admin extends Group {
  /** Deprioritizes, archives and deletes what faded, in every namespace. `now`: a supposed time, in a preview only. */
  async sweep(options: Options<"runSweep"> = {}): Promise<SweepAnswer> {
    if (this.scope.namespace !== undefined) throw new TypeError("A sweep goes through every namespace: use a client without one.");
    return this.send("runSweep", { ...options, scope: { container: this.scope.container, user_id: this.scope.userId, ...options.scope } });
  }

  /** What it examined and changed. */
  sweepReport(runId: string, options: Options<"getSweep", "run_id"> = {}): Promise<SweepAnswer> {
    return this.send("getSweep", { run_id: runId, ...options });
  }

  /** Makes facts of what several of a user's episodes say. */
  consolidate(options: Options<"runConsolidation"> = {}): Promise<UpkeepAnswer> {
    return this.send("runConsolidation", { ...options, scope: this.whose(options.scope) });
  }

  /** How far it is. */
  consolidation(runId: string, options: Options<"getConsolidation", "run_id"> = {}): Promise<UpkeepAnswer> {
    return this.send("getConsolidation", { run_id: runId, ...options });
  }

  /** Takes away a user's facts that are redundant, contradicted, noisy or vague. */
  prune(options: Options<"runPrune"> = {}): Promise<UpkeepAnswer> {
    return this.send("runPrune", { ...options, scope: this.whose(options.scope) });
  }

  /** How far it is. */
  pruneReport(runId: string, options: Options<"getPrune", "run_id"> = {}): Promise<UpkeepAnswer> {
    return this.send("getPrune", { run_id: runId, ...options });
  }

  /**
   * Holds back a user's events that have all that is named of role, name, source, agent, session and time, later ones too, with what rests
   * on them alone.
   */
  quarantine(options: Options<"quarantineEvents">): Promise<UpkeepAnswer> {
    // The client's own agent and session are no selection.
    return this.connection.send("quarantineEvents", { ...options, scope: this.whose(options.scope) }, { tenant: this.scope.tenant });
  }

  /** How far it or its release is. */
  quarantineReport(runId: string, options: Options<"getQuarantine", "run_id"> = {}): Promise<UpkeepAnswer> {
    return this.send("getQuarantine", { run_id: runId, ...options });
  }

  /** What it held back is decided now. @throws {@link Conflict} where it is not in force */
  releaseQuarantine(runId: string, options: Options<"releaseQuarantine", "run_id"> = {}): Promise<UpkeepAnswer> {
    return this.send("releaseQuarantine", { run_id: runId, ...options });
  }

  /** Newest first. */
  changeSets(options: ListOptions<"listChangeSets"> = {}): Pages<ChangeSetView> {
    return this.pages("listChangeSets", "change_sets", options);
  }

  /** What it changed, line by line. */
  changeSet(number: number, options: Options<"getChangeSet", "number"> = {}): Promise<ChangeSetDetail> {
    return this.send("getChangeSet", { number, ...options });
  }

  /**
   * Undoes a change set as a whole, in as many requests as that takes.
   * @throws {@link Conflict} where a memory was changed since: `errors` names each
   */
  async undo(number: number, options: Options<"undoChangeSet", "number"> = {}): Promise<UndoAnswer> {
    for (;;) {
      const answer = await this.send("undoChangeSet", { number, ...options });
      if (answer.done) return answer;
    }
  }

  /** What the tenant used of its limits: requests, events and bytes of the last hour, the chat model's tokens of today. */
  usage(options: Options<"getUsage"> = {}): Promise<UsageAnswer> {
    return this.send("getUsage", options);
  }

  /** What the queues gave up, and why; the operator's key sees every tenant's. `limit`: 1 to 200. */
  deadLetters(options: Options<"listDeadLetters"> = {}): Promise<DeadLetterList> {
    return this.send("listDeadLetters", options);
  }

  /** Sends it to its queue again; mend the reason first. */
  redrive(deadLetterId: string, options: Options<"redriveDeadLetter", "dead_letter_id"> = {}): Promise<DeadLetterView> {
    return this.send("redriveDeadLetter", { dead_letter_id: deadLetterId, ...options });
  }

  private whose(scope: { container?: string; user_id?: string; namespace?: string } = {}) {
    return { container: this.scope.container, user_id: this.scope.userId, namespace: this.scope.namespace, ...scope };
  }
}

export class Keys extends Group {
  /** What the key of this client may do, and what it is bound to. */
  own(options: Options<"getOwnKey"> = {}): Promise<OwnKey> {
    return this.send("getOwnKey", options);
  }

  /**
   * `permissions`: of read, write, admin. It is bound to the containers, user and agent that are named here; `key` of the answer is shown
   * this once.
   */
  create(permissions: Options<"createKey">["permissions"], options: Options<"createKey", "permissions"> = {}): Promise<NewKey> {
    // The client's own user and agent are no bond.
    return this.connection.send("createKey", { permissions, ...options }, { tenant: this.scope.tenant });
  }

  /** The tenant's, revoked ones too, without the keys themselves. */
  list(options: Options<"listKeys"> = {}): Promise<KeyList> {
    return this.send("listKeys", options);
  }

  /** A new key with the same bindings; the old one works for `overlap_s` seconds more (a day unless given, at most 30). */
  rotate(keyId: string, options: Options<"rotateKey", "key_id"> = {}): Promise<NewKey> {
    return this.send("rotateKey", { key_id: keyId, ...options });
  }

  /** It works for as long as API Gateway remembers it, 60 seconds by default. */
  revoke(keyId: string, options: Options<"revokeKey", "key_id"> = {}): Promise<void> {
    return this.send("revokeKey", { key_id: keyId, ...options });
  }
}

/** The search index and the change of its embedding model; for the operator. */
export class Index extends Group {
  /** What it holds, and how many rows wait for it. */
  get(options: Options<"getIndex"> = {}): Promise<IndexAnswer> {
    return this.send("getIndex", options);
  }

  /** Makes it anew from the table, in the background. */
  rebuild(options: Options<"rebuildIndex"> = {}): Promise<RebuildAnswer> {
    return this.send("rebuildIndex", options);
  }

  /** Opens a second index for another model, which fills in the background. */
  migrate(
    model: string,
    dimension: number,
    options: Options<"startMigration", "embedding_model" | "embedding_dimension"> = {},
  ): Promise<MigrationView> {
    return this.send("startMigration", { embedding_model: model, embedding_dimension: dimension, ...options });
  }

  /** How far it is. */
  migration(migrationId: string, options: Options<"getMigration", "migration_id"> = {}): Promise<MigrationView> {
    return this.send("getMigration", { migration_id: migrationId, ...options });
  }

  /** What both models find for the same queries; without any, for `sample` stored texts (1 to 100). */
  compare(migrationId: string, options: Options<"compareMigration", "migration_id"> = {}): Promise<CompareAnswer> {
    return this.send("compareMigration", { migration_id: migrationId, ...options });
  }

  /** Lets recall go by the new model. */
  switch(migrationId: string, options: Options<"switchMigration", "migration_id"> = {}): Promise<MigrationView> {
    return this.send("switchMigration", { migration_id: migrationId, ...options });
  }

  /** Lets recall go by the former model again. */
  rollBack(migrationId: string, options: Options<"rollBackMigration", "migration_id"> = {}): Promise<MigrationView> {
    return this.send("rollBackMigration", { migration_id: migrationId, ...options });
  }

  /** Keeps the active model's index and gives the other one up. */
  finish(migrationId: string, options: Options<"finishMigration", "migration_id"> = {}): Promise<MigrationView> {
    return this.send("finishMigration", { migration_id: migrationId, ...options });
  }
}
