/** The explorer's page: shows what the server says, and sends it one command at a time. */
import { render } from './preact.js';
import { StateGraph } from './graph.js';
import { html } from './html.js';
import { Lanes } from './lanes.js';
import { Panel } from './panel.js';

/** What the server said last, and what only the page knows. */
const page = {
  view: null,
  graph: null,
  message: null,
  busy: false,
  tab: 'graph',
  filter: '',
  full: true,
};

function show(changes) {
  Object.assign(page, changes);
  render(html`<${App} />`, document.body);
}

async function request(path, init) {
  try {
    const response = await fetch(path, init);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await response.json();
  } catch (error) {
    const gone = error instanceof TypeError ? 'kripke explore has ended' : error.message;
    return { error: { message: gone, hint: '' } };
  }
}

function take({ error, view, graph, said }) {
  if (error)
    return show({
      busy: false,
      message: { wrong: true, text: `${error.message}\n${error.hint}`.trimEnd() },
    });
  show({ busy: false, view, graph, message: said === null ? null : { wrong: false, text: said } });
  bringIntoView();
}

function openTab(tab) {
  show({ tab });
  bringIntoView();
}

/** The present state, in a drawing that is larger than its place. */
function bringIntoView() {
  document.querySelector('.node.here')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  document.querySelector('.row.here')?.scrollIntoView({ block: 'nearest', inline: 'start' });
}

/** Does a command as the terminal knows it: `take 3`, `run size(msgs) > 2`. Resolves to whether it could. */
async function go(line) {
  if (page.busy) return false;
  show({ busy: true });
  const answer = await request('do', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ line }),
  });
  take(answer);
  return answer.error === undefined;
}

const stop = () => request('stop', { method: 'POST' });

// ---------------------------------------------------------------- parts

function App() {
  const { view, message, tab } = page;
  if (view === null)
    return html`<p class="message ${message?.wrong && 'wrong'}">${message?.text ?? '…'}</p>`;
  return html`
    <header>
      <h1>${view.spec} / ${view.model}</h1>
      <span class="constants mono" title=${view.constants}>${view.constants}</span>
      <${Moves} view=${view} />
      <a class="download" id="save" href="trace.json" download="path.json">Save path</a>
      <button id="theme" onClick=${toggleTheme}>${isDark() ? 'Light' : 'Dark'}</button>
    </header>
    <main aria-label="Enabled"><${Choices} view=${view} /></main>
    <section id="picture">
      <div class="tabs" role="tablist">
        <${Tab} name="graph" label="States around" /><${Tab} name="lanes" label="Path" />
      </div>
      <div class="drawing">
        ${
          tab === 'graph'
            ? html`<${StateGraph} graph=${page.graph} go=${go} />`
            : html`<${Lanes} view=${view} go=${go} />`
        }
      </div>
    </section>
    <aside id="panel">
      <${Panel}
        view=${view}
        full=${page.full}
        toggle=${() => show({ full: !page.full })}
        go=${go}
        form=${ExpressionForm}
      />
    </aside>
    <footer><${Foot} /></footer>
  `;
}

function Tab({ name, label }) {
  return html`<button
    role="tab"
    id=${`tab-${name}`}
    aria-selected=${String(page.tab === name)}
    onClick=${() => openTab(name)}
  >
    ${label}
  </button>`;
}

function Moves({ view }) {
  const last = view.path.length - 1;
  const { position } = view;
  return html`<span class="moves">
    <button
      id="first"
      title="To the beginning (Home)"
      disabled=${position === 0}
      onClick=${() => go('go 0')}
    >
      |◀</button
    >${' '}
    <button id="back" title="Back (←)" disabled=${position === 0} onClick=${() => go('back')}>
      ◀</button
    >${' '} <span id="where">step ${position} of ${last}</span>${' '}
    <button
      id="forward"
      title="Forward (→)"
      disabled=${position === last}
      onClick=${() => go('forward')}
    >
      ▶</button
    >${' '}
    <button
      id="last"
      title="To the end (End)"
      disabled=${position === last}
      onClick=${() => go(`go ${last}`)}
    >
      ▶|
    </button>
  </span>`;
}

function Choices({ view }) {
  const wanted = page.filter.trim().toLowerCase();
  const groups = view.groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ title }) => title.toLowerCase().includes(wanted)),
    }))
    .filter(({ choices }) => choices.length > 0);
  const count = view.groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const first = groups[0]?.choices[0];
  return html`
    <input
      id="filter"
      class="field"
      type="search"
      placeholder=${`Search ${count} enabled ( / )`}
      aria-label="Search what is enabled"
      value=${page.filter}
      onInput=${(event) => show({ filter: event.target.value })}
      onKeyDown=${(event) => {
        if (event.key === 'Escape') show({ filter: '' });
        if (event.key === 'Escape') event.target.blur();
        if (event.key === 'Enter' && first) void go(`take ${first.number}`);
      }}
    />
    ${view.deadlock && html`<p class="message wrong">Deadlock: no action is enabled.</p>`}
    ${count === 0 && !view.deadlock && html`<p>No action is enabled: the spec may end here.</p>`}
    ${groups.map((group) => html`<${Group} key=${group.action} group=${group} />`)}
  `;
}

function Group({ group }) {
  const { action, kind, doc, source, choices } = group;
  return html`<section class="group">
    <div class="name mono">
      ${action}${kind !== 'step' && html`<span class=${`badge ${kind}`}>${kind}</span>`}
    </div>
    ${(doc || source) && html`<p class="about">${doc} ${source && `[${source}]`}</p>`}
    ${choices.map(
      ({ number, title, error, taken, changes }) =>
        html`<button
          key=${number}
          class=${`choice mono ${kind === 'fault' ? 'fault' : ''} ${error === null ? '' : 'wrong'}`}
          disabled=${error !== null}
          onClick=${() => go(`take ${number}`)}
        >
          <span class="number">${number}</span>${title}
          <span class="note">
            ${error !== null ? ` spec error: ${error}` : changes === 0 ? ' changes nothing' : ''}
            ${taken ? ' taken before' : ''}
          </span>
        </button>`,
    )}
  </section>`;
}

/** A line for an expression; it is emptied when the command could be done. */
function ExpressionForm({ id, label, hint, command }) {
  const submit = async (event) => {
    event.preventDefault();
    const input = event.target.elements.text;
    if (input.value.trim() !== '' && (await go(`${command} ${input.value}`))) input.value = '';
  };
  return html`<form id=${id} onSubmit=${submit} autocomplete="off">
    <input
      class="field mono"
      name="text"
      placeholder=${hint}
      aria-label=${label}
      spellcheck="false"
    />
  </form>`;
}

function Foot() {
  const { busy, message } = page;
  return html`
    ${message !== null && html`<pre class=${`message mono ${message.wrong ? 'wrong' : ''}`} id="message" role="status">${message.text}</pre>`}
    ${ExpressionForm({ id: 'run', label: 'Run to', hint: 'Run to the next state in which … holds ( r )', command: 'run' })}
    ${ExpressionForm({ id: 'why', label: 'Why', hint: 'Why can … be taken, or not? An action ( y )', command: 'why' })}
    <button id="stop" disabled=${!busy} onClick=${stop}>Stop</button>
  `;
}

// ---------------------------------------------------------------- keys and light

const isDark = () => document.documentElement.dataset.theme === 'dark';

function toggleTheme() {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  show({});
}

const focus = (selector) => document.querySelector(selector).focus();
const keys = {
  ArrowLeft: () => go('back'),
  ArrowRight: () => go('forward'),
  Home: () => go('go 0'),
  End: () => go(`go ${page.view.path.length - 1}`),
  Escape: stop,
  '/': () => focus('#filter'),
  w: () => focus('#watch input'),
  r: () => focus('#run input'),
  y: () => focus('#why input'),
  t: () => openTab(page.tab === 'graph' ? 'lanes' : 'graph'),
};
/** Digits typed one after the other make the number of a choice. */
let digits = '';
let digitTimer;
function typeDigit(digit) {
  clearTimeout(digitTimer);
  digits += digit;
  const number = digits;
  const more = page.view.groups.some(({ choices }) =>
    choices.some((choice) => choice.number > number && String(choice.number).startsWith(number)),
  );
  const act = () => {
    digits = '';
    void go(`take ${number}`);
  };
  if (more) digitTimer = setTimeout(act, 700);
  else act();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || page.view === null) return;
  if (event.target.tagName === 'INPUT') {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (/^[0-9]$/.test(event.key)) return typeDigit(event.key);
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  void act();
});

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light';
request('view').then(take);
