// Tools of the Vercel AI SDK by which a model reads and writes a user's memory. Names and words are those of the service's MCP tools.
import { jsonSchema, tool, type Tool } from "ai";
import type { Keepsake } from "./client.js";
import type { Scope } from "./connection.js";

export interface ToolOptions extends Scope {
  client: Keepsake;
}

type Question = { question: string };
type Query = { query: string; top_k?: number };
type ById = { id: string };
type Found = { id: string; memory: string; valid_from: string | null };
type One = { id: string; memory: string; status: string; valid_from: string; valid_to: string | null };

export type KeepsakeTools = {
  search_memories: Tool<Query, { memories: Found[] }>;
  ask_memory: Tool<Question, { answer: string; missing: string[] }>;
  get_memory: Tool<ById, One>;
  add_memory: Tool<{ text: string }, { batch_id: string; status: "accepted" }>;
  update_memory: Tool<ById & { text: string }, One>;
  delete_memory: Tool<ById, { id: string; done: true }>;
};

/**
 * For `tools` of `generateText`, `streamText` and agents. Whose memory it is stands here, never in an argument: a model is easily talked
 * into another name. Take out those that a model is not to have.
 */
export function keepsakeTools(options: ToolOptions): KeepsakeTools {
  const { client, ...scope } = options;
  const memory = client.scoped(scope);
  return {
    search_memories: tool({
      description:
        "Find what is remembered about the user that fits a question or topic. Call it before answering anything that may depend on who " +
        "the user is, what they like, or what was agreed earlier.",
      inputSchema: takes<Query>(
        { query: QUERY, top_k: { type: "integer", minimum: 1, maximum: 100, description: "How many at most." } },
        "query",
      ),
      async execute({ query, top_k = 10 }, { abortSignal: signal }) {
        const { memories } = await memory.recall(query, { top_k, signal });
        return {
          memories: memories.map((found) => ({ id: found.memory_id, memory: found.quoted ?? found.content, valid_from: found.valid_from })),
        };
      },
    }),
    ask_memory: tool({
      description: "Answer a question from memory alone.",
      inputSchema: takes<Question>({ question: text("A question about the user or what they said.") }, "question"),
      async execute({ question }, { abortSignal: signal }) {
        const { answer, missing } = await memory.reflect(question, { signal });
        return { answer, missing };
      },
    }),
    get_memory: tool({
      description: "One memory whole: what it says, and since and until when it holds.",
      inputSchema: takes<ById>({ id: ID }, "id"),
      execute: async ({ id }, { abortSignal: signal }) => one(await memory.memories.get(id, { signal })),
    }),
    add_memory: tool({
      description:
        "Remember what the user said: preferences, facts about them, decisions, plans, standing instructions. Give their own words; what " +
        "is worth keeping is found out by itself, and changes of mind are understood.",
      inputSchema: takes<{ text: string }>({ text: text("What the user said or wants remembered, in their own words.") }, "text"),
      async execute({ text }, { abortSignal: signal }) {
        const { batch_id, status } = await memory.retain(text, { signal });
        return { batch_id, status };
      },
    }),
    update_memory: tool({
      description: "Correct what a memory says, when the user says that it is wrong. The former words stay in its history.",
      inputSchema: takes<ById & { text: string }>({ id: ID, text: text("What it should say.") }, "id", "text"),
      execute: async ({ id, text }, { abortSignal: signal }) => one(await memory.memories.update(id, { content: text, signal })),
    }),
    delete_memory: tool({
      description: "Delete one memory, when the user asks to forget it. It can be restored for 30 days.",
      inputSchema: takes<ById>({ id: ID }, "id"),
      async execute({ id }, { abortSignal: signal }) {
        await memory.memories.delete(id, { signal });
        return { id, done: true };
      },
    }),
  };
}

interface Property {
  type: "string" | "integer";
  description: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const text = (description: string): Property => ({ type: "string", minLength: 1, maxLength: 8_000, description });
const QUERY = text("What to know, as a question or a few words.");
const ID: Property = { ...text("The memory's id, as `search_memories` gives it."), maxLength: 256 };

function takes<Input>(properties: Record<keyof Input & string, Property>, ...required: (keyof Input & string)[]) {
  return jsonSchema<Input>({ type: "object", properties, required, additionalProperties: false });
}

function one(memory: {
  memory_id: string;
  content: string;
  quoted: string | null;
  status: string;
  valid_from: string;
  valid_to: string | null;
}): One {
  return {
    id: memory.memory_id,
    memory: memory.quoted ?? memory.content,
    status: memory.status,
    valid_from: memory.valid_from,
    valid_to: memory.valid_to,
  };
}
