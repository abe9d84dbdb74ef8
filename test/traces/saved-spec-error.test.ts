import { describe, expect, test } from 'vitest';
import { check } from '../../checker/check.ts';
import {
  bool,
  choose,
  filter,
  next,
  range,
  spec,
  type Builder,
} from '../../spec/language/index.ts';
import { readTrace, renderJson } from '../../traces/json.ts';
import { reportOf } from '../../traces/report.ts';
import { parseTrace } from '../../traces/saved-trace.ts';
import { renderText } from '../../traces/text.ts';
import { validateTrace } from '../../traces/validate.ts';

const Small = range(0, 3);
type N = ReturnType<typeof counter>;
const counter = ({ variable }: Builder) => variable('n', Small, { init: 0 });
/** An expression that fails for want of a value. */
const nothing = (n: N) => choose(Small, (k) => k.lt(n.minus(9)));
const rise = (b: Builder, n: N) => b.action('Rise', { when: [n.lt(1)], then: n.increment() });

/** Spec errors in the parts of a spec, with other ones beside them. */
const cases: Readonly<Record<string, (b: Builder, n: N) => void>> = {
  'in an invariant, where an action fails too': (b, n) => {
    b.action('Fall', { then: n.decrement() });
    b.invariant('I', nothing(n).is(0));
  },
  'in an action, where an earlier one fails later': (b, n) => {
    b.action('Fall', { when: [n.gt(2)], then: n.decrement() });
    b.action('Fail', { then: n.set(nothing(n)) });
  },
  'in a step invariant': (b, n) => {
    rise(b, n);
    b.stepInvariant('S', nothing(n).is(next(n)));
  },
  'in a constraint': (b, n) => {
    rise(b, n);
    b.constraint('C', nothing(n).is(0));
  },
  'in what says where it may end': (b, n) => {
    rise(b, n);
    b.terminal(nothing(n).is(0));
  },
  'in the domain of a parameter after others': (b, n) => {
    b.action(
      'Jump',
      { up: bool },
      ({ up }) => ({ by: filter(Small, (k) => k.is(nothing(n)).and(up)) }),
      ({ up, by }) => ({ when: [up], then: n.set(by) }),
    );
  },
};

const engines = ['reference', 'compiled'] as const;
describe.each(engines)('of the %s engine', (engine) => {
  test.each(Object.entries(cases))(
    'a spec error %s can be saved and found again',
    async (_, build) => {
      const failing = spec('Failing', (b) => build(b, counter(b)));
      const result = await check(failing, { engine, workers: 1 });
      expect(result.verdict).toBe('spec-error');
      const tree = failing.instantiate();
      const report = reportOf(tree, result, null)!;
      expect(renderText(report)).toContain('no value');
      const { report: read } = readTrace(parseTrace(renderJson(report)), tree);
      expect(read).toEqual(report);
      expect(validateTrace(read)).toEqual({ outcome: 'confirmed' });
    },
  );
});
