// The recall playground: what an agent would be told, why each line is there, and why another is not.
import { useState } from "preact/hooks";
import { ask, part } from "./api.js";
import { html } from "./html.js";
import { given } from "./memories.js";
import { Answer, Badge, Badges, Bar, Failure, Field, Reason, Table, When, Words } from "./parts.js";
import { place, refine, useAsk, useScope } from "./state.js";

export function Recall() {
  const scope = useScope();
  const { query } = place();
  const [run, setRun] = useState(query.q ? 1 : 0);
  const wanted = request(query, scope);
  const of = useAsk(
    (signal) => (query.id ? ask("GET", `recalls/${part(query.id)}`, { query: scope, signal }) : ask("POST", "recall", { body: wanted, signal })),
    [JSON.stringify(wanted), query.id, run],
    Boolean(query.id || (query.q && run)),
  );
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    refine({ id: "", ...Object.fromEntries([...form.entries()].map(([name, value]) => [name, String(value).trim()])) });
    setRun(run + 1);
  };
  return html`<h1>Recall</h1>
    <p class="quiet">Asks as an agent would. It counts as use: what is told fades later, and the recall can be read again for 30 days.</p>
    <form onSubmit=${submit} key=${query.id}>
      <${Field} label="What the next turn needs"><input type="search" name="q" required maxlength="8000" defaultValue=${query.q} data-focus="search" /><//>
      <details class="filters" open=${Boolean(query.as_of || query.known_at || query.session)}><summary>More</summary><div class="fields">
        <${Field} label="Session"><input name="session" defaultValue=${query.session} /><//>
        <${Field} label="As of" hint="what held in the world then"><input name="as_of" type="datetime-local" defaultValue=${query.as_of} /><//>
        <${Field} label="Known at" hint="what we had heard by then"><input name="known_at" type="datetime-local" defaultValue=${query.known_at} /><//>
        <${Field} label="Most items"><input name="top_k" type="number" min="1" max="100" defaultValue=${query.top_k || 10} /><//>
        <${Field} label="Tokens"><input name="tokens" type="number" min="1" max="32000" defaultValue=${query.tokens || 1000} /><//>
        <${Field} label="Also"><${Named} name="include" value=${query.include} options=${["archived", "deprecated"]} /><//>
        <${Field} label="Read again, by id"><input name="id" defaultValue=${query.id} placeholder="r_…" /><//>
      </div></details>
      <button class="main">Recall</button>
    </form>
    ${(query.id || run > 0) && html`<${Answer} of=${of} lines=${6}>${(answer) => html`<${Recalled} key=${answer.recall_id} answer=${answer} scope=${scope} />`}<//>`}`;
}

const Named = ({ name, value, options }) => html`<select name=${name}><option value="">nothing more</option>
  ${options.map((o) => html`<option selected=${o === value}>${o}</option>`)}</select>`;

function request(query, scope) {
  const time = (text) => (text ? new Date(text).toISOString() : undefined);
  return {
    ...given(scope), query: query.q, top_k: Number(query.top_k) || 10, token_budget: Number(query.tokens) || 1000, diagnostics: true,
    ...given({ session_id: query.session, as_of: time(query.as_of), known_at: time(query.known_at) }),
    ...(query.include ? { include: [query.include] } : {}),
  };
}

function Recalled({ answer, scope }) {
  const best = Math.max(...answer.memories.map((m) => m.score), 0.0001);
  const names = [...new Set(answer.memories.flatMap((m) => Object.keys(m.legs)))].sort();
  const legs = Object.fromEntries(names.map((n) => [n, Math.max(...answer.memories.map((m) => m.legs[n] || 0), 0.0001)]));
  const gone = answer.diagnostics?.suppressed || answer.suppressed || [];
  return html`
    ${answer.degraded.map((d) => html`<p role="status" class="notice"><strong>Without its ${d.part}:</strong> ${d.reason}</p>`)}
    <p class="quiet">${answer.memories.length} items, ${answer.tokens} tokens. Recall <span class="id">${answer.recall_id}</span></p>
    <${Table} name="What is told" columns=${["What", "Score", "By which leg", "Why", "When"]} empty="Nothing that is known has to do with it."
      rows=${answer.memories.map((m) => ({ ...m, key: m.memory_id }))} row=${(m) => [
        html`<${Words} id=${m.memory_id}>${m.content}<//> <${Badges} of=${m} />${m.pending && html`<${Badge}>pending<//>`}
          ${m.context && html`<div class="quiet">in answer to: ${m.context}</div>`}`,
        html`<${Bar} value=${m.score} most=${best} label="score" />`,
        html`<${Legs} legs=${m.legs} best=${legs} />`,
        html`<ul class="plain">${m.why.map((w) => html`<li><${Reason}>${w}<//></li>`)}</ul>`,
        html`<${When} at=${m.said_at || m.valid_from} day />`,
      ]} />
    <${WhyNot} recall=${answer.recall_id} scope=${scope} />
    <details><summary>Held back by a gate (${gone.length})</summary>
      <${Table} name="Held back" columns=${["Memory", "Gate", "Reason"]} empty="Nothing was held back." rows=${gone.map((s) => ({ ...s, key: s.memory_id }))}
        row=${(s) => [html`<${Words} id=${s.memory_id} />`, html`<${Badge} tone="warn">${s.gate}<//>`, html`<${Reason}>${s.reason}<//>`]} /></details>
    ${answer.diagnostics && html`<details><summary>How it was found</summary>
      <div class="columns"><${Figures} title="Candidates by leg" of=${answer.diagnostics.candidates} /><${Figures} title="Milliseconds" of=${answer.diagnostics.timings_ms} /></div>
      <pre>${JSON.stringify(answer.diagnostics.policy, null, 2)}</pre></details>`}
    <h2>What the agent gets</h2>
    <pre class="context">${answer.formatted_context}</pre>`;
}

/** Each leg beside the best that it gave anyone. */
function Legs({ legs, best }) {
  return html`<dl class="legs">${Object.keys(best).filter((n) => n in legs).map((n) => html`<div><dt>${n}</dt><dd><${Bar} value=${legs[n]} most=${best[n]} label=${n} /></dd></div>`)}</dl>`;
}

function Figures({ title, of }) {
  const most = Math.max(...Object.values(of), 1);
  return html`<section><h3>${title}</h3><dl class="legs">${Object.entries(of).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd><${Bar} value=${value} most=${most} label=${name} /></dd></div>`)}</dl></section>`;
}

const CAUSES = {
  listed: "It is in the list.", gate: "A gate held it back.", told: "Another one in the list says it.", floor: "It has too little to do with the question.",
  min_score: "Its score lies below the limit that was set.", rank: "Others ranked before it.", budget: "The tokens were spent.",
  not_a_candidate: "No leg found it.",
};

function WhyNot({ recall, scope }) {
  const [state, setState] = useState({});
  const find = async (event) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get("id")).trim();
    setState({ busy: true });
    try {
      setState({ found: await ask("GET", `recalls/${part(recall)}/why-not/${part(id)}`, { query: scope }) });
    } catch (error) {
      setState({ error });
    }
  };
  return html`<form class="search" onSubmit=${find}>
      <input name="id" required aria-label="Id of a memory" placeholder="Why is a memory not there? Its id: f_…" /><button disabled=${state.busy}>Why not?</button>
    </form>
    ${state.error && html`<${Failure} error=${state.error} />`}
    ${state.found && html`<section role="status" class="notice"><strong>${CAUSES[state.found.cause] || state.found.cause}</strong> <${Reason}>${state.found.reason}<//>
      <dl>${[["Gate", state.found.gate], ["Rank", state.found.rank && `${state.found.rank} of ${state.found.candidates}`], ["Score", state.found.score?.toFixed(3)],
        ["Score of the last in the list", state.found.last_score?.toFixed(3)]].filter(([, v]) => v).map(([n, v]) => html`<div><dt>${n}</dt><dd>${v}</dd></div>`)}</dl>
      <${Words} id=${state.found.memory_id}>Its page<//></section>`}`;
}

