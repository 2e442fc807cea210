// What waits for somebody to judge it, each kind with its own list.
import { ask, page, part } from "./api.js";
import { html } from "./html.js";
import { List } from "./memories.js";
import { Act, Answer } from "./parts.js";
import { useAsk, useScope, useSession } from "./state.js";

const WAITING = { field: "approval", op: "eq", value: "pending" };
const QUEUES = [
  ["Contested", "Something said stands against it, and it is not clear which holds.", { kind: "fact", validity: "review" }],
  ["Observations that wait", "Kept back until somebody approves them.", { kind: "observation", filter: JSON.stringify(WAITING) }],
  ["Mental models that wait", "Patterns that are not told before they are approved or gather more evidence.", { kind: "mental_model" }, (m) => !m.activated_at],
  ["Quarantined", "Evidence that was put in quarantine lowers the trust of what rests on it.", { trust: "quarantined" }],
  ["Not to be relied on", "Said by a source that is not trusted.", { trust: "untrusted" }],
];

export function Review() {
  return html`<h1>Review</h1>${QUEUES.map(([title, told, query, fits]) => html`<${Queue} key=${title} title=${title} told=${told} query=${query} fits=${fits || (() => true)} />`)}`;
}

function Queue({ title, told, query, fits }) {
  const scope = useScope();
  const { may } = useSession();
  const of = useAsk((signal, progress) => page("memories", { query: { ...scope, ...query }, name: "memories", signal, progress }), [scope.user_id, scope.container]);
  const judge = (m, act) => () => ask("POST", `memories/${part(m.memory_id)}/${act}`, { query: scope, body: {} });
  const acts = may("write") && ((m) => html`<span class="acts"><${Act} plain label="Approve" act=${judge(m, "approve")} done=${of.again} /><${Act} plain label="Reject" act=${judge(m, "reject")} done=${of.again} /></span>`);
  return html`<section><h2>${title}</h2><p class="quiet">${told}</p>
    <${Answer} of=${of} lines=${2}>${(list) => html`<${List} rows=${list.rows.filter(fits)} empty="Nothing waits." acts=${acts} />${list.next && html`<p class="quiet">There are more.</p>`}`}<//></section>`;
}
