// What the sweeps to come would do, and how one memory fades.
import { ask, part } from "./api.js";
import { html } from "./html.js";
import { counts, given } from "./memories.js";
import { Course } from "./memory.js";
import { Act, Answer, Badge, Bar, Field, Table, Words } from "./parts.js";
import { go, place, refine, useAsk, useScope, useSession } from "./state.js";

export function Decay() {
  const { may } = useSession();
  const { query } = place();
  return html`<h1>Decay</h1>
    <form class="search" onSubmit=${(e) => (e.preventDefault(), refine({ id: new FormData(e.currentTarget).get("id").trim() }))}>
      <input name="id" aria-label="Id of a memory" placeholder="How a memory fades: its id" defaultValue=${query.id} data-focus="search" /><button>Show</button></form>
    ${query.id && html`<${One} id=${query.id} />`}
    ${may("admin") ? html`<${Sweeps} query=${query} />` : html`<p class="notice">What a sweep would do is shown to keys with the permission admin.</p>`}`;
}

function One({ id }) {
  const scope = useScope();
  const of = useAsk((signal) => ask("GET", `memories/${part(id)}/decay`, { query: scope, signal }), [id, scope.user_id]);
  return html`<section><h2><${Words} id=${id} /></h2><${Answer} of=${of}>${(course) => html`<p>Score <strong>${course.score.toFixed(2)}</strong> now, ${course.status}.</p><${Course} course=${course} />`}<//></section>`;
}

function Sweeps({ query }) {
  const scope = useScope();
  const days = Number(query.days ?? 90);
  const body = { scope: given(scope), preview: true, now: new Date(Date.now() + days * 86_400_000).toISOString() };
  const of = useAsk((signal) => ask("POST", "admin/sweeps", { body, signal }), [days, scope.user_id, scope.container]);
  return html`<section><h2>What a sweep would do</h2>
    <${Field} label="In ${days} days, if nobody touches anything"><input type="range" min="0" max="730" step="10" value=${days} onChange=${(e) => refine({ days: e.currentTarget.value })} /><//>
    <${Answer} of=${of}>${(sweep) => html`<p>Of ${sweep.examined} that are due by then: ${counts(sweep.changed)}.</p>
      <${Table} name="What a sweep would do" columns=${["What", "User", "Score", "From", "To", "Why"]} empty="Nothing would change." rows=${sweep.changes.filter((c) => c.before !== c.after).map((c) => ({ ...c, key: c.memory_id }))}
        row=${(c) => [html`<${Words} id=${c.memory_id}>${c.content}<//>`, c.user_id, html`<${Bar} value=${c.score} label="score" />`, html`<${Badge}>${c.before}<//>`, html`<${Badge}>${c.after}<//>`, c.reason]} />`}<//>
    <p class="acts"><${Act} label="Sweep now" title="Sweep what is due now" act=${() => ask("POST", "admin/sweeps", { body: { scope: given(scope) } })}
      done=${(run) => go(run.change_set ? ["changes", String(run.change_set)] : "changes")}><p>What is due is swept as the schedule would. It is a change set, which can be undone.</p><//></p></section>`;
}
