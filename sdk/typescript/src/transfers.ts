// Exports and imports: all of a user, or of a container, as a file of JSON Lines.
import type { Options } from "./connection.js";
import { Failed } from "./errors.js";
import { Group } from "./group.js";
import type { ExportStarted, ExportView, ImportStarted, ImportView } from "./schema.js";
import { until, type Waiting } from "./users.js";

const ended = (job: { status: string }) => job.status === "finished" || job.status === "failed";
/** `withinMs` of a transfer unless given. */
const WITHIN_MS = 900_000;

export class Exports extends Group {
  /** Of a user, or of all in a container. It is written in the background. */
  start(options: Options<"startExport"> = {}): Promise<ExportStarted> {
    return this.send("startExport", options);
  }

  /** How far it is; once it is finished, where its file is, for 15 minutes from now. */
  get(exportId: string, options: Options<"getExport", "export_id"> = {}): Promise<ExportView> {
    return this.send("getExport", { export_id: exportId, ...options });
  }

  /**
   * Starts an export, waits for it and brings its file, whole and checked by its SHA-256 where that is known. `withinMs`: 900,000 unless
   * given. @throws {@link Failed}, {@link NotDone}
   */
  async save(options: Options<"startExport"> & Waiting = {}): Promise<Blob> {
    const { withinMs = WITHIN_MS, ...given } = options;
    const { tenant, signal, timeoutMs } = given;
    const { export_id } = await this.start(given);
    const job = await until(() => this.get(export_id, { tenant, signal, timeoutMs }), ended, `Export ${export_id}`, withinMs, signal);
    if (!job.download_url) throw new Failed(`Export ${export_id} failed: ${job.failure ?? "it has no file"}`);
    const file = await this.connection.transfer(job.download_url, { signal });
    if (job.sha256 && job.sha256 !== (await sha256(file))) throw new Failed(`The file of export ${export_id} came damaged.`);
    return file;
  }
}

export class Imports extends Group {
  /** An address to PUT a file of `bytes` to, within 15 minutes. Lines of others than the user and container named are not taken. */
  create(options: Options<"createImport"> = {}): Promise<ImportStarted> {
    return this.send("createImport", options);
  }

  /** Brings in the file that was put there, in the background. @throws {@link Conflict} while there is none */
  start(importId: string, options: Options<"startImport", "import_id"> = {}): Promise<ImportView> {
    return this.send("startImport", { import_id: importId, ...options });
  }

  /** How far it is, and which lines were not taken, with the reason. */
  get(importId: string, options: Options<"getImport", "import_id"> = {}): Promise<ImportView> {
    return this.send("getImport", { import_id: importId, ...options });
  }

  /**
   * Sends `file` and waits until all of it is recallable. `withinMs`: 900,000 unless given. @throws {@link Failed}, {@link NotDone}
   */
  async load(file: Blob, options: Options<"createImport", "bytes"> & Waiting = {}): Promise<ImportView> {
    const { withinMs = WITHIN_MS, ...given } = options;
    const { tenant, signal, timeoutMs } = given;
    const { import_id, upload_url } = await this.create({ ...given, bytes: file.size });
    await this.connection.transfer(upload_url, { method: "PUT", body: file, signal });
    await this.start(import_id, { tenant, signal, timeoutMs });
    const job = await until(() => this.get(import_id, { tenant, signal, timeoutMs }), ended, `Import ${import_id}`, withinMs, signal);
    if (job.status === "failed") throw new Failed(`Import ${import_id} failed: ${job.failure}`);
    return job;
  }
}

async function sha256(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
