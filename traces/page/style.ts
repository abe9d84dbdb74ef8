/** The page's style sheet. Colours are variables, so that light and dark differ in one place. */
export const pageStyle = `
:root {
  color-scheme: light;
  --paper: #ffffff; --panel: #f6f7f9; --line: #d5d9e0; --ink: #1b1f27; --quiet: #646c7a;
  --accent: #1f5fbf; --chosen: #e3edfb; --hit: #fff1a8;
  --old: #a8281e; --new: #166b34; --old-back: #fbe4e1; --new-back: #dff3e5;
  --fault: #9a4a00; --fault-back: #ffe9d2; --bad: #b3261e; --good: #166b34;
}
:root[data-theme='dark'] {
  color-scheme: dark;
  --paper: #14171c; --panel: #1c2027; --line: #353c47; --ink: #e4e7ec; --quiet: #98a1b0;
  --accent: #7db1ff; --chosen: #22344f; --hit: #5c5010;
  --old: #ff9d94; --new: #7fd69b; --old-back: #4a2320; --new-back: #1d3d29;
  --fault: #ffb870; --fault-back: #46301a; --bad: #ff8b82; --good: #7fd69b;
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body {
  display: grid; grid-template: auto 1fr auto / minmax(0, 3fr) minmax(20rem, 2fr);
  grid-template-areas: 'head head' 'lanes panel' 'controls controls';
  background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
code, .mono { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 0.92em; }
button, input { font: inherit; color: inherit; }
button {
  background: var(--panel); border: 1px solid var(--line); border-radius: 5px;
  padding: 0.2rem 0.65rem; cursor: pointer;
}
button:disabled { opacity: 0.45; cursor: default; }
button:focus-visible, input:focus-visible, .step:focus-visible {
  outline: 2px solid var(--accent); outline-offset: -1px;
}

header { grid-area: head; padding: 0.9rem 1.2rem 0.7rem; border-bottom: 1px solid var(--line); }
header .top { display: flex; gap: 1rem; align-items: baseline; }
h1 { flex: 1; margin: 0; font-size: 1.25rem; color: var(--bad); }
h1.good { color: var(--good); }
header .doc { margin: 0.15rem 0 0; }
.facts { display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 0.35rem 0 0; padding: 0; }
.facts div { display: flex; gap: 0.4rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; }

#lanes { grid-area: lanes; display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); }
#names { position: relative; height: 2rem; flex: none; border-bottom: 1px solid var(--line); background: var(--panel); overflow: hidden; }
#names span {
  position: absolute; top: 0.35rem; transform: translateX(-50%); white-space: nowrap;
  font-weight: 600; max-width: 9rem; overflow: hidden; text-overflow: ellipsis;
}
#scroll { flex: 1; overflow-y: auto; position: relative; }
#track { position: relative; }
.step { position: absolute; left: 0; right: 0; cursor: pointer; }
.step svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.step .number { position: absolute; left: 0.7rem; bottom: 0.3rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.step .title {
  position: absolute; top: 0.25rem; transform: translateX(-50%); white-space: nowrap;
  background: var(--paper); border-radius: 3px; padding: 0 0.3rem; max-width: 70%;
  overflow: hidden; text-overflow: ellipsis;
}
.step.fault .title { background: var(--fault-back); color: var(--fault); font-weight: 600; }
.step.hit .title { box-shadow: inset 0 -3px 0 var(--hit), 0 0 0 2px var(--hit); }
.step.chosen { background: var(--chosen); }
.step.chosen .title { background: var(--chosen); font-weight: 600; }
.step.chosen.fault .title { background: var(--fault-back); }
.lane { stroke: var(--line); stroke-width: 1; }
.arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.head { fill: var(--ink); stroke: none; }
.fault .arrow { stroke: var(--fault); stroke-dasharray: 5 3; }
.fault .head { fill: var(--fault); }

#panel { grid-area: panel; overflow-y: auto; padding: 0.8rem 1.1rem 2rem; background: var(--panel); }
#panel h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
#panel h3 { margin: 1.1rem 0 0.3rem; font-size: 0.8rem; color: var(--quiet); font-weight: 600; }
.badge { border-radius: 3px; padding: 0.05rem 0.4rem; font-size: 0.8rem; font-weight: 600; background: var(--line); }
.badge.fault { background: var(--fault-back); color: var(--fault); }
.about { margin: 0.25rem 0 0; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; }
td { padding: 0.12rem 0.5rem 0.12rem 0; vertical-align: top; overflow-wrap: anywhere; }
td.path { color: var(--accent); width: 42%; }
tr.changed td { background: var(--new-back); }
tr.hit td { box-shadow: inset 3px 0 0 var(--hit); background: var(--hit); }
del { color: var(--old); background: var(--old-back); text-decoration: none; border-radius: 2px; padding: 0 0.2rem; }
ins { color: var(--new); background: var(--new-back); text-decoration: none; border-radius: 2px; padding: 0 0.2rem; }
tr.changed ins { padding: 0; }
.why { border: 1px solid var(--line); border-radius: 6px; background: var(--paper); padding: 0.5rem 0.8rem; overflow-x: auto; }
.why ul { list-style: none; margin: 0; padding-left: 1.3rem; }
.why > ul { padding-left: 0; }
.why .line { display: flex; gap: 0.4rem; }
.why .outcome { flex: none; width: 2.9rem; font-weight: 600; color: var(--bad); }
.why .outcome.true { color: var(--good); }
.why .note { color: var(--quiet); padding-left: 3.3rem; }

#controls {
  grid-area: controls; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center;
  padding: 0.5rem 1.2rem; border-top: 1px solid var(--line); background: var(--panel);
}
#slider { flex: 1; min-width: 8rem; accent-color: var(--accent); }
#where { min-width: 6.5rem; text-align: right; font-variant-numeric: tabular-nums; }
#search { width: 15rem; background: var(--paper); border: 1px solid var(--line); border-radius: 5px; padding: 0.2rem 0.5rem; }
#found { min-width: 5.5rem; color: var(--quiet); }
@media (max-width: 800px) {
  body { grid-template: auto 40vh 1fr auto / 1fr; grid-template-areas: 'head' 'lanes' 'panel' 'controls'; }
  #lanes { border-right: 0; border-bottom: 1px solid var(--line); }
}
`;
