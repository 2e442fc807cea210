// Users of a container, their sessions, and one session: its turns, what is in focus, what was folded.
import { useState } from "preact/hooks";
import { ask, page, part } from "./api.js";
import { html } from "./html.js";
import { given } from "./memories.js";
import { Said } from "./memory.js";
import { Act, Answer, Badge, Bar, Field, Pager, Table, When } from "./parts.js";
import { go, link, useAsk, useScope, useSession } from "./state.js";

export function Users() {
  const { container } = useScope();
  const { may } = useSession();
  const [pages, setPages] = useState([]);
  const of = useAsk((signal, progress) => page("users", { query: { container }, name: "users", cursor: pages.at(-1), signal, progress }), [container, pages.length]);
  return html`<h1>Users</h1><${Answer} of=${of} lines=${8}>${(list) => html`
    <${Table} name="Users" columns=${["User", "Sessions", "Turns", "Events", "Facts", "Last seen", "Acts"]} empty="Nobody is known in this container yet."
      rows=${list.rows.map((u) => ({ ...u, key: u.user_id }))} row=${(u) => [
        html`<a href=${link("sessions", { user_id: u.user_id })}>${u.user_id}</a>`, u.sessions, u.turns, u.events,
        html`<a href=${link("memories", { user_id: u.user_id, kind: "fact" })}>${u.facts}</a>`, html`<${When} at=${u.last_activity_at} />`,
        may("write") && html`<${Erase} user=${u.user_id} container=${u.container} done=${of.again} />`,
      ]} />
    <${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//>`;
}

function Erase({ user, container }) {
  return html`<${Act} label="Erase" danger title="Erase ${user} everywhere" type=${user}
    act=${(form) => ask("DELETE", `users/${part(user)}`, { query: { container: form.get("only") ? container : "" } })} done=${(started) => go(["receipts", started.receipt_id])}>
    <p>Everything of this user is removed from every store, for good: events, memories, versions, state, items, index. A counted receipt says what was there before and after.</p>
    <label><input type="checkbox" name="only" /> In the container ${container} alone</label><//>`;
}

/** The counted receipt of an erasure, asked again until it is done. */
export function Receipt({ id }) {
  const of = useAsk((signal) => ask("GET", `receipts/${part(id)}`, { signal }), [id]);
  return html`<h1>Erasure</h1><${Answer} of=${of}>${(r) => html`
    <p>Of <strong>${r.user_id}</strong> in ${r.containers.join(", ") || "no container"}: <${Badge} tone=${r.done ? "good" : "warn"}>${r.status}<//> ${r.result}</p>
    ${r.held > 0 && html`<p class="notice">${r.held} memories are under legal hold. It goes on when they are released.</p>`}
    ${!r.done && html`<button type="button" onClick=${of.again}>Look again</button>`}
    ${r.before && html`<${Table} name="Counts" columns=${["What", "Before", "After"]} rows=${Object.keys(r.before).map((key) => ({ key }))} row=${({ key }) => [key, r.before[key], r.after?.[key] ?? ""]} />`}
    ${r.backups.map((b) => html`<p class="quiet">${b.name} lapses on <${When} at=${b.lapses_at} day />.</p>`)}
    <p class="quiet">Asked for by ${r.actor}, <${When} at=${r.requested_at} />${r.finished_at && html`, done <${When} at=${r.finished_at} />`}. Receipt <span class="id">${r.receipt_id}</span>${r.digest && html`, digest <span class="id">${r.digest}</span>`}</p>`}<//>`;
}

export function Sessions() {
  const scope = useScope();
  const [pages, setPages] = useState([]);
  const of = useAsk((signal, progress) => page("sessions", { query: scope, name: "sessions", cursor: pages.at(-1), signal, progress }), [scope.user_id, scope.container, pages.length]);
  return html`<h1>Sessions ${scope.user_id && html`of ${scope.user_id}`}</h1>
    ${!scope.user_id && html`<p class="notice">These are the container's own. <a href=${link("users")}>Choose a user</a> for theirs.</p>`}
    <${Answer} of=${of}>${(list) => html`
      <${Table} name="Sessions" columns=${["Session", "Turns", "Events", "Began", "Last event", ""]} empty="No session is known." rows=${list.rows.map((s) => ({ ...s, key: s.session_id }))} row=${(s) => [
        html`<a href=${link(["sessions", s.session_id], { namespace: s.namespace })}>${s.session_id}</a>`, s.turns, s.events, html`<${When} at=${s.created_at} />`, html`<${When} at=${s.last_activity_at} />`,
        s.closed_at ? html`<${Badge} tone="dim">idle<//>` : "",
      ]} /><${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//>`;
}

export function Session({ id, query }) {
  const scope = { ...useScope(), ...given({ namespace: query.namespace }) };
  const get = (what) => (signal) => ask("GET", `sessions/${part(id)}${what}`, { query: scope, signal });
  const deps = [id, JSON.stringify(scope)];
  const of = useAsk(get(""), deps);
  const focus = useAsk(get("/working"), deps);
  const context = useAsk(get("/context"), deps);
  return html`<h1>Session ${id}</h1>
    <section><h2>In focus</h2><${Answer} of=${focus}>${(w) => html`<${Focus} working=${w} id=${id} scope=${scope} again=${focus.again} />`}<//></section>
    <${Answer} of=${of}>${(session) => html`
      <p class="quiet">${session.counters.turns} turns, ${session.counters.events} events. ${session.counters.messages} messages (${session.counters.tokens} tokens) in the list since the last folding.</p>
      ${session.system_message && html`<section><h2>Folded</h2><blockquote><p class="kept">${session.system_message.content}</p>
        <footer>${session.system_message.turns} turns folded ${session.system_message.folds} times, by ${session.system_message.made_by}, <${When} at=${session.system_message.at} /></footer></blockquote></section>`}
      <section><h2>Turns since</h2>${session.turns.map((t) => html`<${Said} key=${t.event_id} event=${{ ...t, timestamp: t.at }} />`)}
        ${!session.turns.length && html`<p class="quiet">None.</p>`}</section>
      ${session.handoffs.map((h) => html`<p>Handed from ${h.from_agent_id || "nobody"} to <strong>${h.to_agent_id}</strong>, <${When} at=${h.at} />: ${h.items.join(", ")}</p>`)}`}<//>
    <section><h2>Its context for a prompt</h2><${Answer} of=${context}>${(c) => html`<p class="quiet">${c.tokens} tokens</p><pre class="context">${c.formatted_context}</pre>`}<//></section>
    <${AllEvents} get=${get} deps=${deps} id=${id} scope=${scope} />`;
}

function Focus({ working, id, scope, again }) {
  const { may } = useSession();
  const act = (item, name) => () => ask("POST", `sessions/${part(id)}/working/${part(item)}/${name}`, { query: scope, body: {} });
  return html`<p class="quiet">Turn ${working.turn}; ${working.items.length} of ${working.capacity} places, ${working.pinned_slots} of them for pinned ones.</p>
    <${Table} name="Working items" columns=${["What", "Salience", "Importance", "Since turn", ...(may("write") ? ["Acts"] : [])]} empty="Nothing is in focus." rows=${working.items.map((i) => ({ ...i, key: i.item_id }))} row=${(i) => [
      html`${i.content} ${i.pinned && html`<${Badge}>pinned<//>`}`, html`<${Bar} value=${i.salience} label="salience" />`, html`<${Bar} value=${i.importance} label="importance" />`, i.turn,
      ...(may("write") ? [html`<span class="acts"><${Act} plain label=${i.pinned ? "Unpin" : "Pin"} act=${act(i.item_id, i.pinned ? "unpin" : "pin")} done=${again} />
        <${Act} label="Evict" act=${() => ask("DELETE", `sessions/${part(id)}/working/${part(i.item_id)}`, { query: scope })} done=${again}><p>${i.content}</p><//></span>`] : []),
    ]} />
    ${may("write") && html`<p class="acts"><${Act} label="Add an item" act=${(form) => ask("POST", `sessions/${part(id)}/working`, { query: scope, body: { content: form.get("content"), importance: Number(form.get("importance")) } })} done=${again}>
      <${Field} label="What to hold in focus"><textarea name="content" required maxlength="8000"></textarea><//><${Field} label="Importance, 0 to 1"><input name="importance" type="number" min="0" max="1" step="0.1" value="0.5" /><//><//></p>`}`;
}

function AllEvents({ get, deps, id, scope }) {
  const [open, setOpen] = useState(false);
  const [pages, setPages] = useState([]);
  const of = useAsk((signal, progress) => page(`sessions/${part(id)}/events`, { query: scope, name: "events", cursor: pages.at(-1), size: 20, signal, progress }), [...deps, pages.length], open);
  return html`<details onToggle=${(e) => setOpen(e.currentTarget.open)}><summary>All that came into it, the newest first</summary>
    <${Answer} of=${of}>${(list) => html`${list.rows.map((e) => html`<${Said} key=${e.event_id} event=${e} />`)}<${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//></details>`;
}
