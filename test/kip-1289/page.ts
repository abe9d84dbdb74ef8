import { isSafety } from '../../checker/reference/properties.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { renderMermaid } from '../../traces/mermaid.ts';
import type { TraceReport } from '../../traces/report.ts';
import { storyOf } from '../../traces/story.ts';
import { renderText } from '../../traces/text.ts';
import { Behaviour } from './behaviour.ts';
import { designOf, type Flaw } from './flaws.ts';

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
    model: `recommended, but ${flaw.switch}=${flaw.value}`,
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
  const known = new Set(IN_DIAGRAMS);
  const variables = report.spec.variables.filter(({ name }) => known.has(name));
  return [
    `${verdictOf(flaw, report.spec)} after ${flaw.steps.length} steps, ${designText(flaw)}:`,
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
    '```mermaid',
    renderMermaid({ ...report, spec: { ...report.spec, variables } }).trimEnd(),
    '```',
    '',
    `[Every value that changes](kip-1289/${flaw.id}.txt)`,
  ].join('\n');
}

function verdictOf(flaw: Flaw, tree: SpecTree): string {
  if (flaw.property === null) return 'Nothing can go on';
  const property = tree.properties.filter(isSafety).find(({ name }) => name === flaw.property)!;
  return `\`${property.name}\` (${property.doc!.replace(/\.$/, '')}) is violated`;
}

function designText(flaw: Flaw): string {
  const others = Object.entries(flaw.with ?? {}).filter(([, value]) => value !== 0);
  return [
    `with \`${flaw.switch}=${flaw.value}\``,
    ...others.map(([name, value]) => `\`${name}=${value}\``),
  ].join(', ');
}
