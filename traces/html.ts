import { pageData } from './page/data.ts';
import { pageScript } from './page/script.ts';
import { pageStyle } from './page/style.ts';
import type { TraceReport } from './report.ts';
import { headline } from './text-header.ts';

/**
 * The trace as one HTML file that needs nothing else: lanes for the participants, a slider and keys
 * to step, changes highlighted, search, and the false property at the end. Its content security
 * policy forbids every connection, so that opening it tells nobody.
 */
export function renderHtml(report: TraceReport): string {
  // A closing tag inside the data would end the script element.
  const json = JSON.stringify(pageData(report)).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escapeHtml(headline(report))}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
  <div class="top"><h1 id="headline"></h1><button id="theme" type="button"></button></div>
  <p class="doc" id="doc"></p>
  <dl class="facts" id="facts"></dl>
</header>
<main id="lanes" aria-label="Steps"><div id="names"></div><div id="scroll"><div id="track"></div></div></main>
<aside id="panel" aria-live="polite"></aside>
<nav id="controls" aria-label="Controls">
  <button id="first" type="button" title="First step (Home)">|◀</button>
  <button id="previous" type="button" title="One step back (←)">◀</button>
  <input id="slider" type="range" min="0" value="0" aria-label="Step">
  <button id="next" type="button" title="One step on (→)">▶</button>
  <button id="last" type="button" title="Last step (End)">▶|</button>
  <span id="where"></span>
  <input id="search" type="search" placeholder="Search steps ( / )" aria-label="Search steps">
  <button id="previous-hit" type="button" title="Match before (N)">▲</button>
  <button id="next-hit" type="button" title="Next match (n)">▼</button>
  <span id="found"></span>
</nav>
<noscript>This page needs JavaScript, which it carries itself.</noscript>
<script id="data" type="application/json">${json}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** Text that HTML shows as it is, in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
