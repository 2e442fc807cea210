// The profile by category, tag and feature, and the topics with their summaries; every value leads to its evidence.
import { useState } from "preact/hooks";
import { ask, page } from "./api.js";
import { html } from "./html.js";
import { Answer, Badge, Badges, Bar, EventLink, Pager, Table, When, Words } from "./parts.js";
import { link, useAsk, useScope } from "./state.js";

export function Profile() {
  const scope = useScope();
  const of = useAsk((signal) => ask("GET", "profile", { query: scope, signal }), [scope.user_id, scope.container]);
  return html`<h1>Profile ${scope.user_id && html`of ${scope.user_id}`}</h1>
    <${Answer} of=${of}>${({ profile }) => html`
      ${!Object.keys(profile).length && html`<p class="quiet">No fact has a place in a profile yet.</p>`}
      ${Object.entries(profile).map(([category, tags]) => html`<section key=${category}><h2>${category.replaceAll("_", " ")}</h2>
        ${Object.entries(tags).map(([tag, features]) => html`<h3>${tag}</h3>
          <${Table} name=${tag} columns=${["Feature", "Value", "Sure", "Since", "Said in"]} rows=${rows(features)} row=${(v) => [
            v.feature, html`<${Words} id=${v.memory_id}>${v.value}<//> <${Badges} of=${{ ...v, status: "active" }} />${v.past && html`<${Badge} tone="dim">earlier<//>`}<div class="quiet">${v.content}</div>`,
            html`<${Bar} value=${v.confidence} label="confidence" />`, html`<${When} at=${v.valid_from} day />`,
            html`${v.event_ids.slice(0, 3).map((e) => html`<${EventLink} id=${e} /> `)}`,
          ]} />`)}</section>`)}`}<//>
    <${Topics} scope=${scope} />`;
}

const rows = (features) =>
  Object.entries(features).flatMap(([feature, { values, history }]) => [
    ...values.map((v) => ({ ...v, feature, key: v.memory_id })),
    ...history.map((v) => ({ ...v, feature, past: true, key: `${v.memory_id} past` })),
  ]);

function Topics({ scope }) {
  const [pages, setPages] = useState([]);
  const of = useAsk((signal, progress) => page("topics", { query: scope, name: "topics", cursor: pages.at(-1), signal, progress }), [scope.user_id, scope.container, pages.length]);
  return html`<section><h2>Topics</h2><${Answer} of=${of}>${(list) => html`
    ${!list.rows.length && html`<p class="quiet">Topics emerge where at least two facts tell of the same.</p>`}
    ${list.rows.map((t) => html`<details key=${t.memory_id}><summary><strong>${t.topic}</strong> <span class="quiet">${t.facts} facts</span></summary>
      ${t.summaries.map((s) => html`<p><${Words} id=${s.memory_id}>${s.content}<//></p>
        <p class="quiet">Made of ${s.relations.filter((r) => r.type === "derived_from").map((r) => html`<${Words} id=${r.target} /> `)}</p>`)}
      <p><a href=${link("memories", { kind: "fact", topic: t.topic })}>Its facts</a></p></details>`)}
    <${Pager} pages=${pages} next=${list.next} turn=${setPages} />`}<//></section>`;
}
