// The inspector: who reads it, what of, and which view. Each view is a module of its name.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { acting, ask, key } from "./api.js";
import { Changes, ChangeSet } from "./changes.js";
import { Decay } from "./decay.js";
import { html } from "./html.js";
import { Memories } from "./memories.js";
import { EventPage, Memory } from "./memory.js";
import { Operations } from "./operations.js";
import { Failure, Field, Waiting } from "./parts.js";
import { Profile } from "./profile.js";
import { Recall } from "./recall.js";
import { Review } from "./review.js";
import { link, place, refine, Session, useAsk, useScope, useSession } from "./state.js";
import { Timeline } from "./timeline.js";
import { Receipt, Session as SessionPage, Sessions, Users } from "./users.js";

const VIEWS = [
  ["memories", "Memories", Memories], ["recall", "Recall", Recall], ["timeline", "Timeline", Timeline], ["profile", "Profile", Profile],
  ["users", "Users", Users], ["sessions", "Sessions", Sessions], ["review", "Review", Review], ["decay", "Decay", Decay],
  ["changes", "Changes", Changes], ["operations", "Operations", Operations],
];
const DEEPER = {
  memories: ([id]) => html`<${Memory} key=${id} id=${id} />`,
  events: ([id]) => html`<${EventPage} key=${id} id=${id} />`,
  sessions: ([id], query) => html`<${SessionPage} key=${id} id=${id} query=${query} />`,
  changes: ([number]) => html`<${ChangeSet} key=${number} number=${Number(number)} />`,
  receipts: ([id]) => html`<${Receipt} key=${id} id=${id} />`,
};

function App() {
  const [session, setSession] = useState(null);
  const leave = () => {
    key.forget();
    setSession(null);
  };
  if (!session) return html`<${SignIn} done=${setSession} />`;
  const may = (permission) => session.operator || session.permissions.includes(permission);
  return html`<${Session.Provider} value=${{ ...session, may }}><${Frame} leave=${leave} /><//>`;
}

function SignIn({ done }) {
  const [state, setState] = useState({ busy: Boolean(key.get()) });
  const enter = async () => {
    setState({ busy: true });
    try {
      done(await ask("GET", "key"));
    } catch (error) {
      if (error.status === 401) key.forget();
      setState({ error });
    }
  };
  useEffect(() => {
    if (key.get()) enter();
  }, []);
  const submit = (event) => {
    event.preventDefault();
    key.set(String(new FormData(event.currentTarget).get("key")).trim());
    enter();
  };
  return html`<main class="sign-in"><h1>Keepsake inspector</h1>
    <p>What is remembered, and why. It asks the API with your key, which this tab alone keeps, until it is closed.</p>
    <form onSubmit=${submit}><${Field} label="Key"><input name="key" type="password" required autocomplete="off" spellcheck="false" autofocus /><//><button class="main" disabled=${state.busy}>Open</button></form>
    ${state.busy && html`<${Waiting} lines=${1} />`}${state.error && html`<${Failure} error=${state.error} />`}</main>`;
}

function Frame({ leave }) {
  const [where, setWhere] = useState(place());
  useEffect(() => {
    const moved = () => setWhere(place());
    addEventListener("hashchange", moved);
    addEventListener("keydown", shortcut);
    return () => {
      removeEventListener("hashchange", moved);
      removeEventListener("keydown", shortcut);
    };
  }, []);
  const [name = "memories", ...rest] = where.path;
  const [, title, View] = VIEWS.find(([v]) => v === name) || VIEWS[0];
  const entered = useRef(false);
  useEffect(() => {
    document.title = `${title} · Keepsake inspector`;
    // Whoever goes to another view is taken there; whoever comes in begins at the top.
    if (entered.current) document.getElementById("main")?.focus({ preventScroll: true });
    entered.current = true;
    scrollTo(0, 0);
  }, [name, rest.join("/")]);
  const deeper = rest.length > 0 && DEEPER[name];
  return html`<a class="skip" href="#main" onClick=${(e) => (e.preventDefault(), document.getElementById("main").focus())}>To the content</a>
    <header><strong class="brand">Keepsake</strong>
      <nav aria-label="Views">${VIEWS.map(([v, label]) => html`<a key=${v} href=${link(v)} aria-current=${v === name ? "page" : undefined}>${label}</a>`)}</nav>
      <${Scope} leave=${leave} /></header>
    <main id="main" tabindex="-1" key=${JSON.stringify([name, rest, where.query.user_id, where.query.container, acting.tenant])}>${deeper ? deeper(rest, where.query) : html`<${View} />`}</main>
    <footer><span>Press <kbd>/</kbd> to search.</span> <a href="docs">API reference</a></footer>`;
}

function shortcut(event) {
  if (event.key !== "/" || event.target.closest("input, textarea, select, dialog[open]")) return;
  const field = document.querySelector("[data-focus=search]");
  if (field) {
    event.preventDefault();
    field.focus();
    field.select();
  }
}

/** Whose memories are looked at. A key that is bound to a user or a container leaves no choice. */
function Scope({ leave }) {
  const session = useSession();
  const scope = useScope();
  const users = useAsk((signal) => ask("GET", "users", { query: { container: scope.container, limit: 200 }, signal }), [scope.container, acting.tenant], !session.user_id);
  const set = (name) => (event) => refine({ [name]: event.currentTarget.value.trim() });
  return html`<form class="scope" aria-label="Whose memories" onSubmit=${(e) => e.preventDefault()}>
    ${session.operator && html`<${Field} label="Tenant"><input value=${acting.tenant} onChange=${(e) => ((acting.tenant = e.currentTarget.value.trim()), refine({ user_id: "", t: acting.tenant }))} /><//>`}
    <${Field} label="Container">${session.containers.length === 1 ? html`<output>${session.containers[0]}</output>` : html`<input value=${scope.container} placeholder="default" onChange=${set("container")} />`}<//>
    <${Field} label="User">${session.user_id ? html`<output>${session.user_id}</output>` : html`<input list="known-users" value=${scope.user_id} placeholder="the container's own" onChange=${set("user_id")} />`}<//>
    <datalist id="known-users">${(users.value?.users || []).map((u) => html`<option value=${u.user_id}></option>`)}</datalist>
    <span class="who" title="Key ${session.key_id}">${session.operator ? "operator" : session.tenant} (${session.permissions.join(", ")})</span>
    <button type="button" onClick=${leave}>Sign out</button>
  </form>`;
}

render(html`<${App} />`, document.getElementById("app"));
