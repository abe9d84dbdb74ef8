import { html } from './html.js';
import { arrow } from './graph.js';

const ROW = 42;
const HEAD = 26;
const WIDTH = 480;
const NARROWEST_LANE = 88;
const MARGIN = 40;

/** The path as a sequence diagram: a lane for each participant, a row for each step. */
export function Lanes({ view, go }) {
  const { path, participants, position } = view;
  const count = Math.max(2, participants.length);
  const lane = Math.max(NARROWEST_LANE, (WIDTH - MARGIN) / count);
  const width = MARGIN + lane * count;
  const height = HEAD + ROW * path.length;
  const laneOf = (name) => {
    const index = participants.findIndex((one) => one.name === name);
    return index < 0 ? null : MARGIN + lane * (index + 0.5);
  };
  return html`<svg class="lanes" width=${width} height=${height} aria-label="Sequence diagram">
    ${participants.map(
      ({ name }) => html`
        <line
          class="lane"
          x1=${laneOf(name)}
          x2=${laneOf(name)}
          y1=${HEAD}
          y2=${height}
          pointer-events="none"
        />
        <text class="who" x=${laneOf(name)} y="17"><title>${name}</title>${cut(name, lane)}</text>
      `,
    )}
    ${path.map((step) => Row(step, { position, width, laneOf, go }))}
  </svg>`;
}

function Row({ number, title, kind, by, to }, { position, width, laneOf, go }) {
  const top = HEAD + ROW * number;
  const y = top + ROW - 10;
  const ends = [by, to].map(laneOf).filter((x) => x !== null);
  const role = number === position ? 'here' : number > position ? 'ahead' : '';
  const middle = ends.length === 0 ? width / 2 : (Math.min(...ends) + Math.max(...ends)) / 2;
  const text = cut(kind === 'fault' ? `FAULT ${title}` : title, width - MARGIN);
  const half = text.length * 3.7;
  const x = Math.max(MARGIN + half, Math.min(width - half - 4, middle));
  return html`<g
    class=${`row ${role} ${kind === 'fault' ? 'fault' : ''}`}
    onClick=${() => go(`go ${number}`)}
  >
    <rect x="0" y=${top} width=${width} height=${ROW} />
    <text class="quiet" x="8" y=${y + 4}>${number}</text>
    ${
      ends.length === 2 &&
      ends[0] !== ends[1] &&
      html`<line x1=${ends[0]} x2=${ends[1]} y1=${y} y2=${y} />
        <polygon points=${arrow({ x: ends[0], y }, { x: ends[1], y })} />`
    }
    ${
      (ends.length === 1 || ends[0] === ends[1]) &&
      ends.length > 0 &&
      html`<polygon
        points=${`${ends[0]},${y - 5} ${ends[0] + 5},${y} ${ends[0]},${y + 5} ${ends[0] - 5},${y}`}
      />`
    }
    <text x=${x} y=${top + 17} text-anchor="middle">${text}</text>
  </g>`;
}

/** A text of at most so many pixels. */
function cut(text, pixels) {
  const room = Math.floor(pixels / 7.4);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
