import { describe, expect, test } from 'vitest';
import {
  bool,
  forAll,
  model,
  range,
  setOf,
  spec,
  SpecMistakes,
  showMistake,
  type Builder,
} from '../../spec/language/index.ts';
import { told, toldWith } from './told.ts';

/** Everything that is thrown, as its message. */
function thrownBy(body: () => unknown): SpecMistakes {
  try {
    body();
  } catch (error) {
    if (error instanceof SpecMistakes) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const lamp = ({ variable, action }: Builder) => {
  const on = variable('on', bool, { init: false });
  action('Toggle', { then: on.set(on.not()) });
  return on;
};

describe('warnings', () => {
  test('there is none about a plain spec', () => {
    expect(told(lamp)).toEqual([]);
  });

  test.each<[string, (builder: Builder) => void, string]>([
    [
      'a variable that nothing refers to',
      (b) => b.variable('idle', bool, { init: false }),
      'T, variable idle: nothing refers to this variable | Remove it, or use it.',
    ],
    [
      'an action that changes nothing',
      (b) => b.action('Wait', { then: [] }),
      'T, action Wait: this action changes nothing | Give it an update, or remove it.',
    ],
    [
      "a predicate in TypeScript's own operators",
      (b) => b.invariant('Off', !b.variable('x', bool, { init: false })),
      'T, invariant Off: the predicate is the plain value false | Write `not(x)` and `x.is(y)`, not `!x` and `x === y`.',
    ],
    [
      'a domain without values',
      (b) =>
        b.invariant(
          'All',
          forAll(setOf(range(0, 3)).of([]), (x) => x.gt(1)),
        ),
      "T, invariant All: 'x' ranges over an empty set | in: {} | Give the set elements, or range over a type.",
    ],
  ])('%s', (_, declare, warning) => {
    const lines = told((builder) => {
      lamp(builder);
      declare(builder);
    });
    expect(lines).toContain(warning);
  });

  test('a spec in which nothing can happen', () => {
    const lines = told(({ variable, invariant }) => {
      invariant('On', variable('on', bool, { init: true }));
    });
    expect(lines).toEqual(['T: the spec has no action | Declare what happens with `action(…)`.']);
  });

  test('are not errors: the spec can be used', () => {
    const idle = spec('T', (b) => b.variable('idle', bool, { init: false }));
    expect(idle.instantiate().variables).toHaveLength(1);
  });
});

describe('a mistake', () => {
  const slip = spec('Lamp', ({ variable, action }) => {
    const n = variable('n', range(0, 3), { init: 0 });
    action('Toggle', { then: n.set(7) });
  });

  test('tells the spec, the action, the expression, the place and what to do', () => {
    const [mistake] = thrownBy(() => slip.instantiate()).mistakes;
    expect(showMistake(mistake!).split('\n')).toEqual([
      'Lamp, action Toggle: 7 is not a value of 0..3',
      '    in: 7',
      expect.stringMatching(/^ {4}at: test\/language\/spec\.test\.ts:\d+:\d+$/),
      '    Give a value or an expression of 0..3.',
    ]);
  });

  test('is thrown at once outside of a spec', () => {
    expect(thrownBy(() => range(3, 1)).message).toMatch(/^range\(3, 1\) is empty\n {4}at: test\//);
  });

  test('does not hide the next spec: each is built by itself', () => {
    thrownBy(() => slip.instantiate());
    expect(told(lamp)).toEqual([]);
  });

  test('made in a helper above is told once, by its place', () => {
    const lines = toldWith((b, { n }) => {
      const small = (limit: number) => n.is(limit + 0.5);
      b.invariant('A', small(1));
      b.invariant('B', small(1));
    });
    expect(lines).toEqual([
      'T: 1.5 is not an integer | Numbers of a spec are integers within 2^53.',
    ]);
  });
});

describe('a builder', () => {
  test('that throws is a mistake where it threw, after those before', () => {
    const broken = spec('B', ({ variable, action }) => {
      const n = variable('n', range(0, 3), { init: 9 });
      action('Step', { k: range(0, 1) }, () => {
        if (n !== undefined) throw new Error('not yet');
        return { then: [] };
      });
    });
    const error = thrownBy(() => broken.instantiate());
    expect(error.mistakes.map((m) => [m.where, m.message])).toEqual([
      ['variable n', '9 is not a value of 0..3'],
      ['action Step', 'not yet'],
    ]);
    expect(error.mistakes[1]!.position!.file).toContain('spec.test.ts');
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('must not be an async function', () => {
    const lines = told(async ({ variable }) => {
      variable('on', bool, { init: false });
      await Promise.reject(new Error('late'));
    });
    expect(lines).toEqual([
      'T: the builder is an async function | Await before `spec(…)`, and declare everything at once.',
    ]);
  });

  test('can be taken apart and extended', () => {
    const lines = told((builder) => {
      const { variable, action, invariant } = { ...builder };
      const on = variable('on', bool, { init: true });
      action('Toggle', { then: on.set(on.not()) });
      invariant('I', on);
    });
    expect(lines).toEqual([]);
  });

  test('must not use an expression as a value of TypeScript', () => {
    const lines = toldWith((b, { n }) => b.invariant('I', (n as unknown as number) + 1 > 0));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('n is an expression of the spec, not a value of TypeScript');
  });

  test('runs once for each choice of constants, and gives the same tree each time', () => {
    const sized = spec('S', ({ constant, variable, invariant }) => {
      const seen = variable('seen', setOf(constant.ids('P', 2)), { init: [] });
      invariant(
        'Few',
        forAll(seen, (p) => seen.without(p).size().lt(2)),
      );
    });
    expect(sized.instantiate({ P: 3 })).toEqual(sized.instantiate({ P: 3 }));
    expect(sized.instantiate({ P: 3 })).not.toEqual(sized.instantiate());
  });
});

describe('a model', () => {
  const lamp = spec('Lamp', ({ variable }) => {
    variable('on', bool, { init: false });
  });

  test('keeps its spec and options', () => {
    const options = { properties: ['P'], deadlock: false, expect: { violated: 'P' } };
    expect(model(lamp, options)).toMatchObject({ spec: lamp, ...options });
  });

  test.each<[string, () => unknown, string, string]>([
    ['of no spec', () => model(undefined as never), 'a model is made of undefined', 'Do two files import each other?'],
    ['of a builder', () => model((() => undefined) as never), 'a model is made of a function', 'Give it what `spec(…)` returned.'],
    ['with an option that does not exist', () => model(lamp, { constant: {} } as never), "there is no option 'constant'", "Did you mean 'constants'?"],
    ['with a verdict that does not exist', () => model(lamp, { expect: 'hold' as never }), 'a model cannot expect "hold"', "Did you mean 'holds'?"],
    ['with two expectations', () => model(lamp, { expect: { violated: 'A', unreachable: 'B' } }), 'a model cannot expect {"violated":"A","unreachable":"B"}', "Expect 'holds'"],
  ])('%s is refused', (_, make, message, hint) => {
    const [mistake] = thrownBy(make).mistakes;
    expect(mistake!.message).toBe(message);
    expect(mistake!.hint).toContain(hint);
  }); // prettier-ignore
});
