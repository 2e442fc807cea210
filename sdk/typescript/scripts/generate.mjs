// Makes src/schema.ts and src/operations.ts of an OpenAPI document: node scripts/generate.mjs openapi.json [--check]
// With --check nothing is written, and it fails where they would change.
import { readFileSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

const SCOPE = ["container", "namespace", "user_id", "agent_id", "session_id", "tenant"];
const NOT_OURS = ["sendMcpMessage", "openMcpStream", "endMcpSession"]; // for hosts of agents
const MADE = "// Made by scripts/generate.mjs from the OpenAPI document: not to be changed by hand.\n";

const [source, flag] = process.argv.slice(2);
const given = JSON.parse(readFileSync(source, "utf8"));
const { schemas, parameters, examples } = given.components;
const called = Object.entries(given.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
);
const operations = called.filter((operation) => !NOT_OURS.includes(operation.operationId));

/** What the types are made of: answers that are successes, and nothing that only a reader of the document wants. */
function slim() {
  const paths = {};
  for (const { method, path, ...operation } of operations) {
    const good = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    const responses = Object.fromEntries(good.map(([status, { headers, ...answer }]) => [status, answer]));
    (paths[path] ??= {})[method] = { ...operation, responses };
  }
  return { ...given, paths, components: { schemas, parameters, examples } };
}

/** Of an operation with a body its query has to be told apart; of the others all that is not in the path is the query. */
function row({ operationId, method, path, parameters: own, requestBody }) {
  const all = own.map((each) => (each.$ref ? parameters[each.$ref.split("/").at(-1)] : each));
  const query = all.filter((each) => each.in === "query").map((each) => each.name);
  const content = requestBody?.content["application/json"].schema.$ref.split("/").at(-1);
  const inBody = Object.keys(schemas[content]?.properties ?? {});
  const facts = {
    method: method.toUpperCase(),
    path,
    scope: SCOPE.filter((name) => path.includes(`{${name}}`) || query.includes(name) || inBody.includes(name)),
    ...(requestBody && { query }),
    ...(all.some((each) => each.name === "Idempotency-Key") && { idempotent: true }),
  };
  return `  ${operationId}: ${JSON.stringify(facts)},\n`;
}

async function types() {
  const nodes = await openapi(slim(), { defaultNonNullable: false });
  const wanted = nodes.filter((node) => ["components", "operations"].includes(node.name?.text));
  const named = Object.keys(schemas).map((name) => `export type ${name} = components["schemas"]["${name}"];\n`);
  return astToString(wanted) + named.join("");
}

const table = `${MADE}
/** How each operation is asked: what of a scope it takes, and, where it has a body, what goes into the query all the same. */
export const OPERATIONS = {
${operations.map(row).join("")}} as const;
`;
const files = { "src/schema.ts": MADE + (await types()), "src/operations.ts": table };
for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (flag !== "--check") writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${name} is not that of the document: run make sdk-types.`);
    process.exitCode = 1;
  }
}
