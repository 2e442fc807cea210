// A memory and its nearest neighbours, drawn.
import { html } from "./html.js";
import { link } from "./state.js";

const MOST = 12;
const WIDTH = 560;
const HEIGHT = 320;

/** `relations` as GET /memories/{id}/relations answers them; those with words are drawn, the first dozen. */
export function Graph({ center, relations }) {
  const near = joined(relations.filter((r) => r.content && r.target !== center.memory_id)).slice(0, MOST);
  if (!near.length) return null;
  const placed = near.map((r, i) => {
    const angle = (2 * Math.PI * i) / near.length - Math.PI / 2;
    return { ...r, x: WIDTH / 2 + (WIDTH / 2 - 90) * Math.cos(angle), y: HEIGHT / 2 + (HEIGHT / 2 - 34) * Math.sin(angle) };
  });
  return html`<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The memory and ${near.length} neighbours; the table below has the same">
    ${placed.map((r) => html`<g>
      <line x1=${WIDTH / 2} y1=${HEIGHT / 2} x2=${r.x} y2=${r.y} />
      <text class="edge" x=${(WIDTH / 2 + r.x) / 2} y=${(HEIGHT / 2 + r.y) / 2 - 4}>${r.type.replaceAll("_", " ")}</text>
    </g>`)}
    <circle class="center" cx=${WIDTH / 2} cy=${HEIGHT / 2} r="10" />
    ${placed.map((r) => html`<a href=${link(["memories", r.target])} tabindex="-1"><title>${r.content}</title>
      <circle cx=${r.x} cy=${r.y} r="7" /><text x=${r.x} y=${r.y + 20}>${short(r.content)}</text></a>`)}
  </svg>`;
}

/** One neighbour for each memory, with all the ways in which it hangs on the one in the middle. */
function joined(relations) {
  const found = new Map();
  for (const r of relations) {
    const held = found.get(r.target);
    found.set(r.target, { ...r, type: held ? `${held.type}, ${r.type}` : r.type });
  }
  return [...found.values()];
}

const short = (text) => (text.length > 26 ? `${text.slice(0, 25)}…` : text);
