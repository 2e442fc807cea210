import { sleep, type Options } from "./connection.js";
import { NotDone } from "./errors.js";
import { Group, type ListOptions, type Pages } from "./group.js";
import type { ReceiptView, SettingsAnswer, UserView } from "./schema.js";

/** How often work in the background is asked for. */
export const EVERY_MS = 1_000;

/** For calls that wait for work in the background. */
export interface Waiting {
  /** Milliseconds to wait in all; the work goes on afterwards. */
  withinMs?: number;
}

/** Asks until `done`. @throws {@link NotDone} after `withinMs` */
export async function until<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  what: string,
  withinMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (Date.now() > deadline) throw new NotDone(`${what} goes on after ${withinMs} ms.`);
    await sleep(EVERY_MS, signal);
  }
}

export class Users extends Group {
  /** A container's, in the order of their ids, with how much each holds. */
  list(options: ListOptions<"listUsers"> = {}): Pages<UserView> {
    return this.pages("listUsers", "users", options);
  }

  /**
   * Erases a user in one container, or everywhere where none is named, whatever the client's own is. There is no way back. The receipt is
   * that of the end, done or held; of the beginning with `wait: false`. `withinMs`: 300,000 unless given.
   * @throws {@link Conflict} under legal hold, {@link NotDone}
   */
  async erase(userId: string, options: Options<"eraseUser", "user_id"> & Waiting & { wait?: boolean } = {}): Promise<ReceiptView> {
    const { wait = true, withinMs = 300_000, ...given } = options;
    const { receipt_id } = await this.connection.send("eraseUser", { ...given, user_id: userId }, { tenant: this.scope.tenant });
    const { tenant, signal, timeoutMs } = given;
    const ask = () => this.receipt(receipt_id, { tenant, signal, timeoutMs });
    return until(ask, (receipt) => !wait || receipt.status !== "running", `Erasure ${receipt_id}`, withinMs, signal);
  }

  /** What each store held before the erasure and afterwards, counted. */
  receipt(receiptId: string, options: Options<"getReceipt", "receipt_id"> = {}): Promise<ReceiptView> {
    return this.send("getReceipt", { receipt_id: receiptId, ...options });
  }
}

/** What a container does otherwise than by default. */
export class Settings extends Group {
  /** All of them, each with its default and meaning. */
  get(options: Options<"getSettings", "container"> & { container?: string } = {}): Promise<SettingsAnswer> {
    return this.send("getSettings", { ...options, container: this.container(options) });
  }

  /**
   * What is left out goes back to its default. `version` is the one that was read, 0 where none was ever set.
   * @throws {@link Conflict} where another writer was first
   */
  replace(
    settings: Options<"replaceSettings">["settings"],
    version: number,
    options: Options<"replaceSettings", "container" | "settings" | "version"> & { container?: string } = {},
  ): Promise<SettingsAnswer> {
    return this.send("replaceSettings", { settings, version, ...options, container: this.container(options) });
  }

  private container(options: { container?: string }): string {
    return options.container ?? this.scope.container ?? "default";
  }
}
