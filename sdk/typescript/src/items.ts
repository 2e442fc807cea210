import type { Options } from "./connection.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import type { ItemView, ItemsFound, ItemsGot } from "./schema.js";

/** Of an item's namespace, from the outermost in: `["users", "ann"]`, or with dots between. */
export type Labels = string | readonly string[];
type Named = "item_namespace" | "key";

/** JSON values by namespace and key, byte for byte, with filter, search and a time to live. */
export class Items extends Group {
  /**
   * Takes the place of what was there. `index`: paths in the value that a search by text goes by, like `title`; all of it unless given,
   * nothing where false. Without `ttl_minutes` it stays for good.
   */
  put(labels: Labels, key: string, value: unknown, options: Options<"putItem", Named | "value"> = {}): Promise<ItemView> {
    return this.send("putItem", { item_namespace: dotted(labels), key, value, ...options });
  }

  /** As it was written last; `refresh_ttl` lets its time begin anew. @throws {@link NotFound}, also once its time is over */
  get(labels: Labels, key: string, options: Options<"getItem", Named> = {}): Promise<ItemView> {
    return this.send("getItem", { item_namespace: dotted(labels), key, ...options });
  }

  /** @throws {@link NotFound} where there is none */
  delete(labels: Labels, key: string, options: Options<"deleteItem", Named> = {}): Promise<void> {
    return this.send("deleteItem", { item_namespace: dotted(labels), key, ...options });
  }

  /**
   * Up to 10 `gets`, which see what stood before, 25 `puts` and 25 `deletes`, all of which are done or none. Of the answer, `items` holds
   * what was got, in that order, null where there is nothing.
   */
  batch(options: Options<"batchItems"> = {}): Promise<ItemsGot> {
    return this.send("batchItems", options);
  }

  /**
   * Of the namespace `prefix` and those within it, by `filter` over `value.*`. With `query` the nearest by meaning come first, without it
   * those that changed last. `limit`: 1 to 1,000.
   */
  search(options: Options<"searchItems"> = {}): Promise<ItemsFound> {
    return this.send("searchItems", options);
  }

  /** Those that hold items; `*` in `prefix` and `suffix` stands for any one label. `max_depth` cuts them to so many. */
  namespaces(options: ListOptions<"listItemNamespaces"> = {}): Pages<string[]> {
    return this.pages("listItemNamespaces", "namespaces", options);
  }
}

function dotted(labels: Labels): string {
  return typeof labels === "string" ? labels : labels.join(".");
}
