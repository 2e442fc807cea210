import type { Connection, Operation, Options, Scope } from "./connection.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import type {
  EventView,
  HandoffAnswer,
  SessionContext,
  SessionSummary,
  SessionView,
  StateAppended,
  StateView,
  WorkingView,
} from "./schema.js";

/** `sessions.list()` for all of a user's, `sessions(id)` for one. */
export interface Sessions {
  (sessionId: string): Session;
  /** A user's, those that began last first. */
  list(options?: ListOptions<"listSessions">): Pages<SessionSummary>;
}

export function sessions(connection: Connection, scope: Scope): Sessions {
  const listing = new SessionList(connection, scope);
  const one = (sessionId: string) => new Session(connection, { ...scope, sessionId });
  return Object.assign(one, { list: listing.list.bind(listing) });
}

class SessionList extends Group {
  list(options: ListOptions<"listSessions"> = {}): Pages<SessionSummary> {
    return this.pages("listSessions", "sessions", options);
  }
}

type Here<O extends Operation, Told extends string = never> = Options<O, "session_id" | Told>;

class OfSession extends Group {
  /** The session's. */
  get id(): string {
    return this.scope.sessionId ?? "";
  }
}

export class Session extends OfSession {
  /** What an agent holds in focus; it fades with the session's turns. */
  readonly working = new Working(this.connection, this.scope);
  /** Rows of JSON that an application keeps with the session, byte for byte: never masked, read, recalled or faded. */
  readonly state = new State(this.connection, this.scope);

  /** Its turns since the last folding, oldest first, its system message and counters. */
  get(options: Here<"getSession"> = {}): Promise<SessionView> {
    return this.send("getSession", { session_id: this.id, ...options });
  }

  /** What of it belongs into the next prompt, with its size in tokens. */
  context(options: Here<"getSessionContext"> = {}): Promise<SessionContext> {
    return this.send("getSessionContext", { session_id: this.id, ...options });
  }

  /** What came into it, the newest first, behaviour and junk too. */
  events(options: ListOptions<"listSessionEvents", "session_id"> = {}): Pages<EventView> {
    return this.pages("listSessionEvents", "events", { session_id: this.id, ...options });
  }

  /** Hands working items to another agent; without `items` all that the agent holds in focus, and its turns. */
  handoff(toAgentId: string, options: Here<"handOffSession", "to_agent_id"> = {}): Promise<HandoffAnswer> {
    return this.send("handOffSession", { session_id: this.id, to_agent_id: toAgentId, ...options });
  }
}

export class Working extends OfSession {
  /** By salience, highest first. */
  list(options: Here<"listWorkingItems"> = {}): Promise<WorkingView> {
    return this.send("listWorkingItems", { session_id: this.id, ...options });
  }

  /** Adds an item, or refreshes it; the least salient unpinned one may give way. `replaces`: the id of the item that this one contradicts. */
  add(content: string, options: Here<"addWorkingItem", "content"> = {}): Promise<WorkingView> {
    return this.send("addWorkingItem", { session_id: this.id, content, ...options });
  }

  /** Also a pinned one. */
  evict(itemId: string, options: Here<"evictWorkingItem", "item_id"> = {}): Promise<void> {
    return this.send("evictWorkingItem", { session_id: this.id, item_id: itemId, ...options });
  }

  /** Keeps it from being evicted. */
  pin(itemId: string, options: Here<"pinWorkingItem", "item_id"> = {}): Promise<WorkingView> {
    return this.send("pinWorkingItem", { session_id: this.id, item_id: itemId, ...options });
  }

  /** It fades again. */
  unpin(itemId: string, options: Here<"unpinWorkingItem", "item_id"> = {}): Promise<WorkingView> {
    return this.send("unpinWorkingItem", { session_id: this.id, item_id: itemId, ...options });
  }

  /** As if it had been added in this turn. */
  refresh(itemId: string, options: Here<"refreshWorkingItem", "item_id"> = {}): Promise<WorkingView> {
    return this.send("refreshWorkingItem", { session_id: this.id, item_id: itemId, ...options });
  }

  /** So many turns on, 1 to 100. */
  advance(turns = 1, options: Here<"advanceTurn", "turns"> = {}): Promise<WorkingView> {
    return this.send("advanceTurn", { session_id: this.id, turns, ...options });
  }
}

export class State extends OfSession {
  /** One row, whose JSON takes at most 4 MB. */
  append(data: unknown, options: Here<"appendStateRows", "data" | "rows"> = {}): Promise<StateAppended> {
    return this.send("appendStateRows", { session_id: this.id, data, ...options });
  }

  /** Up to 100, each with `data` and perhaps `branch` and `metadata`, written together or not at all. */
  appendMany(
    rows: NonNullable<Here<"appendStateRows">["rows"]>,
    options: Here<"appendStateRows", "data" | "rows"> = {},
  ): Promise<StateAppended> {
    return this.send("appendStateRows", { session_id: this.id, rows, ...options });
  }

  /** The newest first. Without `include_data` each row's data is null. */
  list(options: ListOptions<"listStateRows", "session_id"> = {}): Pages<StateView> {
    return this.pages("listStateRows", "rows", { session_id: this.id, ...options });
  }

  /** The other rows stay as they are. */
  delete(rowId: string, options: Here<"deleteStateRow", "row_id"> = {}): Promise<void> {
    return this.send("deleteStateRow", { session_id: this.id, row_id: rowId, ...options });
  }

  /** Without `branch` all of it. There is no way back. */
  clear(options: Here<"clearState"> = {}): Promise<void> {
    return this.send("clearState", { session_id: this.id, ...options });
  }
}
