// Makes calls of mem0's client for Node, one after the other: [["add", [...]], ...] comes in, what each answers goes out.
import { MemoryClient } from "mem0ai";

const client = new MemoryClient({ apiKey: process.env.KEEPSAKE_KEY, host: `${process.env.KEEPSAKE_URL}/mem0` });
let asked = "";
for await (const part of process.stdin) asked += part;
const answers = [];
for (const [name, args] of JSON.parse(asked)) {
  try {
    answers.push({ answer: await client[name](...args) });
  } catch (error) {
    answers.push({ error: error.constructor.name, message: String(error.message) });
  }
}
process.stdout.write("\n" + JSON.stringify(answers) + "\n", () => process.exit(0));
