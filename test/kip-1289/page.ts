import { isSafety } from '../../checker/reference/properties.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { renderMermaid } from '../../traces/mermaid.ts';
import type { TraceReport } from '../../traces/report.ts';
import { storyOf } from '../../traces/story.ts';
import { renderText } from '../../traces/text.ts';
import { Behaviour } from './behaviour.ts';
import { designOf, rowOf, type Flaw } from './flaws.ts';

/** What a diagram shows of the state; the full trace shows all of it. */
const IN_DIAGRAMS = ['tc', 'cache', 'durable'];

/** What stands in a generated region of the page, by the region's name. */
export type Regions = ReadonlyMap<string, string>;

const REGION = /(<!-- generated: (.+?) -->\n)[^]*?(<!-- end -->)/g;

/**
 * The page with its generated regions as they should be: all between `<!-- generated: name -->` and
 * `<!-- end -->`. Throws for a region that nothing generates, or one that the page does not have.
 */
export function regenerated(page: string, regions: Regions): string {
  const names = [...page.matchAll(REGION)].map(([, , name]) => name!);
  const unknown = names.filter((name) => !regions.has(name));
  const missing = [...regions.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0 || missing.length > 0) {
    throw new Error(`unknown regions: ${unknown.join(', ')}; missing ones: ${missing.join(', ')}`);
  }
  return page.replace(REGION, (_, begin: string, name: string, end: string) => {
    return `${begin}${regions.get(name)!.trimEnd()}\n${end}`;
  });
}

/** A flaw's counterexample, replayed. */
export function reportOf(flaw: Flaw): TraceReport {
  const { tree, trace } = new Behaviour(designOf(flaw)).take(...flaw.steps);
  return {
    spec: tree,
    file: 'spec/kip-1289/kip-1289.ts',
    model: flaw.model ?? `recommended, but ${flaw.row}`,
    verdict: flaw.property === null ? 'deadlock' : 'violated',
    property: flaw.property,
    specError: null,
    trace,
    loop: null,
  };
}

/** The counterexample with every value that changes. */
export const fullTrace = (flaw: Flaw): string => renderText(reportOf(flaw), { width: 100 });

/** The counterexample as it stands in the page: its steps in words, then as a diagram. */
export function traceRegion(flaw: Flaw): string {
  const report = reportOf(flaw);
  const variables = report.spec.variables.filter(({ name }) => IN_DIAGRAMS.includes(name));
  return [
    `${introduction(flaw)}: ${verdictOf(flaw, report.spec)} after ${flaw.steps.length} steps.`,
    '',
    ...storyOf(report).steps.flatMap((step) =>
      step.action === null
        ? []
        : [
            `${step.number}. ${step.action.kind === 'fault' ? '**Fault** ' : ''}` +
              `\`${step.title}\` ${step.action.doc}`,
          ],
    ),
    '',
    '<details><summary>As a sequence diagram</summary>',
    '',
    '```mermaid',
    renderMermaid({ ...report, spec: { ...report.spec, variables } }).trimEnd(),
    '```',
    '',
    '</details>',
    '',
    `[Every value that changes](kip-1289/${flaw.id}.txt).` +
      (flaw.removedBy === undefined ? '' : ` ${design(flaw.removedBy)}: every property holds.`),
  ].join('\n');
}

function verdictOf(flaw: Flaw, tree: SpecTree): string {
  if (flaw.property === null) return 'nothing can go on';
  const property = tree.properties.filter(isSafety).find(({ name }) => name === flaw.property)!;
  const doc = property.doc!.replace(/\.$/, '');
  return `\`${property.name}\` (${doc[0]!.toLowerCase()}${doc.slice(1)}) is violated`;
}

function introduction({ row, model }: Flaw): string {
  return row === undefined ? `Model \`${model}\`` : design(row);
}

/** `With `SWITCH=value`, in words what else`. */
function design(row: string): string {
  const { switch: name, value, about } = rowOf(row);
  return `With \`${name}=${String(value)}\`${about === undefined ? '' : `, ${about}`}`;
}
