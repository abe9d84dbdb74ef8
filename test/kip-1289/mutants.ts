import { is } from 'immutable';
import type { Env } from '../../checker/reference/environment.ts';
import { bindInstance } from '../../checker/reference/instances.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { applyUpdates } from '../../checker/reference/updates.ts';
import type { State } from '../../checker/reference/value.ts';
import { showUpdate } from '../../spec/language/show.ts';
import type { UpdateNode } from '../../spec/language/tree.ts';
import type { ActionCase } from './action-case.ts';
import { specOf, take } from './behaviour.ts';
import { stateOf } from './hand-written.ts';

/** An action with one update left out. */
interface Mutant {
  readonly omitted: string;
  readonly updates: readonly UpdateNode[];
}

/** Every way to leave out one update, however deep it is within conditions and loops. */
function* mutants(updates: readonly UpdateNode[]): Generator<Mutant> {
  for (const [i, update] of updates.entries()) {
    const instead = (...others: readonly UpdateNode[]): readonly UpdateNode[] => [
      ...updates.slice(0, i),
      ...others,
      ...updates.slice(i + 1),
    ];
    switch (update.op) {
      case 'ifUpdate':
        for (const { omitted, updates: then } of mutants(update.then))
          yield { omitted, updates: instead({ ...update, then }) };
        for (const { omitted, updates: otherwise } of mutants(update.else))
          yield { omitted, updates: instead({ ...update, else: otherwise }) };
        break;
      case 'forEach':
        for (const { omitted, updates: body } of mutants(update.body))
          yield { omitted, updates: instead({ ...update, body }) };
        break;
      default:
        yield { omitted: showUpdate(update), updates: instead() };
    }
  }
}

/** The updates, as text, that could be left out of an action without any of its cases noticing. */
export function unnoticed(cases: readonly ActionCase[]): readonly string[] {
  const noticed = new Map<string, boolean>();
  for (const { step, design, given } of cases) {
    const tree = specOf(design);
    const before = stateOf(tree, given);
    const { instance, state } = take(tree, before, step);
    const { action, env } = bindInstance(tree, instance!, before)!;
    for (const { omitted, updates } of mutants(action.updates)) {
      if (noticed.get(omitted) === true || changesNothing(omitted)) continue;
      noticed.set(omitted, !is(after(updates, env), state));
    }
  }
  return [...noticed].filter(([, seen]) => !seen).map(([omitted]) => omitted);
}

/** By transaction.version 1 the end of a transaction raises the epoch by nothing. */
const changesNothing = (update: string): boolean => update.endsWith(' + 0');

function after(updates: readonly UpdateNode[], env: Env): State | null {
  try {
    return applyUpdates(updates, env);
  } catch (error) {
    if (error instanceof SpecError) return null;
    throw error;
  }
}
