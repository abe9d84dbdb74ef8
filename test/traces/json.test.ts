import fc from 'fast-check';
import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { readTrace, renderJson } from '../../traces/json.ts';
import { decodeValue, encodeValue, MalformedTrace } from '../../traces/plain.ts';
import type { Json } from '../../traces/plain.ts';
import { parseTrace } from '../../traces/saved-trace.ts';
import type { TraceReport } from '../../traces/report.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';
import { anyType } from './any-type.ts';

const twice = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m2, r1)', 'Finish', 'Finish'];
const report = behaviour(leases, twice, { property: 'OnceOnly', model: 'small' });
const text = renderJson(report);

/** The message with which reading the text fails. */
function problem(saved: string, against: TraceReport = report): string {
  try {
    readTrace(parseTrace(saved), against.spec);
  } catch (error) {
    if (error instanceof MalformedTrace) return error.message;
    throw error;
  }
  throw new Error('the trace was read');
}

/** The saved trace with something changed. */
function changed(change: (document: Record<string, never>) => void): string {
  const document = JSON.parse(text) as Record<string, never>;
  change(document);
  return JSON.stringify(document);
}

test('a saved trace is read back as it was', () => {
  const read = readTrace(parseTrace(text), report.spec);
  expect(read.specChanged).toBe(false);
  expect({ ...read.report, trace: null }).toEqual({ ...report, trace: null });
  expect(read.report.trace.steps.length).toBe(report.trace.steps.length);
  read.report.trace.steps.forEach((step, i) => {
    const original = report.trace.steps[i]!;
    expect(is(step.state, original.state)).toBe(true);
    expect(step.instance?.action).toBe(original.instance?.action);
    expect(is(step.instance?.parameters, original.instance?.parameters)).toBe(true);
  });
});

test('a spec error is saved with its instance', () => {
  const steps = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)', 'Expire(r1)'];
  const failing = behaviour(leases, [...steps, 'Acquire(m2, r1)', 'Acquire(m2, r2)'], {
    constants: { limit: 3 },
  });
  const read = readTrace(parseTrace(renderJson(failing)), failing.spec);
  expect(read.report.specError).toEqual(failing.specError);
});

test('each step stands on a line of its own', () => {
  const lines = text.split('\n').filter((line) => line.startsWith('    {"action"'));
  expect(lines.length).toBe(report.trace.steps.length);
});

test('the document is as docs/trace-format.md shows it', async () => {
  const shown = text.replace(/sha256:[0-9a-f]{64}/, 'sha256:…');
  await expect(shown).toMatchFileSnapshot('golden/trace.json');
});

test('every value of a small type survives encoding', () => {
  fc.assert(
    fc.property(anyType, (type: TypeNode) => {
      let count = 0;
      for (const value of valuesOf(type)) {
        const json = JSON.parse(JSON.stringify(encodeValue(type, value))) as Json;
        expect(is(decodeValue(type, json, 'x'), value)).toBe(true);
        if (++count === 200) break;
      }
    }),
    { numRuns: 300 },
  );
});

test('different values are encoded differently', () => {
  fc.assert(
    fc.property(anyType, (type: TypeNode) => {
      const seen = new Set<string>();
      let count = 0;
      for (const value of valuesOf(type)) {
        seen.add(JSON.stringify(encodeValue(type, value)));
        if (++count === 200) break;
      }
      expect(seen.size).toBe(count);
    }),
    { numRuns: 300 },
  );
});

describe('a trace that cannot be read says what is wrong and where:', () => {
  const set = (path: readonly (string | number)[], value: unknown): string =>
    changed((document) => {
      const parent = path.slice(0, -1).reduce<Record<string, never>>((o, k) => o[k]!, document);
      Object.assign(parent, { [path.at(-1)!]: value });
    });
  const drop = (path: readonly (string | number)[]): string =>
    changed((document) => {
      const parent = path.slice(0, -1).reduce<Record<string, never>>((o, k) => o[k]!, document);
      delete parent[path.at(-1)!];
    });

  test('an empty file', () => {
    expect(problem(' \n')).toBe('the file is empty');
  });
  test('a truncated file, wherever it is cut', () => {
    for (let length = 1; length < text.trimEnd().length; length++)
      expect(problem(text.slice(0, length))).toContain(
        'the file is cut off: it ends in the middle',
      );
  });
  test('text that is not JSON', () => {
    expect(problem('MODULE Trace')).toMatch(/^this is not JSON: /);
  });
  test('other JSON', () => {
    expect(problem('{}')).toBe("this is not a kripke trace: its 'format' is not 'kripke-trace'");
    expect(problem('[]')).toContain('this is not a kripke trace');
  });
  test('an ITF trace', () => {
    expect(problem('{"vars":[],"states":[]}')).toContain('looks like an ITF trace');
  });
  test('a later version of the format', () => {
    expect(problem(set(['version'], 2))).toBe(
      'version: this trace has format version 2; only version 1 is understood',
    );
  });
  test('a missing member', () => {
    expect(problem(drop(['verdict']))).toBe("'verdict' is missing");
    expect(problem(drop(['spec', 'fingerprint']))).toBe("spec: 'fingerprint' is missing");
    expect(problem(drop(['steps', 2, 'state']))).toBe("steps[2]: 'state' is missing");
  });
  test('a member of the wrong kind', () => {
    expect(problem(set(['steps'], {}))).toBe('steps: expected a list');
    expect(problem(set(['steps'], []))).toBe('steps: a trace has at least one step');
    expect(problem(set(['model'], 3))).toBe('model: expected text');
    expect(problem(set(['verdict'], 'fine'))).toMatch(/^verdict: expected one of holds, /);
    expect(problem(set(['constants', 'limit'], {}))).toMatch(/^constants.limit: expected /);
    expect(problem(set(['loop'], 99))).toBe('loop: there is no step 99');
    expect(problem(set(['loop'], 'x'))).toBe('loop: expected a step number or null');
  });
  test('an initial state with an action, a step without one', () => {
    expect(problem(set(['steps', 0, 'action'], 'Finish'))).toMatch(/^steps\[0\].action: the first/);
    expect(problem(set(['steps', 1, 'action'], null))).toMatch(
      /^steps\[1\].action: only the first/,
    );
  });
  test('a trace of another spec', () => {
    const other = behaviour(hastyCommit, []);
    expect(problem(text, other)).toBe(
      'spec.name: the trace is of spec Leases, but this is spec HastyCommit',
    );
  });
  test('an unknown action', () => {
    expect(problem(set(['steps', 1, 'action'], 'Fetch'))).toBe(
      "steps[1].action: spec Leases has no action 'Fetch'; it has Acquire, Finish, Expire, Crash, Failover",
    );
  });
  test('an unknown property', () => {
    expect(problem(set(['property'], 'Safe'))).toMatch(
      /^property: spec Leases has no property 'Safe'; it has OnceOnly, /,
    );
  });
  test('a missing variable and one too many', () => {
    expect(problem(drop(['steps', 3, 'state', 'inbox']))).toBe(
      "steps[3].state: variable 'inbox' is missing",
    );
    expect(problem(set(['steps', 3, 'state', 'outbox'], []))).toBe(
      "steps[3].state: spec Leases has no variable 'outbox'",
    );
  });
  test('a missing parameter and one too many', () => {
    expect(problem(drop(['steps', 1, 'parameters', 'm']))).toBe(
      "steps[1].parameters: parameter 'm' is missing",
    );
    expect(problem(set(['steps', 2, 'parameters', 'm'], 'm1'))).toBe(
      "steps[2].parameters: action Expire has no parameter 'm'",
    );
  });
  test('a value out of its type', () => {
    const at = ['steps', 2, 'state', 'records', 'r1'] as const;
    const path = 'steps[2].state.records[r1]';
    expect(problem(set([...at, 'deliveries'], 4))).toBe(
      `${path}.deliveries: expected an integer from 0 to 3, found 4`,
    );
    expect(problem(set([...at, 'state'], 'GONE'))).toBe(
      `${path}.state: expected one of AVAILABLE, ACQUIRED, DONE, found "GONE"`,
    );
    expect(problem(set([...at, 'owner'], { some: 'm3' }))).toBe(
      `${path}.owner.some: expected one of m1, m2, found "m3"`,
    );
    expect(problem(drop([...at, 'owner']))).toBe(`${path}: 'owner' is missing`);
    expect(problem(set(['steps', 1, 'parameters', 'm'], 'r1'))).toBe(
      'steps[1].parameters.m: expected one of m1, m2, found "r1"',
    );
  });
  test('a map without a key, with a key too many, with another key', () => {
    const at = ['steps', 0, 'state', 'records'] as const;
    expect(problem(drop([...at, 'r2']))).toMatch(
      /^steps\[0\].state.records: expected a value of map/,
    );
    expect(problem(set([...at, 'r3'], {}))).toMatch(
      /^steps\[0\].state.records\[r3\]: expected one of r1/,
    );
  });
  test('a collection that is too large or lists an element twice', () => {
    expect(problem(set(['steps', 0, 'state', 'crashed'], ['m1', 'm1']))).toBe(
      'steps[0].state.crashed: a set lists an element twice',
    );
    const four = new Array(4).fill({ member: 'm1', record: 'r1' });
    expect(problem(set(['steps', 0, 'state', 'inbox'], four))).toMatch(
      /^steps\[0\].state.inbox: expected a value of sequence/,
    );
  });
});

describe('a spec that changed since the trace was saved', () => {
  test('is noticed', () => {
    const other = behaviour(leases, [], { constants: { limit: 3 } });
    expect(readTrace(parseTrace(text), other.spec).specChanged).toBe(true);
  });
  test('is named as the reason why the trace cannot be read', () => {
    const smaller = behaviour(leases, [], { constants: { Member: 1 } });
    expect(problem(text, smaller)).toContain('The spec has changed since the trace was saved.');
  });
});
