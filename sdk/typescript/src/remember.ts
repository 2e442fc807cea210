// A model of the Vercel AI SDK that remembers.
import { wrapLanguageModel, type LanguageModelMiddleware } from "ai";
import type { Keepsake } from "./client.js";
import type { Scope } from "./connection.js";

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];
type Prompt = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["transformParams"]>>>["prompt"];

export interface RememberOptions extends Scope {
  client: Keepsake;
  /** Tokens that the context may have, 1 to 32,000; 1,000 unless given. */
  tokenBudget?: number;
  /**
   * Takes what is to go on after the answer, as `waitUntil` of Vercel and Cloudflare does. Without it an answer ends when its exchange is
   * kept.
   */
  waitUntil?: (work: Promise<unknown>) => void;
  /** Milliseconds that a turn waits for its memory, tries and all; 8,000 unless given. What `waitUntil` takes has no such end. */
  withinMs?: number;
  /** Is told what went wrong with the memory; the turn goes on without it. A warning on the console unless given. */
  onError?: (error: unknown) => void;
}

/** What the service takes of a question, and of each side of an exchange, in characters. */
const MOST_QUERY = 8_000;
const MOST_SAID = 32_768;
/** Milliseconds that a turn waits for its memory, tries and all: a recall takes two seconds at most. */
const WITHIN_MS = 8_000;

/**
 * The model with a memory: before a turn it recalls what has to do with the user's message and puts it into the prompt as a system message;
 * after the turn it keeps the exchange. With `sessionId` that also fills the session's working memory (`capture`). A turn that ends in an
 * error, or is broken off, is not kept. The steps of a turn with tools share one recall.
 */
export function withKeepsake(model: Model, options: RememberOptions): Model {
  return wrapLanguageModel({ model, middleware: keepsakeMiddleware(options) });
}

/** The same for `wrapLanguageModel`, where there is other middleware too. */
export function keepsakeMiddleware(options: RememberOptions): LanguageModelMiddleware {
  const { client, tokenBudget, waitUntil, withinMs = WITHIN_MS, onError = warn, ...scope } = options;
  const memory = client.scoped(scope);
  let latest = { turn: "", context: Promise.resolve("") };

  async function recalled(said: string, signal?: AbortSignal): Promise<string> {
    try {
      const limit = AbortSignal.timeout(withinMs);
      const options = {
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(tokenBudget !== undefined && { token_budget: tokenBudget }),
      };
      return (await memory.recall(cut(said, MOST_QUERY), options)).formatted_context;
    } catch (error) {
      signal?.throwIfAborted();
      onError(error);
      return "";
    }
  }

  /** Of a step that follows on tools, that of the turn's first step. */
  function contextOf(prompt: Prompt, said: string, signal?: AbortSignal): Promise<string> {
    const turn = JSON.stringify([prompt.filter(({ role }) => role === "user").length, said]);
    if (prompt.at(-1)?.role === "user" || turn !== latest.turn) latest = { turn, context: recalled(said, signal) };
    return latest.context;
  }

  async function keep(prompt: Prompt, reason: string, answer: string): Promise<void> {
    const said = lastOfUser(prompt);
    if (!said || !answer || reason === "tool-calls" || reason === "error") return;
    const exchange = { user: cut(said, MOST_SAID), assistant: cut(answer, MOST_SAID) };
    const signal = waitUntil ? undefined : AbortSignal.timeout(withinMs);
    const kept = memory.scope.sessionId ? memory.capture({ exchange, signal }) : memory.retain([], { exchange, signal });
    const work = kept.then(() => {}, onError);
    if (waitUntil) waitUntil(work);
    else await work;
  }

  return {
    specificationVersion: "v3",

    async transformParams({ params }) {
      const said = lastOfUser(params.prompt);
      const context = said && (await contextOf(params.prompt, said, params.abortSignal));
      if (!context) return params;
      // Behind the application's own, so that what a provider caches of the prompt stays the same.
      const found = params.prompt.findIndex(({ role }) => role !== "system");
      const begin = found < 0 ? params.prompt.length : found;
      const prompt: Prompt = [...params.prompt.slice(0, begin), { role: "system", content: context }, ...params.prompt.slice(begin)];
      return { ...params, prompt };
    },

    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      await keep(params.prompt, result.finishReason.unified, textOf(result.content));
      return result;
    },

    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      let answer = "";
      let reason = "error"; // unless it finishes
      type Chunk = typeof stream extends ReadableStream<infer C> ? C : never;
      const listening = new TransformStream<Chunk, Chunk>({
        transform(chunk, controller) {
          if (chunk.type === "text-start" && answer) answer += "\n";
          if (chunk.type === "text-delta") answer += chunk.delta;
          if (chunk.type === "finish") reason = chunk.finishReason.unified;
          controller.enqueue(chunk);
        },
        flush: () => keep(params.prompt, reason, answer.trim()),
      });
      return { ...rest, stream: stream.pipeThrough(listening) };
    },
  };
}

function lastOfUser(prompt: Prompt): string {
  const message = prompt.findLast(({ role }) => role === "user");
  return message?.role === "user" ? textOf(message.content) : "";
}

function textOf(parts: readonly { type: string; text?: string }[]): string {
  const texts = parts.flatMap((part) => (part.type === "text" && part.text ? [part.text] : []));
  return texts.join("\n").trim();
}

/** Not between the halves of a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

function warn(error: unknown): void {
  console.warn("Keepsake: the turn goes on without memory.", error);
}
