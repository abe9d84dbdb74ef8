/**
 * The page's script: plain JavaScript that a browser runs as it stands, on the `PageData` in the
 * element #data. Only the steps in view are drawn, so that a trace of 100,000 steps stays usable.
 */
export const pageScript = String.raw`
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const { steps, participants, actions, variables, values } = data;
const last = steps.length - 1;
const find = (id) => document.getElementById(id);

/** Makes an element: make('td', { class: 'path' }, 'text', child, …). */
function make(tag, attributes, ...children) {
  const svg = ['svg', 'line', 'path'].includes(tag);
  const element = svg
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ------------------------------------------------------------ the state after a step

/** For each variable, the steps that changed it and the values they gave it. */
const history = variables.map(() => ({ at: [], value: [] }));
steps.forEach((step, i) => {
  for (const [variable, value] of step.patch) {
    history[variable].at.push(i);
    history[variable].value.push(value);
  }
});

/** The rows of a variable's value after a step: that of the latest change at or before it. */
function rowsOf(variable, step) {
  const { at, value } = history[variable];
  let low = 0;
  let high = at.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= step) low = middle;
    else high = middle - 1;
  }
  return values[value[low]];
}

// ------------------------------------------------------------ search

function textOf(step) {
  const changes = step.changes.map((row) =>
    [row.path, ...row.entries.flatMap((e) => [e.before || '', e.text])].join(' '),
  );
  const names = [step.by, step.to].map((i) => (i === null ? '' : participants[i].name));
  const action = step.action === null ? '' : actions[step.action].kind;
  const initial = step.action === null ? step.patch.flatMap(([, v]) => values[v].flat()) : [];
  return [step.title, action, ...names, ...changes, ...initial].join(' ').toLowerCase();
}
const texts = [];
let query = '';
/** Numbers of the steps that contain the query, ascending. */
let hits = [];

function search(text) {
  query = text.trim().toLowerCase();
  hits = [];
  if (query !== '') {
    for (let i = 0; i <= last; i++) {
      if (texts[i] === undefined) texts[i] = textOf(steps[i]);
      if (texts[i].includes(query)) hits.push(i);
    }
  }
  const isHit = new Set(hits);
  found = (i) => isHit.has(i);
  find('found').textContent = query === '' ? '' : hits.length === 1 ? '1 step' : hits.length + ' steps';
  find('next-hit').disabled = find('previous-hit').disabled = hits.length === 0;
}
let found = () => false;

/** Goes to the next step that contains the query, or, with -1, to the one before; around the ends. */
function goToHit(direction) {
  if (hits.length === 0) return;
  const ordered = direction > 0 ? hits : [...hits].reverse();
  const beyond = ordered.find((i) => (i - current) * direction > 0);
  choose(beyond === undefined ? ordered[0] : beyond);
}

// ------------------------------------------------------------ lanes

const HEIGHT = 46;
const MARGIN = 70;
const scroll = find('scroll');
const track = find('track');
track.style.height = steps.length * HEIGHT + 'px';

/** The middle of a lane, in pixels. */
function laneX(index, width) {
  const lanes = Math.max(1, participants.length);
  return MARGIN + ((index + 0.5) * (width - MARGIN)) / lanes;
}

function drawNames() {
  const width = scroll.clientWidth;
  const room = (width - MARGIN) / Math.max(1, participants.length);
  find('names').replaceChildren(
    ...participants.map((p, i) => {
      const title = p.kind === null ? p.name : p.name + ' (' + p.kind + ')';
      const style = 'left:' + laneX(i, width) + 'px;max-width:' + Math.max(24, room - 8) + 'px';
      return make('span', { style, title }, p.name);
    }),
  );
}

const drawn = new Map();
function drawSteps() {
  const from = Math.max(0, Math.floor(scroll.scrollTop / HEIGHT) - 5);
  const to = Math.min(last, Math.ceil((scroll.scrollTop + scroll.clientHeight) / HEIGHT) + 5);
  for (const [i, element] of drawn) {
    if (i < from || i > to) {
      element.remove();
      drawn.delete(i);
    }
  }
  for (let i = from; i <= to; i++) {
    if (drawn.has(i)) continue;
    const element = drawStep(i, scroll.clientWidth);
    drawn.set(i, element);
    track.append(element);
  }
  for (const [i, element] of drawn) {
    element.classList.toggle('chosen', i === current);
    element.classList.toggle('hit', found(i));
  }
}
function redraw() {
  for (const element of drawn.values()) element.remove();
  drawn.clear();
  drawNames();
  drawSteps();
}

function drawStep(i, width) {
  const step = steps[i];
  const fault = step.action !== null && actions[step.action].kind === 'fault';
  const svg = make('svg', { 'aria-hidden': 'true' });
  participants.forEach((_, lane) => {
    const x = laneX(lane, width);
    svg.append(make('line', { class: 'lane', x1: x, x2: x, y1: 0, y2: HEIGHT }));
  });
  const y = HEIGHT - 12;
  const ends = [step.by, step.to].filter((lane) => lane !== null).map((lane) => laneX(lane, width));
  if (ends.length === 2 && ends[0] !== ends[1]) {
    const towards = Math.sign(ends[1] - ends[0]);
    const tip = ends[1] - 2 * towards;
    svg.append(
      make('line', { class: 'arrow', x1: ends[0], x2: tip, y1: y, y2: y }),
      make('path', { class: 'head', d: 'M' + tip + ' ' + y + 'l' + -9 * towards + ' -4.5v9z' }),
    );
  } else if (ends.length > 0) {
    svg.append(make('path', { class: 'head', d: 'M' + ends[0] + ' ' + (y - 5) + 'l5 5l-5 5l-5 -5z' }));
  }
  const middle = ends.length === 0 ? (width + MARGIN) / 2 : (Math.min(...ends) + Math.max(...ends)) / 2;
  const title = make('span', { class: 'title mono' }, (fault ? 'FAULT ' : '') + step.title);
  // A title in the middle of an outer lane may not leave the picture.
  const half = Math.min(0.35 * width, 4.2 * title.textContent.length);
  title.style.left = Math.max(half + 40, Math.min(width - half - 4, middle)) + 'px';
  const element = make(
    'div',
    { class: 'step' + (fault ? ' fault' : ''), 'data-step': i, title: step.title },
    svg,
    title,
    make('span', { class: 'number' }, String(i)),
  );
  element.style.top = i * HEIGHT + 'px';
  element.style.height = HEIGHT + 'px';
  element.addEventListener('click', () => choose(i));
  return element;
}

// ------------------------------------------------------------ the chosen step

function drawPanel() {
  const step = steps[current];
  const action = step.action === null ? null : actions[step.action];
  const parts = [make('h2', { class: 'mono' }, current + '  ' + step.title)];
  if (action !== null && action.kind !== 'step')
    parts.push(make('span', { class: 'badge ' + action.kind }, action.kind));
  if (action !== null && (action.doc || action.source)) {
    const source = action.source ? '[' + action.source + ']' : '';
    parts.push(make('p', { class: 'about' }, [action.doc || '', source].join(' ').trim()));
  }
  const actors = [step.by, step.to].filter((i) => i !== null).map((i) => participants[i].name);
  if (actors.length > 0) parts.push(make('p', { class: 'about' }, actors.join(' → ')));
  if (current > 0) {
    parts.push(make('h3', {}, 'Changes'));
    parts.push(step.changes.length > 0 ? changesTable(step.changes) : make('p', {}, 'Nothing changes.'));
  }
  if (current === last) parts.push(...endingParts());
  parts.push(make('h3', {}, 'State'), stateTable());
  find('panel').replaceChildren(...parts);
}

function changesTable(rows) {
  const body = rows.map((row) =>
    make(
      'tr',
      {},
      make('td', { class: 'path mono' }, row.path),
      make('td', { class: 'mono' }, ...row.entries.flatMap(entryParts)),
    ),
  );
  return make('table', { id: 'changes' }, ...body);
}

function entryParts(entry, i) {
  const parts = i === 0 ? [] : [make('br', {})];
  if (entry.sign === '-') return [...parts, make('del', {}, '- ' + entry.text)];
  if (entry.sign === '+') return [...parts, make('ins', {}, '+ ' + entry.text)];
  return [...parts, make('del', {}, entry.before), ' → ', make('ins', {}, entry.text)];
}

function stateTable() {
  const rows = variables.flatMap((_, variable) => {
    const now = rowsOf(variable, current);
    const before = new Map(current === 0 ? now : rowsOf(variable, current - 1));
    return now.map(([path, text]) => {
      const changed = before.get(path) !== text;
      const hit = query !== '' && (path + ' ' + text).toLowerCase().includes(query);
      const kind = (changed ? 'changed ' : '') + (hit ? 'hit' : '');
      const value = changed ? make('ins', {}, text) : text;
      return make(
        'tr',
        { class: kind },
        make('td', { class: 'path mono' }, path),
        make('td', { class: 'mono' }, value),
      );
    });
  });
  return make('table', { id: 'state' }, ...rows);
}

function endingParts() {
  const { title, explanations, notes } = data.ending;
  const box = make('div', { class: 'why', id: 'ending' });
  for (const { title: name, tree } of explanations) {
    if (name !== null) box.append(make('div', { class: 'mono' }, name));
    box.append(make('ul', {}, explanationItem(tree)));
  }
  for (const note of notes) box.append(make('div', { class: 'mono' }, note));
  return [make('h3', {}, title), ...(box.childElementCount > 0 ? [box] : [])];
}

function explanationItem(tree) {
  const notes = [tree.because, ...tree.values.map((v) => v.text + ': ' + v.value)];
  return make(
    'li',
    {},
    make(
      'div',
      { class: 'line' },
      make('span', { class: 'outcome ' + tree.outcome }, tree.outcome),
      make('code', {}, tree.text),
    ),
    ...notes.filter((n) => n !== null).map((n) => make('div', { class: 'note mono' }, n)),
    ...(tree.parts.length > 0 ? [make('ul', {}, ...tree.parts.map(explanationItem))] : []),
  );
}

// ------------------------------------------------------------ moving about

let current = 0;
const slider = find('slider');
slider.max = last;

function choose(i) {
  current = Math.max(0, Math.min(last, i));
  slider.value = current;
  find('where').textContent = 'step ' + current + ' of ' + last;
  find('first').disabled = find('previous').disabled = current === 0;
  find('next').disabled = find('last').disabled = current === last && data.loop === null;
  const top = current * HEIGHT;
  if (top < scroll.scrollTop) scroll.scrollTop = top;
  if (top + HEIGHT > scroll.scrollTop + scroll.clientHeight)
    scroll.scrollTop = top + HEIGHT - scroll.clientHeight;
  drawSteps();
  drawPanel();
}
/** One step on; at the end of an infinite behaviour, back to where it repeats. */
const forward = () => choose(current === last && data.loop !== null ? data.loop : current + 1);
const back = () => choose(current - 1);

const keys = {
  ArrowRight: forward, ArrowDown: forward, j: forward, l: forward, ' ': forward,
  ArrowLeft: back, ArrowUp: back, k: back, h: back,
  PageDown: () => choose(current + 10), PageUp: () => choose(current - 10),
  Home: () => choose(0), End: () => choose(last),
  n: () => goToHit(1), N: () => goToHit(-1),
  '/': () => find('search').focus(),
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.id === 'search') {
    if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  // A focused button keeps its own keys.
  if (event.target.tagName === 'BUTTON' && event.key === ' ') return;
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});
const clicks = {
  first: () => choose(0), previous: back, next: forward, last: () => choose(last),
  'next-hit': () => goToHit(1), 'previous-hit': () => goToHit(-1), theme: toggleTheme,
};
for (const [id, act] of Object.entries(clicks)) find(id).addEventListener('click', act);
slider.addEventListener('input', () => choose(Number(slider.value)));
scroll.addEventListener('scroll', drawSteps, { passive: true });
window.addEventListener('resize', redraw);
find('search').addEventListener('input', (event) => {
  search(event.target.value);
  drawSteps();
  drawPanel();
});

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  find('theme').textContent = dark ? 'Light' : 'Dark';
}
function toggleTheme() {
  setTheme(document.documentElement.dataset.theme !== 'dark');
}

// ------------------------------------------------------------ start

setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
find('headline').textContent = data.headline;
find('headline').classList.toggle('good', data.good);
find('doc').textContent = data.doc || '';
find('facts').replaceChildren(
  ...data.facts.map(([label, text]) =>
    make('div', {}, make('dt', {}, label), make('dd', {}, text)),
  ),
);
search('');
drawNames();
choose(last);
`;
