// As python2.py, by the official client for TypeScript.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, key, , steps] = process.argv.slice(2);
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const client = new Client({ name: "test", version: "1" });
client.onerror = (error) => { console.error(`onerror: ${error.message}`); process.exitCode = 3; };
await client.connect(transport);
console.log(JSON.stringify({ version: transport.protocolVersion }));
console.log(JSON.stringify((await client.listTools()).tools));
for (const [name, args] of JSON.parse(steps)) console.log(JSON.stringify(await client.callTool({ name, arguments: args })));
await client.close();
