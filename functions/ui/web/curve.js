// The curve of a memory's score over time, with the bands of its container and the sweeps to come.
import { html } from "./html.js";

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 34;
const FOOT = 22;

/** `course` as GET /memories/{id}/decay answers it. */
export function Curve({ course }) {
  const times = course.points.map((p) => Date.parse(p.at));
  const [first, last] = [times[0], times.at(-1)];
  const x = (time) => LEFT + ((Date.parse(time) - first) / (last - first || 1)) * (WIDTH - LEFT - 8);
  const y = (score) => 8 + (1 - score) * (HEIGHT - FOOT - 8);
  const line = course.points.map((p) => `${x(p.at).toFixed(1)},${y(p.score).toFixed(1)}`).join(" ");
  const now = Math.max(LEFT, x(course.at));
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Score ${course.score.toFixed(2)} now; it falls as the list below says">
    ${Object.entries(course.bands).map(([name, floor]) => html`<g>
      <line class="band" x1=${LEFT} x2=${WIDTH} y1=${y(floor)} y2=${y(floor)} /><text x=${WIDTH - 4} y=${y(floor) - 3} class="end">${name} from ${floor}</text></g>`)}
    ${[0, 1].map((v) => html`<text x="4" y=${y(v) + 4}>${v}</text>`)}
    <polyline points=${line} />
    <line class="now" x1=${now} x2=${now} y1="8" y2=${HEIGHT - FOOT} /><text x=${now + 3} y="18">now</text>
    ${course.steps.filter((s) => Date.parse(s.at) <= last).map((s) => html`<circle cx=${x(s.at)} cy=${y(s.score)} r="4"><title>${s.status}</title></circle>`)}
    <text x=${LEFT} y=${HEIGHT - 6}>${date(first)}</text><text class="end" x=${WIDTH - 4} y=${HEIGHT - 6}>${date(last)}</text>
  </svg>`;
}

const date = (time) => new Date(time).toLocaleDateString(undefined, { dateStyle: "medium" });
