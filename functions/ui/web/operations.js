// Whether the service is well, what its queues gave up, and who holds keys.
import { useState } from "preact/hooks";
import { ask, part } from "./api.js";
import { html } from "./html.js";
import { Act, Answer, Badge, Field, Table, When } from "./parts.js";
import { useAsk, useScope, useSession } from "./state.js";

const PERMISSIONS = ["read", "write", "admin"];

export function Operations() {
  const { may, operator } = useSession();
  return html`<h1>Operations</h1><${Health} />${operator && html`<${Index} />`}
    ${may("admin") ? html`<${Usage} /><${DeadLetters} /><${Keys} />` : html`<p class="notice">Use, dead letters and keys are shown to keys with the permission admin.</p>`}
    <${Exports} />`;
}

function Health() {
  const of = useAsk((signal) => ask("GET", "health", { signal }), []);
  return html`<section><h2>Health</h2><${Answer} of=${of}>${(health) => html`<p>The service is <${Badge}>${health.status}<//></p>
    <${Table} name="Dependencies" columns=${["Part", "Well", "Detail"]} rows=${health.dependencies.map((d) => ({ ...d, key: d.name }))} row=${(d) => [d.name, html`<${Badge} tone=${d.ok ? "good" : "bad"}>${d.ok ? "yes" : "no"}<//>`, d.detail]} />
    <p class="acts"><button type="button" onClick=${of.again}>Ask again</button></p>`}<//></section>`;
}

function Index() {
  const of = useAsk((signal) => ask("GET", "admin/index", { signal }), []);
  return html`<section><h2>Search index</h2><${Answer} of=${of}>${(i) => html`<p>${i.documents} documents in ${i.indices.join(", ") || i.alias}, ${i.waiting} wait to be shown.
    ${i.embedding && html` Vectors by ${i.embedding.model}, ${i.embedding.dimension} dimensions.`} ${i.rebuilt_at && html`Made anew <${When} at=${i.rebuilt_at} />.`}</p>`}<//></section>`;
}

function Usage() {
  const of = useAsk((signal) => ask("GET", "admin/usage", { signal }), []);
  return html`<section><h2>Use</h2><${Answer} of=${of}>${(use) => html`
    <${Table} name="Use" columns=${["What", "Last hour", "A minute at most", "Limit a minute"]} empty="Nothing was counted in the last hour." rows=${use.rates.map((r) => ({ ...r, key: r.what }))} row=${(r) => [r.what, r.last_hour, r.most_in_a_minute, r.limit || "none"]} />
    <p>About <strong>$${use.cost_usd.toFixed(4)}</strong> for the last hour's requests and events at AWS' list prices, without models, the search domain and waiting (docs/cost.md).</p>
    <p>${use.model_tokens_limit ? html`The chat model used ${use.model_tokens_today} of ${use.model_tokens_limit} tokens today.` : html`The chat model's tokens are not limited, so they are not counted here; the metric ModelTokens has them.`}</p>`}<//></section>`;
}

function DeadLetters() {
  const of = useAsk((signal) => ask("GET", "admin/dead-letters", { signal }), []);
  return html`<section><h2>Dead letters</h2><${Answer} of=${of}>${(list) => html`
    <${Table} name="Dead letters" columns=${["Queue", "Of", "Why", "Tried", "When", "Acts"]} empty="The queues gave nothing up." rows=${list.dead_letters.map((l) => ({ ...l, key: l.id }))} row=${(l) => [
      l.queue, [l.user_id, l.container].filter(Boolean).join(" in "), l.reason, l.received, html`<${When} at=${l.dead_at} />`,
      l.redriven_at ? html`<${Badge} tone="dim">sent again<//>` : html`<${Act} plain label="Send again" act=${() => ask("POST", `admin/dead-letters/${part(l.id)}/redrive`, { body: {} })} done=${of.again} />`,
    ]} />${list.more && html`<p class="quiet">There are more.</p>`}`}<//></section>`;
}

function Keys() {
  const of = useAsk((signal) => ask("GET", "admin/keys", { signal }), []);
  const [made, setMade] = useState(null);
  return html`<section><h2>Keys</h2>
    ${made && html`<div role="status" class="notice"><p><strong>Copy it now; it is not shown again:</strong></p><p class="id">${made.key}</p><button type="button" onClick=${() => setMade(null)}>I have it</button></div>`}
    <p class="acts"><${Create} done=${(key) => (setMade(key), of.again())} /></p>
    <${Answer} of=${of}>${({ keys }) => html`<${Table} name="Keys" columns=${["Key", "May", "Bound to", "Made", "Last used", "State", "Acts"]} empty="There are none." rows=${keys.map((k) => ({ ...k, key: k.key_id }))} row=${(k) => [
      html`<span class="id">${k.key_id}</span>`, k.permissions.join(", "), [...k.containers, k.user_id, k.agent_id].filter(Boolean).join(", ") || "the whole tenant", html`<${When} at=${k.created_at} day />`, html`<${When} at=${k.last_used_at} />`,
      k.revoked_at ? html`<${Badge} tone="dim">revoked<//>` : k.expires_at ? html`ends <${When} at=${k.expires_at} />` : html`<${Badge}>active<//>`,
      !k.revoked_at && html`<span class="acts">${!k.replaced_by && html`<${Act} label="Rotate" act=${() => ask("POST", `admin/keys/${part(k.key_id)}/rotate`, { body: {} })} done=${(key) => (setMade(key), of.again())}><p>The old key works for a day more.</p><//>`}
        <${Act} label="Revoke" danger act=${() => ask("DELETE", `admin/keys/${part(k.key_id)}`)} done=${of.again}><p>Whatever uses it is refused from then on.</p><//></span>`,
    ]} />`}<//></section>`;
}

const Create = ({ done }) => html`<${Act} label="Make a key" done=${done} act=${(form) => {
    const bound = Object.fromEntries(["user_id", "agent_id"].filter((n) => form.get(n)).map((n) => [n, form.get(n)]));
    return ask("POST", "admin/keys", { body: { permissions: form.getAll("permissions"), containers: form.get("container") ? [form.get("container")] : [], ...bound } });
  }}>
  <fieldset><legend>It may</legend>${PERMISSIONS.map((p) => html`<label><input type="checkbox" name="permissions" value=${p} defaultChecked=${p === "read"} /> ${p}</label> `)}</fieldset>
  <${Field} label="For one container alone"><input name="container" /><//><${Field} label="For one user alone"><input name="user_id" /><//><${Field} label="For one agent alone"><input name="agent_id" /><//><//>`;

function Exports() {
  const scope = useScope();
  const [view, setView] = useState(null);
  if (!scope.user_id) return null;
  return html`<section><h2>Export</h2><p class="acts"><${Act} plain label="Export all of ${scope.user_id}" act=${async () => setView(await ask("POST", "exports", { body: { user_id: scope.user_id, ...(scope.container ? { container: scope.container } : {}) } }))} />
    ${view && html`<${Act} plain label="How far is it?" act=${async () => setView(await ask("GET", `exports/${part(view.export_id)}`))} />`}</p>
    ${view && html`<p role="status"><${Badge}>${view.status}<//> <span class="id">${view.export_id}</span> ${view.download_url && html`<a href=${safe(view.download_url)} rel="noreferrer">Its file</a>`} ${view.failure}</p>`}</section>`;
}

/** An address that a browser may follow. */
const safe = (url) => (/^https?:\/\//.test(url) ? url : undefined);
