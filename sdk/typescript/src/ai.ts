// Memory for the Vercel AI SDK: a model that remembers, and tools by which a model asks its memory itself.
export { keepsakeMiddleware, withKeepsake, type RememberOptions } from "./remember.js";
export { keepsakeTools, type KeepsakeTools, type ToolOptions } from "./tools.js";
