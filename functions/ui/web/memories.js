// All memories of a scope, newest first, by what they are and what they say.
import { useState } from "preact/hooks";
import { ask, page } from "./api.js";
import { html } from "./html.js";
import { Act, Answer, Badge, Badges, Bar, Choice, Field, Pager, Search, STAY, Table, When, Words } from "./parts.js";
import { go, place, refine, useAsk, useScope, useSession } from "./state.js";

const CHOICES = {
  kind: ["fact", "episode", "summary", "topic", "mental_model", "observation", "all"],
  category: ["identity", "relationship", "preference", "belief", "profession", "attribute", "pattern", "event", "task", "constraint", "plan"],
  validity: ["active", "deprecated", "invalid", "review"],
  status: ["active", "deprioritized", "archived"],
  trust: ["trusted", "caution", "untrusted", "quarantined"],
};
const DATES = { created_after: "Created from", created_before: "Created before" };

/** The query of a list as the address has it. */
export function asked(query, scope) {
  const named = Object.fromEntries([...Object.keys(CHOICES), "text", "session_id", "subject", "filter"].map((n) => [n, query[n]]));
  const times = Object.fromEntries(Object.keys(DATES).map((n) => [n, query[n] && `${query[n]}T00:00:00Z`]));
  // Facts are what most people look for; the other kinds are made of them or for them.
  return { ...scope, ...named, ...times, kind: query.kind === "all" ? "" : query.kind || "fact" };
}

export function Memories() {
  const scope = useScope();
  const { may } = useSession();
  const { query } = place();
  const wanted = asked(query, scope);
  const shown = { ...query, kind: query.kind || "fact" };
  const [pages, setPages] = useState([]);
  const of = useAsk(
    (signal, progress) => page("memories", { query: wanted, name: "memories", cursor: pages.at(-1), signal, progress }),
    [JSON.stringify(wanted), pages.length],
  );
  const change = (changes) => {
    setPages([]);
    refine(changes);
  };
  return html`<h1>Memories</h1>
    <${Search} focus label="Words that all stand in it" value=${query.text} onSearch=${(text) => change({ text })} />
    <details class="filters" open=${Object.keys(query).some((n) => n in CHOICES)}>
      <summary>Filters</summary>
      <div class="fields">
        ${Object.entries(CHOICES).map(
          ([name, options]) =>
            html`<${Field} label=${name}><${Choice} value=${shown[name]} options=${options} any=${name === "kind" ? null : "any"} onInput=${(v) => change({ [name]: v })} /><//>`,
        )}
        ${["session_id", "subject"].map(
          (name) =>
            html`<${Field} label=${name.replace("_id", "")}><input value=${query[name] || ""} onChange=${(e) => change({ [name]: e.currentTarget.value.trim() })} /><//>`,
        )}
        ${Object.entries(DATES).map(
          ([name, label]) =>
            html`<${Field} label=${label}><input type="date" value=${query[name] || ""} onChange=${(e) => change({ [name]: e.currentTarget.value })} /><//>`,
        )}
      </div>
    </details>
    ${may("write") && html`<p class="acts"><${Add} scope=${scope} /> <${DeleteAll} key=${JSON.stringify(wanted)} wanted=${wanted} done=${of.again} /></p>`}
    <${Answer} of=${of} lines=${8}>${(list) => html`
      <${List} rows=${list.rows} empty=${empty(scope)} />
      <${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//>`;
}

const empty = (scope) =>
  scope.user_id ? "Nothing of this user fits." : "Nothing of the container's own fits. Choose a user above: most memories are a user's.";

export function List({ rows, empty: told, acts }) {
  const columns = ["What", "Kind", "Importance", "Score", "Changed", ...(acts ? ["Acts"] : [])];
  return html`<${Table} name="Memories" columns=${columns} empty=${told} rows=${rows.map((r) => ({ ...r, key: r.memory_id }))} row=${(m) => [
    html`<${Words} id=${m.memory_id}>${m.content}<//> <${Badges} of=${m} />`,
    html`<${Badge}>${m.kind.replace("_", " ")}<//> <span class="quiet">${m.category}</span>`,
    html`<${Bar} value=${m.importance} label="importance" />`,
    html`<${Bar} value=${m.decay_score} label="decay score" />`,
    html`<${When} at=${m.updated_at} />`,
    ...(acts ? [acts(m)] : []),
  ]} />`;
}

function Add({ scope }) {
  return html`<${Act} label="Add a fact" title="Add a fact as it is given"
    act=${(form) => ask("POST", "memories", { body: { ...given(scope), content: form.get("content"), importance: Number(form.get("importance")) } })}
    done=${(made) => go(["memories", made.memory_id])}>
    <${Field} label="In one sentence"><textarea name="content" required maxlength="8000" rows="3"></textarea><//>
    <${Field} label="Importance, 0 to 1"><input name="importance" type="number" min="0" max="1" step="0.1" value="0.5" /><//>
    <p class="quiet">Secrets in it are masked. It is for ${scope.user_id ? `the user ${scope.user_id}` : "the container itself"}.</p>
  <//>`;
}

/** The scope's fields that are set. */
export const given = (scope) => Object.fromEntries(Object.entries(scope).filter(([, value]) => value));

/** Its preview is of one filter: another one is another of these (its key), and it is made anew each time that it is asked for. */
function DeleteAll({ wanted, done }) {
  const [plan, setPlan] = useState(null);
  const look = async () => {
    setPlan(await ask("DELETE", "memories", { query: { ...wanted, preview: true } }));
    return STAY;
  };
  return html`<${Act} label="Delete what the filter selects" danger title="Delete what the filter selects" opening=${() => setPlan(null)}
    act=${async () => {
      if (!plan) return look();
      const answer = await ask("DELETE", "memories", { query: wanted });
      setPlan(null);
      go(answer.change_set ? ["changes", String(answer.change_set)] : "changes");
      return answer;
    }} done=${done}>
    ${plan
      ? html`<p>It would delete: ${counts(plan.changed)}. The change set can be undone for 30 days.</p>
          <ul class="short">${plan.changes.slice(0, 8).map((c) => html`<li>${c.content_before || c.content}</li>`)}</ul>`
      : html`<p>First it is shown what would go; press once more to do it.</p>`}
  <//>`;
}

export const counts = (changed) =>
  Object.entries(changed || {})
    .filter(([, n]) => n)
    .map(([what, n]) => `${n} ${what}`)
    .join(", ") || "nothing";
