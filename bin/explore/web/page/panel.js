import { html } from './html.js';

/** The last step, what is violated, watched and changed, and the state. */
export function Panel({ view, full, toggle, go, form }) {
  const step = view.path[view.position];
  const actors = [step.by, step.to].filter((name) => name !== null).join(' → ');
  return html`
    <h2 class="mono">${step.number} ${' '} ${step.title}</h2>
    ${step.kind !== null && step.kind !== 'step' && html`<span class=${`badge ${step.kind}`}>${step.kind}</span>`}
    ${(step.doc || step.source) && html`<p class="about">${step.doc} ${step.source && `[${step.source}]`}</p>`}
    ${actors && html`<p class="about">${actors}</p>`}
    <${Violations} properties=${view.properties} />
    ${
      view.position > 0 &&
      html`<h3>Changes</h3>
        <${Changes} rows=${view.changes} />`
    }
    <${Watches} watches=${view.watches} go=${go} form=${form} />
    <${Properties} properties=${view.properties} />
    <h3>
      State${' '}
      <button class="plain" id="full" onClick=${toggle}>${full ? 'hide' : 'show'}</button>
    </h3>
    ${full && html`<${State} rows=${view.state} />`}
  `;
}

function Changes({ rows }) {
  if (rows.length === 0) return html`<p>Nothing changes.</p>`;
  return html`<table id="changes">
    ${rows.map(
      ({ path, entries }) =>
        html`<tr>
          <td class="path mono">${path}</td>
          <td class="mono">
            ${entries.map((entry, i) => html`${i > 0 && html`<br />`}${Entry(entry)}`)}
          </td>
        </tr>`,
    )}
  </table>`;
}

function Entry({ sign, text, before }) {
  if (sign === '-') return html`<del>- ${text}</del>`;
  if (sign === '+') return html`<ins>+ ${text}</ins>`;
  return html`<del>${before}</del> → <ins>${text}</ins>`;
}

function State({ rows }) {
  return html`<table id="state">
    ${rows.map(
      ({ path, text, changed }) =>
        html`<tr class=${changed ? 'changed' : ''}>
          <td class="path mono">${path}</td>
          <td class="mono">${text}</td>
        </tr>`,
    )}
  </table>`;
}

function Watches({ watches, go, form }) {
  return html`
    <h3>Watched</h3>
    ${watches.map(
      ({ expression, value, error, before }, i) =>
        html`<div class="watch mono" key=${expression}>
          <span class="text">${expression}</span>
          <span class=${`value ${error ? 'error' : ''}`}>
            ${before === null ? value : html`<del>${before}</del> → <ins>${value}</ins>`}
          </span>
          <button
            aria-label=${`Watch ${expression} no more`}
            onClick=${() => go(`unwatch ${i + 1}`)}
          >
            ✕
          </button>
        </div>`,
    )}
    ${form({ id: 'watch', label: 'Watch', hint: 'an expression, as in size(msgs)', command: 'watch' })}
  `;
}

function Properties({ properties }) {
  const told = properties.filter(({ outcome }) => outcome !== null);
  return html`
    <h3>Properties</h3>
    <ul class="properties">
      ${told.map(
        ({ name, kind, doc, outcome, violated }) =>
          html`<li
            class=${`${outcome} ${violated ? 'violated' : ''}`}
            title=${[kind, doc].join(': ')}
          >
            ${name}
          </li>`,
      )}
    </ul>
  `;
}

/** Why what is violated here is so. */
function Violations({ properties }) {
  return properties
    .filter(({ violated }) => violated)
    .map(
      ({ name, doc, explanation }) => html`
        <h3 class="violation">${name} is violated</h3>
        ${doc && html`<p class="about">${doc}</p>`}
        <div class="why">
          <ul>
            ${Explanation(explanation)}
          </ul>
        </div>
      `,
    );
}

function Explanation({ outcome, text, head, because, values, parts }) {
  // A long expression is told by its parts.
  const shown = text.length > 90 && parts.length > 0 ? head : text;
  const notes = [because, ...values.map((one) => `${one.text}: ${one.value}`)];
  return html`<li>
    <div class="line">
      <span class=${`outcome ${outcome}`}>${outcome}</span><code title=${text}>${shown}</code>
    </div>
    ${notes.filter((note) => note !== null).map((note) => html`<div class="note mono">${note}</div>`)}
    ${
      parts.length > 0 &&
      html`<ul>
        ${parts.map(Explanation)}
      </ul>`
    }
  </li>`;
}
