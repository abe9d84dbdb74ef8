/** What the explorer's page adds to the style of trace pages. */
export const explorerStyle = `
body.explorer {
  grid-template: auto minmax(0, 1fr) auto / minmax(14rem, 3fr) minmax(18rem, 5fr) minmax(17rem, 4fr);
  grid-template-areas: 'head head head' 'choices picture panel' 'foot foot foot';
}
.explorer header { display: flex; gap: 0.8rem; align-items: center; flex-wrap: wrap; padding: 0.6rem 1rem; }
.explorer h1 { color: var(--ink); font-size: 1.1rem; flex: none; }
.explorer .constants { flex: 1; color: var(--quiet); min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.explorer main { grid-area: choices; overflow-y: auto; padding: 0.6rem 1rem 2rem; border-right: 1px solid var(--line); }
.explorer #picture { grid-area: picture; display: flex; flex-direction: column; min-height: 0; min-width: 0; border-right: 1px solid var(--line); }
.explorer #panel { min-width: 0; }
.explorer h3 { margin: 0.9rem 0 0.3rem; font-size: 0.8rem; color: var(--quiet); font-weight: 600; }
.field { width: 100%; background: var(--paper); border: 1px solid var(--line); border-radius: 5px; padding: 0.25rem 0.5rem; }
.group { margin: 0.7rem 0 0; }
.group .name { font-weight: 600; }
.group .name .badge { margin-left: 0.4rem; }
.group .about { font-size: 0.86rem; margin: 0; }
.choice {
  display: block; width: 100%; text-align: left; margin-top: 0.2rem; background: var(--paper);
  overflow-wrap: anywhere;
}
.choice:hover:not(:disabled) { background: var(--chosen); }
.choice .number { color: var(--quiet); display: inline-block; min-width: 1.7rem; font-variant-numeric: tabular-nums; }
.choice .note { color: var(--quiet); font-size: 0.86rem; }
.choice.fault { color: var(--fault); border-color: var(--fault); }
.choice.wrong { color: var(--bad); }
.tabs { display: flex; gap: 0.3rem; padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--line); background: var(--panel); }
.tabs button[aria-selected='true'] { background: var(--chosen); border-color: var(--accent); }
.drawing { flex: 1; overflow: auto; min-height: 0; padding: 0.3rem; }
.drawing svg { display: block; margin: 0 auto; }
.drawing text { font: 12px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; fill: var(--ink); }
.drawing .quiet { fill: var(--quiet); }
.node rect { fill: var(--panel); stroke: var(--line); stroke-width: 1.2; }
.node.goes { cursor: pointer; }
.node.goes:hover rect, .node.goes:focus-visible rect { stroke: var(--accent); stroke-width: 2; }
.node:focus { outline: none; }
.node.here rect { fill: var(--chosen); stroke: var(--accent); stroke-width: 2; }
.node.path rect { fill: var(--paper); }
.edge path { fill: none; stroke: var(--quiet); stroke-width: 1.2; }
.edge polygon, .lanes polygon { fill: var(--quiet); }
.edge text { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.edge.fault path, .lanes .fault line { stroke: var(--fault); stroke-dasharray: 5 3; }
.edge.fault polygon, .lanes .fault polygon { fill: var(--fault); }
.edge.fault text, .lanes .fault text { fill: var(--fault); }
.lanes .row { cursor: pointer; }
.lanes .row rect { fill: transparent; }
.lanes .row:hover rect { fill: var(--panel); }
.lanes .row.here rect { fill: var(--chosen); fill-opacity: 0.7; }
.lanes .row text { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.lanes .row.here text { stroke: var(--chosen); font-weight: 600; }
.lanes .row.ahead { opacity: 0.5; }
.lanes .row line { stroke: var(--ink); stroke-width: 1.4; }
.lanes .lane { stroke: var(--line); }
.lanes .who { font-weight: 600; text-anchor: middle; }
.watch { display: flex; gap: 0.5rem; align-items: baseline; margin-top: 0.25rem; }
.watch .text { color: var(--accent); overflow-wrap: anywhere; }
.watch .value { flex: 1; overflow-wrap: anywhere; }
.watch .value.error { color: var(--bad); }
.watch button, .plain { border: 0; background: none; padding: 0 0.3rem; color: var(--quiet); }
.properties { display: flex; flex-wrap: wrap; gap: 0.3rem 0.5rem; margin: 0; padding: 0; list-style: none; }
.properties li { border: 1px solid var(--line); border-radius: 4px; padding: 0.05rem 0.45rem; background: var(--paper); }
.properties li.true::before { content: '✓ '; color: var(--good); }
.properties li.false::before { content: '✗ '; color: var(--quiet); }
.properties li.violated { border-color: var(--bad); color: var(--bad); font-weight: 600; }
.properties li.violated::before { content: '✗ '; color: var(--bad); }
#panel h3.violation { color: var(--bad); font-size: 1rem; margin-bottom: 0; }
.explorer footer {
  grid-area: foot; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center;
  padding: 0.5rem 1rem; border-top: 1px solid var(--line); background: var(--panel);
}
.explorer footer form { display: flex; gap: 0.4rem; flex: 1; min-width: 14rem; }
.message { white-space: pre-wrap; margin: 0; width: 100%; max-height: 14rem; overflow: auto; }
.message.wrong { color: var(--bad); }
.download { color: var(--accent); }
@media (max-width: 900px) {
  body.explorer { display: block; height: auto; }
  .explorer main, .explorer #picture { border-right: 0; }
  .drawing { min-height: 18rem; }
}
`;
