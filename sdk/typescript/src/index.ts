export { Keepsake, type KeepsakeOptions, type Retained, type Said } from "./client.js";
export type { Answer, CallOptions, Fields, Operation, Options, Scope } from "./connection.js";
export * from "./errors.js";
export { Pages } from "./group.js";
export type { Labels } from "./items.js";
export type { Selection } from "./memories.js";
export type { Session, Sessions } from "./sessions.js";
export type * from "./schema.js";
