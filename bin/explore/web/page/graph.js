import { html } from './html.js';

/** The states around the present one. A click, or Enter, goes where the state is. */
export function StateGraph({ graph, go }) {
  const { width, height, nodes, edges, hidden } = graph;
  return html`<svg
      class="graph"
      width=${width + 36}
      height=${height}
      viewBox=${`0 0 ${width + 36} ${height}`}
      role="group"
      aria-label="States around this one"
    >
      ${edges.map((edge) => Edge(edge))} ${nodes.map((node) => Node(node, go))}
    </svg>
    ${hidden > 0 && html`<p class="about">${hidden} more next states are in the list.</p>`}`;
}

function Node({ x, y, width, height, label, role, command, others }, go) {
  const act = command === null ? undefined : () => go(command);
  const press = (event) => {
    if (event.key === 'Enter') act();
  };
  return html`<g
    class=${`node ${role} ${command === null ? '' : 'goes'}`}
    tabindex=${command === null ? undefined : 0}
    role=${command === null ? undefined : 'button'}
    onClick=${act}
    onKeyDown=${act && press}
  >
    <rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="6" />
    <text x=${x} y=${y + 4} text-anchor="middle">${label}</text>
    ${others > 0 && html`<title>${others} more steps lead on from here</title>`}
    ${others > 0 && html`<text class="quiet" x=${x + width / 2 + 4} y=${y + 4}>+${others}</text>`}
  </g>`;
}

function Edge({ points, x, y, title, kind }) {
  return html`<g class=${`edge ${kind === 'fault' ? 'fault' : ''}`}>
    <path d=${smooth(points)} />
    <polygon points=${arrow(points.at(-2), points.at(-1))} />
    <text x=${x} y=${y + 4} text-anchor="middle">${title}</text>
  </g>`;
}

/** A curve through the middles of the segments, with the layout's points as control points. */
function smooth(points) {
  const at = ({ x, y }) => `${x} ${y}`;
  const [first, ...rest] = points;
  if (rest.length === 1) return `M${at(first)}L${at(rest[0])}`;
  const curves = rest.slice(0, -1).map((control, i) => {
    const next = rest[i + 1];
    const middle = { x: (control.x + next.x) / 2, y: (control.y + next.y) / 2 };
    return `Q${at(control)} ${at(i === rest.length - 2 ? next : middle)}`;
  });
  return `M${at(first)}${curves.join('')}`;
}

/** The corners of the head of an arrow that ends at `to`. */
export function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const corner = (along, aside) =>
    `${to.x - along * ux - aside * uy},${to.y - along * uy + aside * ux}`;
  return [corner(0, 0), corner(9, 4), corner(9, -4)].join(' ');
}
