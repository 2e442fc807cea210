// One memory: its words, why it is believed, what it was before, what hangs on it, and what may be done with it.
import { ask, part } from "./api.js";
import { Curve } from "./curve.js";
import { Graph } from "./graph.js";
import { html } from "./html.js";
import { given } from "./memories.js";
import { Act, Answer, Badge, Badges, Bar, EventLink, Field, Reason, Table, When, Words } from "./parts.js";
import { go, useAsk, useScope, useSession } from "./state.js";

export function Memory({ id }) {
  const scope = useScope();
  const get = (what) => (signal) => ask("GET", `memories/${part(id)}${what}`, { query: scope, signal });
  const of = useAsk(get(""), [id, scope.user_id, scope.container]);
  return html`<${Answer} of=${of} lines=${6}>${(memory) => html`
    <article key=${memory.memory_id}>
      <h1>${memory.content}</h1>
      <p class="badges"><${Badge}>${memory.kind.replace("_", " ")}<//> <${Badge}>${memory.validity}<//> <${Badge}>${memory.trust}<//>
        <${Badges} of=${{ ...memory, validity: "active", trust: "trusted" }} /> <span class="id">${memory.memory_id}</span></p>
      <p class="why"><${Reason}>${memory.change.reason}<//> <span class="quiet">(${memory.change.verdict}, by ${memory.change.actor}, <${When} at=${memory.change.at} />)</span></p>
      <${Acts} memory=${memory} again=${of.again} />
      <div class="columns">
        <${Properties} memory=${memory} />
        <${Evidence} get=${get} version=${memory.version} id=${id} />
      </div>
      <${History} get=${get} version=${memory.version} id=${id} />
      <div class="columns">
        <${Relations} get=${get} memory=${memory} />
        <${Fading} get=${get} version=${memory.version} id=${id} />
      </div>
      <details><summary>The whole record</summary><pre>${JSON.stringify(memory, null, 2)}</pre></details>
    </article>`}<//>`;
}

function Properties({ memory }) {
  const own = memory.structured?.said_by;
  const rows = {
    "Said by": own && html`${own}, <${When} at=${memory.structured.said_at} />`,
    "In answer to": memory.structured?.context,
    About: memory.subject,
    Category: `${memory.category} (${memory.type})`,
    Slot: memory.slot && `${memory.slot.category} > ${memory.slot.tag} > ${memory.slot.feature}: ${memory.slot.value}`,
    Topic: memory.topic,
    Labels: memory.labels.join(", "),
    Confidence: html`<${Bar} value=${memory.confidence} label="confidence" />`,
    Importance: html`<${Bar} value=${memory.importance} label="importance" />`,
    "Holds in the world": html`<${When} at=${memory.valid_from} day /> to ${memory.valid_to ? html`<${When} at=${memory.valid_to} day />` : "now"}`,
    "Known to us": html`<${When} at=${memory.recorded_at} /> to ${memory.superseded_at ? html`<${When} at=${memory.superseded_at} />` : "now"}`,
    "Said again": memory.reinforcements ? `${memory.reinforcements} times` : null,
    Visibility: memory.access_control.visibility,
    Owner: [memory.user_id || "the container", memory.container, memory.namespace, memory.agent_id, memory.session_id].filter(Boolean).join(" / "),
    "Made by": memory.extractor,
    Version: memory.version,
  };
  return html`<section><h2>What it is</h2><dl>
    ${Object.entries(rows).filter(([, v]) => v).map(([name, v]) => html`<div><dt>${name}</dt><dd>${v}</dd></div>`)}
  </dl></section>`;
}

function Evidence({ get, version, id }) {
  const of = useAsk(get("/case"), [id, version]);
  return html`<section><h2>Why it is believed</h2>
    <${Answer} of=${of}>${(found) => html`
      ${found.events.map((e) => html`<${Said} event=${e} />`)}
      ${!found.events.length && html`<p class="quiet">No event is kept that says it: it was given as it is, or its evidence has lapsed.</p>`}
      ${["for", "against"].map((stance) => html`<${Stance} key=${stance} stance=${stance} of=${found.observations.filter((o) => o.stance === stance)} />`)}`}<//>
  </section>`;
}

/** An event, quoted: whose words, when, and what became of it. */
export const Said = ({ event }) => html`<blockquote class="role-${event.role}">
  <p>${event.content || "(its words are no longer kept)"}</p>
  <footer>${event.name || event.role}, <${When} at=${event.timestamp} /> · <${EventLink} id=${event.event_id} />
    ${event.verdict !== "candidate" && html` <${Badge} tone="dim">${event.verdict}<//>`}</footer>
</blockquote>`;

function Stance({ stance, of }) {
  if (!of.length) return null;
  return html`<h3>${stance === "for" ? "For it" : "Against it"}</h3>
    <ul class="plain">${of.map((o) => html`<li><${Words} id=${o.observation_id}>${o.content}<//> <${Badge}>${o.verdict}<//>
      <div class="quiet"><${Reason}>${o.reason}<//>, <${When} at=${o.at} /></div></li>`)}</ul>`;
}

function History({ get, version, id }) {
  const of = useAsk(get("/history"), [id, version]);
  return html`<section><h2>What it was before</h2><${Answer} of=${of}>${(found) => html`
    <ol class="versions">${found.versions.map((v) => html`<li key=${v.version}>
      <p><strong>${v.content}</strong> <${Badge}>${v.verdict}<//> <span class="quiet">version ${v.version}, <${When} at=${v.at} />, by ${v.actor}</span></p>
      <p><${Reason}>${v.reason}<//></p>
      ${v.changes.length > 0 && html`<table class="changes" aria-label="What version ${v.version} changed"><tbody>${v.changes.map(
        (c) => html`<tr><th scope="row">${c.field}</th><td><del>${shown(c.before)}</del></td><td><ins>${shown(c.after)}</ins></td></tr>`)}</tbody></table>`}
    </li>`)}</ol>`}<//></section>`;
}

const shown = (value) => (value === null || value === undefined || value === "" ? "nothing" : typeof value === "object" ? JSON.stringify(value) : String(value));

function Relations({ get, memory }) {
  const of = useAsk(get("/relations"), [memory.memory_id, memory.version]);
  return html`<section><h2>What hangs on it</h2><${Answer} of=${of}>${(found) => html`
    <${Graph} center=${memory} relations=${found.relations} />
    <${Table} name="Relations" columns=${["How", "With"]} empty="Nothing." rows=${found.relations.map((r, i) => ({ ...r, key: i }))}
      row=${(r) => [`${r.direction === "out" ? "" : "from: "}${r.type.replaceAll("_", " ")}`, target(r)]} />`}<//></section>`;
}

const target = (r) =>
  r.type === "mentions" ? r.target : r.content ? html`<${Words} id=${r.target}>${r.content}<//>` : html`<${EventLink} id=${r.target} />`;

function Fading({ get, version, id }) {
  const of = useAsk(get("/decay"), [id, version]);
  return html`<section><h2>How it fades</h2><${Answer} of=${of}>${(course) => html`<${Course} course=${course} />`}<//></section>`;
}

/** The curve of a memory's score, and what sweeps will do with it. */
export const Course = ({ course }) => html`
  ${course.keeper ? html`<p>It does not fade: ${course.keeper}.</p>` : html`<${Curve} course=${course} />`}
  ${course.ends_at && html`<p>It ends on <${When} at=${course.ends_at} day /> in any case.</p>`}
  ${course.steps.length > 0 && html`<ul class="plain">${course.steps.map((s) => html`<li><${When} at=${s.at} day />: <${Badge}>${s.status}<//> <span class="quiet">${s.reason}</span></li>`)}</ul>`}
  ${course.purged_at && html`<p class="quiet">Gone for good on <${When} at=${course.purged_at} day />, if nobody touches it until then.</p>`}`;

function Acts({ memory, again }) {
  const { may } = useSession();
  const scope = useScope();
  if (!may("write")) return null;
  const act = (name, body = {}) => () => ask("POST", `memories/${part(memory.memory_id)}/${name}`, { query: scope, body });
  const plain = (name, label) => html`<${Act} key=${name} plain label=${label} act=${act(name)} done=${again} />`;
  const asked = memory.kind === "observation" || memory.validity === "review" || (memory.kind === "mental_model" && !memory.activated_at);
  const gone = memory.status === "deleted";
  return html`<p class="acts">
    ${asked && [plain("approve", "Approve"), plain("reject", "Reject")]}
    ${memory.kind === "fact" && !gone && html`<${Edit} memory=${memory} scope=${scope} again=${again} />`}
    ${memory.pinned ? plain("unpin", "Unpin") : plain("pin", "Pin")}
    ${memory.protected ? plain("unprotect", "Take protection off") : plain("protect", "Protect")}
    ${memory.legal_hold ? plain("release", "Release from hold") : plain("hold", "Hold")}
    ${gone || memory.status === "archived" ? plain("restore", "Restore") : plain("archive", "Archive")}
    ${plainFeedback(memory, scope, again)}
    <${Act} label="Share" title="Show it to more" act=${(form) => act("promote", promotion(form))()} done=${again}>
      <${Field} label="To"><select name="to"><option value="shared">these</option><option value="public">everybody in the container</option></select><//>
      <${Field} label="Users, with commas between"><input name="users" /><//>
    <//>
    <${Act} label="Delete" danger title="Delete this memory" act=${() => ask("DELETE", `memories/${part(memory.memory_id)}`, { query: scope })} done=${again}>
      <p>It can be restored for 30 days, then it is purged.</p><//>
    <${Act} label="Purge" danger title="Purge this memory, for good" type="purge"
      act=${() => ask("DELETE", `memories/${part(memory.memory_id)}`, { query: { ...scope, purge: true } })} done=${() => go("memories")}>
      <p>Its words and versions are removed at once, and nobody can bring them back.</p><//>
  </p>`;
}

function promotion(form) {
  const users = String(form.get("users")).split(",").map((u) => u.trim()).filter(Boolean);
  return { to: form.get("to"), ...(form.get("to") === "shared" ? { allowed_users: users } : {}) };
}

const plainFeedback = (memory, scope, again) =>
  [true, false].map((useful) => html`<${Act} key=${useful} plain label=${useful ? "Useful" : "Not useful"} done=${again}
    act=${() => ask("POST", `memories/${part(memory.memory_id)}/feedback`, { query: scope, body: { useful } })} />`);

function Edit({ memory, scope, again }) {
  const save = (form) => {
    const body = { version: memory.version };
    if (form.get("content") !== memory.content) body.content = form.get("content");
    if (Number(form.get("importance")) !== memory.importance) body.importance = Number(form.get("importance"));
    if ((form.get("valid_to") || null) !== (memory.valid_to?.slice(0, 10) || null)) body.valid_to = form.get("valid_to") ? `${form.get("valid_to")}T00:00:00Z` : null;
    return ask("PATCH", `memories/${part(memory.memory_id)}`, { query: given(scope), body });
  };
  return html`<${Act} label="Edit" title="Correct this fact" act=${save} done=${again}>
    <${Field} label="Content"><textarea name="content" required maxlength="8000" rows="4" defaultValue=${memory.content}></textarea><//>
    <${Field} label="Importance, 0 to 1"><input name="importance" type="number" min="0" max="1" step="any" defaultValue=${memory.importance} /><//>
    <${Field} label="Holds until"><input name="valid_to" type="date" defaultValue=${memory.valid_to?.slice(0, 10)} /><//>
    <p class="quiet">The old version stays in the history.</p>
  <//>`;
}

/** An event with what rests on it. */
export function EventPage({ id }) {
  const scope = useScope();
  const { may } = useSession();
  const of = useAsk((signal) => ask("GET", `events/${part(id)}`, { query: scope, signal }), [id, scope.user_id]);
  return html`<h1>Event</h1><${Answer} of=${of}>${(event) => html`
    <${Said} event=${event} />
    <p>It is <${Badge}>${event.processing_status}<//>${event.reason && html`: <${Reason}>${event.reason}<//>`}</p>
    ${may("write") && html`<p class="acts"><${Act} label="Delete" danger type="delete" title="Delete this event, for good"
      act=${() => ask("DELETE", `events/${part(id)}`, { query: scope })} done=${() => go("memories")}>
      <p>What rests on it alone is purged with it.</p><//></p>`}
    <h2>What rests on it</h2>
    <${Table} name="Memories" columns=${["Memory"]} empty="Nothing rests on it." rows=${event.memory_ids.map((m) => ({ key: m }))}
      row=${(m) => [html`<${Words} id=${m.key} />`]} />`}<//>`;
}

