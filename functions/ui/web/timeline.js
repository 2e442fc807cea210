// What was believed of a subject when: each fact as a bar over the time in which it held, at any moment of both clocks.
import { page } from "./api.js";
import { html } from "./html.js";
import { Answer, Badges, Field, Table, When, Words } from "./parts.js";
import { link, place, refine, useAsk, useScope } from "./state.js";

const MOST = 300;
const WIDTH = 760;
const ROW = 24;
const NAMES = 230;
const DAY = 86_400_000;

export function Timeline() {
  const scope = useScope();
  const { query } = place();
  const subject = query.subject || "user";
  const of = useAsk(
    (signal, progress) => page("memories", { query: { ...scope, kind: "fact", subject }, name: "memories", size: MOST, signal, progress }),
    [subject, scope.user_id, scope.container],
  );
  return html`<h1>Timeline</h1>
    <div class="fields"><${Field} label="Subject" hint="user: who is talked with"><input value=${subject} onChange=${(e) => refine({ subject: e.currentTarget.value.trim() })} data-focus="search" /><//></div>
    <${Answer} of=${of}>${({ rows, next }) => (rows.length ? html`<${Lanes} rows=${rows} more=${Boolean(next)} query=${query} />` : html`<p class="quiet">No fact tells of this subject.</p>`)}<//>`;
}

function Lanes({ rows, more, query }) {
  const now = Date.now();
  const facts = rows.map((r) => ({ ...r, from: Date.parse(r.valid_from), to: r.valid_to ? Date.parse(r.valid_to) : now, known: Date.parse(r.recorded_at), unknown: r.superseded_at ? Date.parse(r.superseded_at) : Infinity }));
  const first = Math.min(...facts.flatMap((f) => [f.from, f.known]), now - DAY);
  const asOf = query.as_of ? Date.parse(query.as_of) : now;
  const knownAt = query.known_at ? Date.parse(query.known_at) : now;
  // As a recall's gates do: what ended is told of a time before its end, and what ended it is known from when we heard of it.
  const end = (f) => (knownAt < f.unknown && f.unknown !== Infinity ? Infinity : f.valid_to ? f.to : Infinity);
  const held = (f) => f.validity !== "invalid" && f.known <= knownAt && f.from <= asOf && asOf < end(f) && (query.as_of || knownAt < f.unknown);
  const sorted = [...facts].sort((a, b) => place_of(a).localeCompare(place_of(b)) || a.from - b.from);
  const believed = sorted.filter(held);
  const set = (name) => (e) => refine({ [name]: new Date(Number(e.currentTarget.value)).toISOString() });
  return html`
    <div class="fields">
      ${[["as_of", "Held in the world on", asOf], ["known_at", "As we knew on", knownAt]].map(([name, label, value]) => html`
        <${Field} label="${label} ${new Date(value).toLocaleDateString(undefined, { dateStyle: "medium" })}">
          <input type="range" min=${first} max=${now} step=${DAY / 4} value=${value} onChange=${set(name)} /><//>`)}
      <button type="button" onClick=${() => refine({ as_of: "", known_at: "" })}>Now</button>
    </div>
    ${more && html`<p class="quiet">The newest ${MOST} facts.</p>`}
    <${Chart} facts=${sorted} first=${first} now=${now} asOf=${asOf} held=${held} />
    <h2>Believed then (${believed.length})</h2>
    <${Table} name="Believed then" columns=${["What", "Holds from", "to", "Known since"]} empty="Nothing." rows=${believed.map((f) => ({ ...f, key: f.memory_id }))} row=${(f) => [
      html`<${Words} id=${f.memory_id}>${f.content}<//> <${Badges} of=${f} />`, html`<${When} at=${f.valid_from} day />`,
      f.valid_to ? html`<${When} at=${f.valid_to} day />` : "now", html`<${When} at=${f.recorded_at} />`,
    ]} />`;
}

const place_of = (fact) => (fact.slot ? `${fact.slot.tag} ${fact.slot.feature}` : `~${fact.category}`);

function Chart({ facts, first, now, asOf, held }) {
  const x = (time) => NAMES + ((Math.max(time, first) - first) / (now - first || 1)) * (WIDTH - NAMES - 8);
  const height = facts.length * ROW + 26;
  return html`<div class="scroll"><svg class="lanes" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${facts.length} facts over time; those that were believed are listed below">
    ${facts.map((f, i) => html`<a href=${link(["memories", f.memory_id])} tabindex="-1" class=${held(f) ? "" : "past"}>
      <title>${f.content}</title>
      <text x="4" y=${i * ROW + 16}>${f.content.length > 34 ? `${f.content.slice(0, 33)}…` : f.content}</text>
      <rect x=${x(f.from)} y=${i * ROW + 6} height=${ROW - 10} width=${Math.max(3, x(f.to) - x(f.from))} rx="3" />
      <circle cx=${x(f.known)} cy=${i * ROW + ROW / 2 + 1} r="4" />
    </a>`)}
    <line class="now" x1=${x(asOf)} x2=${x(asOf)} y1="0" y2=${height - 22} />
    <text x=${NAMES} y=${height - 6}>${new Date(first).toLocaleDateString()}</text><text class="end" x=${WIDTH - 4} y=${height - 6}>now</text>
  </svg></div><p class="quiet">A bar: when it holds in the world. A dot: when we heard of it. Pale: not believed at the moments set above.</p>`;
}
