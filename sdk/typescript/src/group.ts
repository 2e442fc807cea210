// What operations that belong together share, and lists that page.
import type { Answer, CallOptions, Connection, Fields, Operation, Options, Scope } from "./connection.js";

/** Most rows that the service gives at once. */
const PAGE = 200;

/** Operations whose answers come in pages. */
type Listing = { [O in Operation]: Answer<O> extends { next_cursor: string | null } ? O : never }[Operation];
type Row<O extends Operation, Rows extends keyof Answer<O>> = Answer<O>[Rows] extends readonly (infer One)[] ? One : never;

interface Limited {
  /** Most rows in all; every one unless given. */
  limit?: number;
}
/** As `Options`, of a list. */
export type ListOptions<O extends Listing, Told extends string = never> = Options<O, Told | "cursor" | "limit"> & Limited;

export class Group {
  constructor(
    protected readonly connection: Connection,
    /** What holds where a call names no other. */
    readonly scope: Scope,
  ) {}

  protected send<O extends Operation>(operation: O, fields: Fields<O> & CallOptions): Promise<Answer<O>> {
    return this.connection.send(operation, fields, this.scope);
  }

  protected pages<O extends Listing, Rows extends keyof Answer<O>>(operation: O, rows: Rows, fields: Fields<O> & CallOptions & Limited) {
    return new Pages<Row<O, Rows>>(async (cursor, limit) => {
      const page = await this.connection.send(operation, { ...fields, cursor, limit }, this.scope);
      return { rows: page[rows] as Row<O, Rows>[], next: (page as { next_cursor: string | null }).next_cursor };
    }, fields.limit);
  }
}

/** The rows of a list, asked for page by page as they are iterated. Each iteration begins anew. */
export class Pages<Row> implements AsyncIterable<Row> {
  constructor(
    private readonly read: (cursor: string | undefined, limit: number) => Promise<{ rows: Row[]; next: string | null }>,
    private readonly limit = Infinity,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, void> {
    let cursor: string | undefined;
    for (let left = this.limit; left > 0;) {
      const { rows, next } = await this.read(cursor, Math.min(PAGE, left));
      yield* rows;
      left -= rows.length;
      if (next === null) return;
      cursor = next;
    }
  }

  /** All of them at once. */
  async all(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }
}
