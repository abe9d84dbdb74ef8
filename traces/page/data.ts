import { Map } from 'immutable';
import type { Value } from '../../checker/reference/value.ts';
import type { ActionKind, VariableDeclaration } from '../../spec/language/tree.ts';
import { explainEnding } from '../ending.ts';
import type { Explanation } from '../explain.ts';
import { propertyOf } from '../report.ts';
import type { TraceReport } from '../report.ts';
import { changeRow, valueRows } from '../rows.ts';
import type { Row } from '../rows.ts';
import { storyOf } from '../story.ts';
import type { Participant } from '../story.ts';
import { endingTitle } from '../text-ending.ts';
import { headline, headerFields } from '../text-header.ts';

/** What the page's script is given. Everything is text already; states are shared by reference. */
export interface PageData {
  readonly headline: string;
  /** Whether the trace is a witness, which is no bad news. */
  readonly good: boolean;
  readonly doc: string | null;
  /** Label and text of each line under the headline. */
  readonly facts: readonly (readonly [string, string])[];
  readonly participants: readonly Participant[];
  readonly actions: readonly PageAction[];
  readonly variables: readonly string[];
  /** Distinct values of variables, each as rows of path and text. */
  readonly values: readonly (readonly PageRow[])[];
  readonly steps: readonly PageStep[];
  readonly loop: number | null;
  readonly ending: PageEnding;
}
export interface PageAction {
  readonly name: string;
  readonly kind: ActionKind;
  readonly doc: string | null;
  readonly source: string | null;
}
export type PageRow = readonly [path: string, text: string];
export interface PageStep {
  /** Index into `actions`; null for the initial state. */
  readonly action: number | null;
  readonly title: string;
  /** Indices into `participants`. */
  readonly by: number | null;
  readonly to: number | null;
  readonly changes: readonly Row[];
  /** Pairs of an index into `variables` and one into `values`: what this step changed. */
  readonly patch: readonly (readonly [variable: number, value: number])[];
}
export interface PageEnding {
  readonly title: string;
  readonly explanations: readonly { readonly title: string | null; readonly tree: Explanation }[];
  readonly notes: readonly string[];
}

/** Values are broken into rows of this many characters at most, where their type allows it. */
const ROW_WIDTH = 40;

export function pageData(report: TraceReport): PageData {
  const { spec, trace } = report;
  const story = storyOf(report);
  const values = new ValueTable(spec.variables);
  const placeOf = (name: string | null): number | null =>
    name === null ? null : story.participants.findIndex((p) => p.name === name);
  return {
    headline: headline(report),
    good: propertyOf(report)?.kind === 'reachable' && report.specError === null,
    doc: propertyOf(report)?.doc ?? null,
    facts: headerFields(report, story, false),
    participants: story.participants,
    actions: spec.actions.map(({ name, kind, doc, source }) => ({ name, kind, doc, source })),
    variables: spec.variables.map((v) => v.name),
    steps: story.steps.map((step) => ({
      action: step.action === null ? null : spec.actions.indexOf(step.action),
      title: step.title,
      by: placeOf(step.by),
      to: placeOf(step.to),
      changes: step.changes.map((change) => changeRow(change, ROW_WIDTH)),
      patch: values.patch(
        trace.steps[step.number]!.state,
        step.number === 0 ? null : new Set(step.changes.map((change) => change.variable)),
      ),
    })),
    values: values.rows,
    loop: report.loop,
    ending: pageEnding(report),
  };
}

/** Each value of each variable once, for long traces come back to the same values. */
class ValueTable {
  readonly rows: (readonly PageRow[])[] = [];
  private readonly variables: readonly VariableDeclaration[];
  private known: readonly Map<Value, number>[];

  constructor(variables: readonly VariableDeclaration[]) {
    this.variables = variables;
    this.known = variables.map(() => Map<Value, number>());
  }

  /** The variables that have changed (null: all of them) with their values. */
  patch(state: Map<string, Value>, changed: ReadonlySet<string> | null): [number, number][] {
    return [...this.variables.entries()]
      .filter(([, { name }]) => changed === null || changed.has(name))
      .map(([i, { name }]) => [i, this.indexOf(i, state.get(name)!)]);
  }

  private indexOf(variable: number, value: Value): number {
    const known = this.known[variable]!.get(value);
    if (known !== undefined) return known;
    const { name, type } = this.variables[variable]!;
    const index = this.rows.length;
    this.rows.push(
      valueRows(name, type, value, ROW_WIDTH).map(({ path, entries }) => [path, entries[0]!.text]),
    );
    this.known = this.known.with(variable, this.known[variable]!.set(value, index));
    return index;
  }
}

function pageEnding(report: TraceReport): PageEnding {
  const ending = explainEnding(report);
  const title = endingTitle(report, ending);
  switch (ending.kind) {
    case 'property': {
      const { explanation } = ending;
      const explanations = explanation === null ? [] : [{ title: null, tree: explanation }];
      return { title, explanations, notes: [] };
    }
    case 'liveness': {
      const { failure } = ending;
      const explanations = failure === null ? [] : [{ title: null, tree: failure.explanation }];
      return { title, explanations, notes: [] };
    }
    case 'deadlock':
      return {
        title,
        explanations: ending.waiting.flatMap((waiting) =>
          waiting.obstacle === null ? [] : [{ title: waiting.title, tree: waiting.obstacle }],
        ),
        notes: ending.waiting
          .filter((waiting) => waiting.obstacle === null)
          .map((waiting) => `${waiting.title} ${waiting.note}`),
      };
    case 'spec-error':
      return {
        title,
        explanations: [],
        notes: [
          ending.expression,
          ...ending.values.map(({ text, value }) => `${text}: ${value}`),
          ending.error.message,
        ],
      };
    case 'none':
      return { title, explanations: [], notes: [] };
  }
}
