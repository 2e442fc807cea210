// What every view is made of: waiting, errors, badges, bars, times, tables, dialogs.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { link } from "./state.js";

/** An answer, or how far it is, or why there is none. */
export function Answer({ of, children, lines = 4 }) {
  if (of.error) return html`<${Failure} error=${of.error} again=${of.again} />`;
  if (of.value === undefined && of.loading) return html`<${Waiting} slow=${of.slow} asked=${of.asked} lines=${lines} />`;
  if (of.value === undefined) return null;
  return html`<div class=${of.loading ? "stale" : ""} aria-busy=${of.loading ? "true" : "false"}>${children(of.value)}</div>`;
}

export function Waiting({ slow, asked, lines = 4 }) {
  const told = asked > 1 ? `Looking on: ${asked} requests so far.` : slow ? "This takes longer than usual." : "Loading.";
  return html`<div role="status" class="waiting">
    <p class=${slow || asked > 1 ? "quiet" : "unseen"}>${told}</p>
    ${Array.from({ length: lines }, () => html`<div class="skeleton"></div>`)}
  </div>`;
}

const WORDS = {
  0: "Nothing was sent or received.",
  401: "The key is not valid. Sign out, and in with another one.",
  403: "This key may not do that.",
  404: "It does not exist, or this key may not see it.",
  409: "Somebody changed it in the meantime. Load it again.",
  429: "Too many requests in this minute. Wait a little.",
  503: "The service is busy or a part of it is down. Nothing is lost; try again.",
};

export function Failure({ error, again }) {
  return html`<div role="alert" class="failure">
    <strong>${error.title || "It did not work"}</strong>
    <p>${error.message}</p>
    ${error.fields?.length > 1 && html`<ul>${error.fields.map((f) => html`<li>${f}</li>`)}</ul>`}
    ${WORDS[error.status] && html`<p>${WORDS[error.status]}</p>`}
    ${error.request_id && html`<p class="quiet">Request ${error.request_id}</p>`}
    ${again && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`;
}

const TONES = {
  trusted: "good", approved: "good", active: "good", ok: "good", finished: "good", applied: "good",
  caution: "warn", review: "warn", pending: "warn", deprioritized: "warn", running: "warn", applying: "warn", undoing: "warn", degraded: "warn",
  untrusted: "bad", quarantined: "bad", invalid: "bad", deprecated: "dim", archived: "dim", deleted: "bad", rejected: "bad", down: "bad",
  undone: "dim",
};

export const Badge = ({ children, tone, title }) => html`<span class="badge ${tone || TONES[children] || ""}" title=${title}>${children}</span>`;

/** What is worth a badge in a list: what is as usual says nothing. */
export function Badges({ of }) {
  const marks = [
    of.validity !== "active" && of.validity,
    of.status !== "active" && of.status,
    of.trust !== "trusted" && of.trust,
    of.approval && of.approval !== "approved" && of.approval,
    of.pinned && "pinned", of.protected && "protected", of.legal_hold && "held",
  ].filter(Boolean);
  return html`<span class="badges">${marks.map((m) => html`<${Badge}>${m}<//>`)}</span>`;
}

/** A share from 0 to 1 as a bar with its number. */
export function Bar({ value, most = 1, label, tone = "" }) {
  const share = Math.max(0, Math.min(1, (value || 0) / (most || 1)));
  return html`<span class="bar ${tone}" role="img" aria-label="${label || ""} ${number(value)}">
    <span class="fill" style=${{ width: `${(100 * share).toFixed(1)}%` }}></span><span class="figure">${number(value)}</span>
  </span>`;
}

export const number = (value) => (value === null || value === undefined ? "" : Number.isInteger(value) ? String(value) : value.toFixed(value < 0.1 ? 3 : 2));

/** A time as people read it; the exact one on asking. */
export function When({ at, day = false }) {
  if (!at) return null;
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return html`<span>${at}</span>`;
  const shown = day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  return html`<time datetime=${at} title=${at}>${time.toLocaleString(undefined, shown)}</time>`;
}

/** Rows under a head; on a narrow screen each row is a card with its head's words beside each cell. */
export function Table({ columns, rows, name, empty = "Nothing here.", row }) {
  if (!rows.length) return html`<p class="quiet">${empty}</p>`;
  return html`<table aria-label=${name}>
    <thead><tr>${columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
    <tbody>${rows.map((r) => html`<tr key=${r.key}>${row(r).map((cell, i) => html`<td data-head=${columns[i]}>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}

/** Steps through the pages of a list by their cursors. `pages` holds those that led here. */
export function Pager({ pages, next, turn }) {
  if (!next && !pages.length) return null;
  return html`<nav class="pager" aria-label="Pages">
    <button type="button" disabled=${!pages.length} onClick=${() => turn(pages.slice(0, -1))}>Newer</button>
    <span>Page ${pages.length + 1}</span>
    <button type="button" disabled=${!next} onClick=${() => turn([...pages, next])}>Older</button>
  </nav>`;
}

/** A memory's words, leading to its page. */
export const Words = ({ id, children }) => html`<a href=${link(["memories", id])}>${children || id}</a>`;
export const EventLink = ({ id }) => html`<a class="id" title=${id} href=${link(["events", id])}>${id.length > 16 ? `…${id.slice(-8)}` : id}</a>`;

const IDS = /\b([a-z]_[0-9a-f]{32,40})\b/;

/** A reason, with the memories and events that it names as links. */
export const Reason = ({ children }) =>
  String(children ?? "").split(IDS).map((text, i) => (i % 2 === 0 ? text : text.startsWith("e_") ? html`<${EventLink} id=${text} />` : html`<a class="id" title=${text} href=${link(["memories", text])}>…${text.slice(-8)}</a>`));

export function Field({ label, children, hint }) {
  return html`<label class="field"><span>${label}</span>${children}${hint && html`<small>${hint}</small>`}</label>`;
}

export function Choice({ value, options, onInput, any = "any" }) {
  return html`<select value=${value || ""} onInput=${(e) => onInput(e.currentTarget.value)}>
    ${any !== null && html`<option value="">${any}</option>`}
    ${options.map((o) => html`<option value=${o} selected=${o === value}>${o}</option>`)}
  </select>`;
}

/** What an act returns that has more to ask: its dialog stays. */
export const STAY = Symbol("stay");

/**
 * A button that asks before it acts. `act` does it and returns a promise; what it refuses is said in the dialog, which stays. `type` is a
 * word that has to be typed for what cannot be taken back.
 */
export function Act({ label, title, children, act, done, danger, type, plain, opening }) {
  const dialog = useRef(null);
  const [state, setState] = useState({});
  const [typed, setTyped] = useState("");
  const open = () => {
    opening?.();
    setState({});
    setTyped("");
    dialog.current.showModal();
  };
  const run = async (event) => {
    event?.preventDefault();
    setState({ busy: true });
    try {
      const answer = await act(event ? new FormData(event.currentTarget) : new FormData());
      setState({});
      if (answer === STAY) return;
      dialog.current?.close();
      done?.(answer);
    } catch (error) {
      setState({ error });
      if (plain && dialog.current && !dialog.current.open) dialog.current.showModal();
    }
  };
  return html`<button type="button" class=${danger ? "danger" : ""} disabled=${state.busy} onClick=${plain ? () => run() : open}>${label}</button>
    <dialog ref=${dialog} aria-label=${title || label}>
      <form onSubmit=${run}>
        <h2>${title || label}</h2>
        ${children}
        ${type && html`<${Field} label="Type ${type} to go on"><input value=${typed} onInput=${(e) => setTyped(e.currentTarget.value)} autocomplete="off" /><//>`}
        ${state.error && html`<${Failure} error=${state.error} />`}
        <p class="acts">
          <button type="button" onClick=${() => dialog.current.close()}>Leave it</button>
          <button class=${danger ? "danger" : "main"} disabled=${state.busy || (type && typed !== type)}>${state.busy ? "Working…" : label}</button>
        </p>
      </form>
    </dialog>`;
}

/** A form's text field that reports when it is left or Enter is pressed, not at each letter. */
export function Search({ value, onSearch, label, placeholder, focus }) {
  const field = useRef(null);
  useEffect(() => {
    if (field.current) field.current.value = value || "";
  }, [value]);
  return html`<form role="search" class="search" onSubmit=${(e) => (e.preventDefault(), onSearch(field.current.value.trim()))}>
    <input ref=${field} type="search" aria-label=${label} placeholder=${placeholder || label} defaultValue=${value} data-focus=${focus ? "search" : undefined}
      onBlur=${() => field.current.value.trim() !== (value || "") && onSearch(field.current.value.trim())} />
    <button>Search</button>
  </form>`;
}
