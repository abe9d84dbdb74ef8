import { describe, expect, test } from 'vitest';
import { parseConstant } from '../../checker/constant-text.ts';
import { prepareModel, readConstants } from '../../checker/prepare.ts';
import { forAll, map, model, oneOf, range, spec } from '../../spec/language/index.ts';
import type { ConstantValue } from '../../spec/language/tree.ts';

/** One constant of every kind. */
const sized = spec('Sized', ({ constant, variable, action, invariant }) => {
  const Worker = constant.ids('Worker', 2, { doc: 'who works' });
  const Step = constant.index('Step', 3, { label: 'step' });
  const most = constant.range('Most', 1, 9, 4);
  const fast = constant.bool('Fast', false);
  const mode = constant.oneOf('Mode', ['early', 'late'], 'early');
  const faults = constant.set('Faults', ['crash', 'loss', 'delay'], ['loss']);
  const n = variable('n', range(0, most.times(2)), { init: 0 });
  const step = variable('step', map(Worker, Step), { init: Step.first });
  const last = variable('last', oneOf('early', 'late'), { init: mode });
  action('Move', { w: Worker }, ({ w }) => ({
    when: [n.lt(most), step.at(w).isLast().not(), faults.has('loss')],
    then: [n.increment(fast.value ? 2 : 1), step.at(w).set(step.at(w).successor())],
  }));
  if (faults.value.includes('crash'))
    action('Crash', { kind: 'fault', then: step.set(Step.first) });
  invariant(
    'Bounded',
    forAll(Worker, (w) => step.at(w).ordinal().le(n).and(last.is(mode))),
  );
});

const valuesOf = (constants: Readonly<Record<string, ConstantValue>> = {}) =>
  Object.fromEntries(sized.instantiate(constants).constants.map((c) => [c.name, c.value]));

describe('a constant', () => {
  test('has the declared value for want of another', () => {
    const declared = { Worker: 2, Step: 3, Most: 4, Fast: false, Mode: 'early', Faults: ['loss'] };
    expect(valuesOf()).toEqual(declared);
  });

  test('is what a model says, and the others stay as declared', () => {
    const given = { Worker: 5, Most: 9, Mode: 'late', Faults: [] };
    expect(valuesOf(given)).toEqual({ Step: 3, Fast: false, ...given });
  });

  test('shapes the spec: types, actions and labels follow', () => {
    const tree = sized.instantiate({ Worker: 3, Most: 2, Faults: ['crash'] });
    expect(tree.variables[0]!.type).toEqual({ kind: 'range', lo: 0, hi: 4 });
    const Worker = { kind: 'ids', name: 'Worker', size: 3, labels: ['w1', 'w2', 'w3'] };
    const Step = { kind: 'index', name: 'Step', size: 3, labels: ['step1', 'step2', 'step3'] };
    expect(tree.variables[1]!.type).toEqual({ kind: 'map', key: Worker, value: Step });
    expect(tree.actions.map((a) => a.name)).toEqual(['Move', 'Crash']);
  });

  test('tells its declared value, what it may be and what it means', () => {
    const [worker, , most] = sized.instantiate({ Worker: 7, Most: 1 }).constants;
    expect(worker).toEqual({ name: 'Worker', kind: 'ids', value: 7, declared: 2, allowed: 'a size from 1 to 1024', doc: 'who works' }); // prettier-ignore
    expect(most).toMatchObject({ declared: 4, value: 1, allowed: 'an integer from 1 to 9' });
  });

  test('keeps its labels apart from those of a domain with the same first letter', () => {
    const tree = spec('L', ({ constant, variable }) => {
      const Pair = constant.ids('Pair', 1);
      const Partition = constant.ids('Partition', 2);
      variable('f', map(Pair, map(Partition, oneOf('x'))), { init: 'x' });
    }).instantiate();
    expect(tree.variables[0]!.type).toMatchObject({
      key: { labels: ['p1'] },
      value: { key: { labels: ['partition1', 'partition2'] } },
    });
  });
});

describe('a value that a constant cannot have', () => {
  test.each([
    ['a size of none', { Worker: 0 }, 'Worker cannot be 0', 'It is a size from 1 to 1024.'],
    ['half a size', { Step: 1.5 }, 'Step cannot be 1.5', 'It is a size from 1 to 1024.'],
    ['a number out of range', { Most: 10 }, 'Most cannot be 10', 'It is an integer from 1 to 9.'],
    ['text for a number', { Most: '3' }, 'Most cannot be "3"', 'It is an integer from 1 to 9.'],
    ['a number for a switch', { Fast: 1 }, 'Fast cannot be 1', 'It is true or false.'],
    ['another name', { Mode: 'soon' }, 'Mode cannot be "soon"', 'It is one of early, late.'],
    ['a name for a set', { Faults: 'loss' }, 'Faults cannot be "loss"', 'It is a set of crash, loss, delay.'],
    ['a set with another name', { Faults: ['loss', 'fire'] }, 'Faults cannot be ["loss","fire"]', 'It is a set of crash, loss, delay.'],
    ['not a number', { Most: NaN }, 'Most cannot be null', 'It is an integer from 1 to 9.'],
  ] as const)('%s', (_, given, message, hint) => {
    const error = thrownBy(() => sized.instantiate(given));
    expect(error).toContain(`Sized: the constant ${message}\n`);
    expect(error).toContain(hint);
  }); // prettier-ignore

  test('all of them are told at once, with an unknown one', () => {
    const error = thrownBy(() => sized.instantiate({ Most: 0, Mode: 'x', Wroker: 2, Colour: 1 }));
    expect(error.match(/cannot be|has no constant '\w+'/g)).toEqual(['cannot be', 'cannot be', "has no constant 'Wroker'", "has no constant 'Colour'"]); // prettier-ignore
    expect(error).toContain("Did you mean 'Worker'?");
    expect(error).toContain('Its constants are Worker, Step, Most, Fast, Mode, Faults.');
  });
});

describe('a constant given as text', () => {
  const small = model(sized, { constants: { Worker: 3, Faults: ['crash'] }, expect: 'holds' });
  const read = (...texts: [string, string][]) => readConstants(small, new Map(texts));

  test.each([
    ['Worker', '4', 4],
    ['Step', ' 2 ', 2],
    ['Most', '+7', 7],
    ['Fast', 'true', true],
    ['Mode', 'late', 'late'],
    ['Faults', 'crash, delay', ['crash', 'delay']],
    ['Faults', '{loss}', ['loss']],
    ['Faults', '', []],
  ])('%s=%s', (name, text, value) => {
    expect(read([name, text])).toEqual({ [name]: value });
  });

  test.each([
    ['Worker', '4.0'],
    ['Most', '1e1'],
    ['Most', '0x3'],
    ['Most', ''],
    ['Most', '99999999999999999999'],
    ['Fast', 'yes'],
    ['Faults', 'crash,,loss'],
  ])('%s=%s is refused', (name, text) => {
    const declaration = sized.instantiate().constants.find((c) => c.name === name)!;
    expect(() => parseConstant(declaration, text)).toThrow('is no value for the constant');
  });

  test('changes the model that it is given to, and what that expects', () => {
    const same = prepareModel('small', small, { constants: read(['Worker', '3']) });
    expect(same).toMatchObject({ expect: 'holds', given: { Worker: 3, Faults: ['crash'] } });
    const other = prepareModel('small', small, { constants: read(['Worker', '4']) });
    expect(other).toMatchObject({ expect: null, given: { Worker: 4, Faults: ['crash'] } });
    expect(other.tree.constants[0]).toMatchObject({ name: 'Worker', value: 4 });
  });

  test('must be one of the spec', () => {
    expect(() => read(['Wroker', '1'])).toThrow("there is no constant 'Wroker'");
  });
});

function thrownBy(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
