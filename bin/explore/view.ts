import type { ActionKind } from '../../spec/language/tree.ts';
import { constantsText } from '../../traces/constants-text.ts';
import { diffStates } from '../../traces/diff.ts';
import { changeRow, valueRows, type Row } from '../../traces/rows.ts';
import { storyOf, type Participant } from '../../traces/story.ts';
import { watchValue, type Exploration } from './exploration.ts';
import type { PropertyNow } from './properties-now.ts';

/** Where one stands, as text that the terminal and the page lay out in their own ways. */
export interface ExploreView {
  readonly spec: string;
  readonly model: string;
  readonly constants: string;
  readonly position: number;
  readonly initialStates: number;
  /** Every step of the path, those ahead too. */
  readonly path: readonly PathStep[];
  readonly participants: readonly Participant[];
  /** What the last step changed. */
  readonly changes: readonly Row[];
  readonly state: readonly StateRow[];
  readonly groups: readonly ChoiceGroup[];
  readonly deadlock: boolean;
  readonly watches: readonly WatchRow[];
  readonly properties: readonly PropertyNow[];
}
export interface PathStep {
  readonly number: number;
  readonly title: string;
  /** null for the initial state. */
  readonly kind: ActionKind | null;
  readonly doc: string | null;
  readonly source: string | null;
  readonly by: string | null;
  readonly to: string | null;
}
export interface StateRow {
  readonly path: string;
  readonly text: string;
  /** Whether the last step gave it this value. */
  readonly changed: boolean;
}
/** The instances of one action that are enabled. */
export interface ChoiceGroup {
  readonly action: string;
  readonly kind: ActionKind;
  readonly doc: string | null;
  readonly source: string | null;
  readonly choices: readonly ChoiceRow[];
}
export interface ChoiceRow {
  readonly number: number;
  readonly title: string;
  readonly error: string | null;
  /** Whether it is the step that was taken from here before. */
  readonly taken: boolean;
  /** How many places it changes. */
  readonly changes: number;
}
export interface WatchRow {
  readonly expression: string;
  readonly value: string;
  readonly error: boolean;
  /** The value before the last step, if it was another. */
  readonly before: string | null;
}

/** Collects what is to be shown; a value that is longer than `room` is broken into its parts. */
export function viewOf(exploration: Exploration, room: number): ExploreView {
  const { spec, subject, position, path, state, before } = exploration;
  const story = storyOf({
    ...subject,
    verdict: 'inconclusive',
    property: null,
    specError: null,
    trace: { steps: path },
    loop: null,
  });
  const step = story.steps[position]!;
  const ahead = path[position + 1]?.instance ?? null;
  const groups = new Map<string, ChoiceGroup & { choices: ChoiceRow[] }>();
  for (const { number, action, title, state: next, error, instance } of exploration.choices) {
    const { name, kind, doc, source } = action;
    const group = groups.get(name) ?? { action: name, kind, doc, source, choices: [] };
    groups.set(name, group);
    const taken = ahead?.action === name && ahead.parameters.equals(instance.parameters);
    const changes = next === null ? 0 : diffStates(spec.variables, state, next).length;
    group.choices.push({ number, title, error, taken, changes });
  }
  return {
    spec: spec.name,
    model: subject.model,
    constants: constantsText(spec.constants, 200),
    position,
    initialStates: exploration.initial.length,
    path: story.steps.map(({ number, title, action, by, to }) => ({
      number,
      title,
      kind: action?.kind ?? null,
      doc: action?.doc ?? null,
      source: action?.source ?? null,
      by,
      to,
    })),
    participants: story.participants,
    changes: step.changes.map((change) => changeRow(change, room)),
    state: stateRows(exploration, room),
    groups: [...groups.values()],
    deadlock: exploration.isDeadlock,
    watches: exploration.watches.map(({ text, node }) => {
      const now = watchValue(node, state);
      const then = before === null ? now.text : watchValue(node, before).text;
      return {
        expression: text,
        value: now.text,
        error: now.error,
        before: then === now.text ? null : then,
      };
    }),
    properties: exploration.properties,
  };
}

function stateRows({ spec, state, before }: Exploration, room: number): readonly StateRow[] {
  return spec.variables.flatMap(({ name, type }) => {
    const rows = valueRows(name, type, state.get(name)!, room);
    const old = before === null ? rows : valueRows(name, type, before.get(name)!, room);
    const texts = new Map(old.map(({ path, entries }) => [path, entries[0]!.text]));
    return rows.map(({ path, entries }): StateRow => {
      const { text } = entries[0]!;
      return { path, text, changed: texts.get(path) !== text };
    });
  });
}

/** A place of the state as a row; one that the last step changed with both values. */
export function changedAs(changes: readonly Row[]): (row: StateRow) => Row {
  return ({ path, text }) =>
    changes.find((change) => change.path === path) ?? { path, entries: [{ sign: '=', text }] };
}
