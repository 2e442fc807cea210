// Change sets: what upkeep did, line by line, to be previewed before and undone after.
import { useState } from "preact/hooks";
import { ask, page } from "./api.js";
import { html } from "./html.js";
import { counts, given } from "./memories.js";
import { Act, Answer, Badge, Pager, Reason, Table, When, Words } from "./parts.js";
import { go, link, useAsk, useScope, useSession } from "./state.js";

export function Changes() {
  const { may } = useSession();
  const [pages, setPages] = useState([]);
  const of = useAsk((signal, progress) => page("admin/change-sets", { name: "change_sets", cursor: pages.at(-1), signal, progress }), [pages.length], may("admin"));
  if (!may("admin")) return html`<h1>Changes</h1><p class="notice">Change sets are shown to keys with the permission admin.</p>`;
  return html`<h1>Changes</h1>
    <${Plan} />
    <form class="search" onSubmit=${(e) => (e.preventDefault(), go(["receipts", new FormData(e.currentTarget).get("id").trim()]))}>
      <input name="id" required aria-label="Id of an erasure's receipt" placeholder="Receipt of an erasure: its id" /><button>Show</button></form>
    <${Answer} of=${of} lines=${6}>${(list) => html`
      <${Table} name="Change sets" columns=${["Number", "What", "Lines", "Of", "By", "When", "State"]} empty="Nothing was changed by upkeep yet." rows=${list.rows.map((c) => ({ ...c, key: c.number }))} row=${(c) => [
        html`<a href=${link(["changes", String(c.number)])}>${c.number}</a>`, c.kind, c.changes, [c.user_id, c.container].filter(Boolean).join(" in ") || "all", c.actor, html`<${When} at=${c.started_at} />`, html`<${Badge}>${c.state}<//>`,
      ]} /><${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//>`;
}

/** What a prune or a consolidation of the chosen user would do, and the button that does it. */
function Plan() {
  const scope = useScope();
  const [plan, setPlan] = useState(null);
  const body = (preview) => ({ scope: given(scope), preview });
  const button = (what, label) => html`<${Act} plain label=${label} act=${async () => setPlan({ what, ...(await ask("POST", `admin/${what}`, { body: body(true) })) })} />`;
  return html`<section><h2>Before anything changes</h2>
    <p class="acts">${button("prunes", "Preview a prune")} ${button("consolidations", "Preview a consolidation")} <span class="quiet">of ${scope.user_id || "the container's own memories"}</span></p>
    ${plan && html`<div role="status" class="notice"><p>${plan.reason || `It would change: ${counts(plan.changed)}.`}</p>
      <${Table} name="Planned changes" columns=${["What", "Before", "After", "Why"]} empty="Nothing would change." rows=${plan.changes.map((c, i) => ({ ...c, key: i }))} row=${(c) => [c.what, c.content_before, html`<${Words} id=${c.memory_id}>${c.content}<//>`, html`<${Reason}>${c.why}<//>`]} />
      <p class="acts"><${Act} label="Do it" title="Do it now" act=${() => ask("POST", `admin/${plan.what}`, { body: body(false) })} done=${(run) => (setPlan(null), run.change_set && go(["changes", String(run.change_set)]))}><p>It becomes a change set, which can be undone as a whole.</p><//></p></div>`}
  </section>`;
}

export function ChangeSet({ number }) {
  const of = useAsk((signal) => ask("GET", `admin/change-sets/${number}`, { signal }), [number]);
  return html`<h1>Change set ${number}</h1><${Answer} of=${of}>${(set) => html`
    <p><${Badge}>${set.state}<//> ${set.kind} by ${set.actor}, <${When} at=${set.started_at} />${set.undone_at && html`; undone by ${set.undone_by}, <${When} at=${set.undone_at} />`}</p>
    <p class="acts">${(set.state === "applied" || set.state === "undoing") && html`<${Act} label="Undo it" title="Undo change set ${number}" act=${() => undone(number)} done=${of.again}><p>All of its lines are taken back as one. What was purged since stays gone.</p><//>`}
      ${(set.state === "applying" || set.state === "undoing") && html`<button type="button" onClick=${of.again}>Look again</button>`}</p>
    <${Table} name="Lines" columns=${["Memory", "What", "Versions", "Why"]} empty="It changed nothing." rows=${set.lines.map((l, i) => ({ ...l, key: i }))} row=${(l) => [html`<${Words} id=${l.memory_id} />`, l.what, `${l.from_version || "new"} > ${l.to_version}`, html`<${Reason}>${l.why}<//>`]} />`}<//>`;
}

/** Asks again until all is taken back: a large set takes more than one request. */
async function undone(number) {
  for (;;) {
    const answer = await ask("POST", `admin/change-sets/${number}/undo`, { body: {} });
    if (answer.done) return answer;
  }
}

