// Where the page is: the view and its parameters stand in the address after '#', so that a view can be linked, and the back key works.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";

export const Session = createContext(null);
/** The key's permissions and bounds, as GET /key tells them. */
export const useSession = () => useContext(Session);

const SCOPE = ["container", "user_id"];

/** What the address says: `{path: ["memories", "f_1"], query: {...}}`. */
export function place(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a view; the scope that is looked at goes along. */
export function link(path, query = {}) {
  const now = place().query;
  const kept = Object.fromEntries(SCOPE.filter((name) => now[name]).map((name) => [name, now[name]]));
  const given = Object.entries({ ...kept, ...query }).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const asked = new URLSearchParams(given).toString();
  return `#/${[].concat(path).map(encodeURIComponent).join("/")}${asked ? `?${asked}` : ""}`;
}

export const go = (path, query) => location.assign(link(path, query));

/** Sets parameters of this view without a step back for each. */
export function refine(changes) {
  const { path, query } = place();
  location.replace(link(path, { ...query, ...changes }));
}

/** The scope that is looked at, as the API's parameters. */
export function useScope() {
  const session = useSession();
  const { query } = place();
  return { container: query.container || session.containers[0] || "", user_id: session.user_id || query.user_id || "" };
}

/**
 * Asks when the view comes up and when `deps` change, and stops asking when it goes. `slow` turns true where an answer takes long.
 * `wanted` false asks nothing.
 */
export function useAsk(fetcher, deps, wanted = true) {
  const [state, setState] = useState({ loading: wanted });
  const [turn, setTurn] = useState(0);
  const latest = useRef(fetcher);
  latest.current = fetcher;
  useEffect(() => {
    if (!wanted) {
      setState({ loading: false });
      return undefined;
    }
    const leaving = new AbortController();
    const late = setTimeout(() => setState((held) => ({ ...held, slow: true })), 3000);
    setState((held) => ({ value: held.value, loading: true }));
    latest
      .current(leaving.signal, (asked) => setState((held) => ({ ...held, asked })))
      .then((value) => setState({ value, loading: false }))
      .catch((error) => leaving.signal.aborted || setState({ error, loading: false }))
      .finally(() => clearTimeout(late));
    return () => {
      clearTimeout(late);
      leaving.abort();
    };
  }, [...deps, turn, wanted]);
  return { ...state, again: useCallback(() => setTurn((t) => t + 1), []) };
}
