import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { showValue } from '../../checker/reference/show-value.ts';
import type { State } from '../../checker/reference/value.ts';
import type { Choice } from '../../spec/kip-1289/designs.ts';
import { showExpr } from '../../spec/language/show.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { diffStates } from '../../traces/diff.ts';
import type { Attempt } from '../../traces/guards.ts';
import { attemptsAt, specOf, take } from './behaviour.ts';
import { changed, stateOf, type Places } from './hand-written.ts';

/** An action, from a state written by hand to the state that it must lead to. */
export interface ActionCase {
  /** The step: the action and those of its parameters that do not follow from the state. */
  readonly step: string;
  /** What is special about it, where an action has several cases. */
  readonly when?: string;
  readonly design?: Choice;
  /** The state before, where it differs from the initial one. */
  readonly given: Places;
  /** What the step changes; everything else stays as it is. */
  readonly then: Places;
  /**
   * What makes the action refuse, each by exactly one conjunct of its guard: changes of `given`, and
   * another step where it is the parameters that do not fit.
   */
  readonly refusals?: Readonly<Record<string, Places | Refusal>>;
  /**
   * Conjuncts, as text, that cannot be false alone: others imply them in every state that a test
   * could write.
   */
  readonly implied?: readonly string[];
}

/** A refusal of another instance than the case's. */
export interface Refusal {
  readonly instead: string;
  readonly given: Places;
}

const isRefusal = (refusal: Places | Refusal): refusal is Refusal => 'instead' in refusal;

export const actionOf = ({ step }: ActionCase): string => step.split(' ')[0]!;

/** The tests of an action's cases. */
export function testActions(cases: readonly ActionCase[]): void {
  for (const name of new Set(cases.map(actionOf))) {
    const own = cases.filter((candidate) => actionOf(candidate) === name);
    describe(name, () => {
      for (const one of own) testCase(one);
      for (const one of own.filter(({ refusals }) => refusals !== undefined)) {
        test(`refuses by every part of its guard${suffix(one)}`, () => {
          expect(unshown(one)).toEqual(one.implied ?? []);
        });
      }
    });
  }
}

const suffix = ({ when }: ActionCase): string => (when === undefined ? '' : ` (${when})`);

function testCase(one: ActionCase): void {
  const { step, design, given, then, refusals = {} } = one;
  test(`${one.when ?? 'does what it should'}: ${step}`, () => {
    const tree = specOf(design);
    const before = stateOf(tree, given);
    const { state } = take(tree, before, step);
    expect(differences(tree, changed(tree, before, then), state)).toEqual([]);
  });
  for (const [reason, refusal] of Object.entries(refusals)) {
    test(`is refused if ${reason}${suffix(one)}`, () => {
      expect(failing(one, refusal)).toHaveLength(1);
    });
  }
}

/** Where a state is not as expected, as text. */
function differences(tree: SpecTree, expected: State, actual: State): readonly string[] {
  if (is(expected, actual)) return [];
  const places = tree.variables
    .filter(({ name }) => !is(expected.get(name), actual.get(name)))
    .map(({ name, type }) => `${name}: ${showValue(type, actual.get(name)!)}`);
  return [...diffStates(tree.variables, expected, actual).map(({ path }) => path), ...places];
}

/** The conjuncts that are false where a refusal is expected, of the instance that is nearest to enabled. */
function failing(one: ActionCase, refusal: Places | Refusal): readonly string[] {
  const tree = specOf(one.design);
  const { instead, given } = isRefusal(refusal) ? refusal : { instead: one.step, given: refusal };
  const state = changed(tree, stateOf(tree, one.given), given);
  const outcomes = attemptsAt(tree, state, instead).map((attempt) => falseOnes(attempt));
  return outcomes.reduce((fewest, next) => (next.length < fewest.length ? next : fewest));
}

function falseOnes({ conjuncts, outcomes }: Attempt): readonly string[] {
  return conjuncts.filter((_, i) => outcomes[i] === 'false').map((conjunct) => showExpr(conjunct));
}

/** Conjuncts that a switch makes true whatever the state. */
const ALWAYS = ['true', 'not false'];

/** The conjuncts of the guard that no refusal shows to be false. */
function unshown(one: ActionCase): readonly string[] {
  const tree = specOf(one.design);
  const [some] = attemptsAt(tree, stateOf(tree, one.given), one.step);
  const shown = new Set(Object.values(one.refusals!).flatMap((refusal) => failing(one, refusal)));
  return some!.conjuncts
    .map((conjunct) => showExpr(conjunct))
    .filter((text) => !ALWAYS.includes(text) && !shown.has(text));
}
