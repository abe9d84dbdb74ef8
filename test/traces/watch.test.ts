import { expect, test } from 'vitest';
import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import type { Spec } from '../../spec/language/index.ts';
import { showExpr } from '../../spec/language/show.ts';
import { parseCondition, parseWatch } from '../../traces/watch/watch.ts';
import { WatchMistake } from '../../traces/watch/watch-mistake.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

/** The value of an expression after some steps. */
function valueOf(spec: Spec, steps: readonly string[], text: string): string {
  const { spec: tree, trace } = behaviour(spec, steps);
  const node = parseWatch(text, tree);
  return showValue(node.type, evaluate(node, environment(trace.steps.at(-1)!.state)));
}

test.each([
  ['rmState[r1]', 'prepared'],
  ['rmState[r1] = prepared', 'true'],
  ["'prepared' == rmState[r2]", 'false'],
  ['size(msgs) > 0 and tmState = init', 'true'],
  ['msgs.size + 2 * 3 - 1', '6'],
  ['(msgs.size + 2) * 3', '9'],
  ['-7 div 2', '-4'],
  ['7 mod 2', '1'],
  ['Prepared(r1) in msgs', 'true'],
  ['Prepared(r2) not in msgs', 'true'],
  ['msgs = {Prepared(r1)}', 'true'],
  ['{Commit} union msgs', '{Prepared(r1), Commit}'],
  ['msgs subset of {Commit, Prepared(r1)}', 'true'],
  ['tmState in {committed, aborted}', 'false'],
  ['for all a in RM, b in RM: rmState[a] = rmState[b]', 'false'],
  ['exists r in RM: Prepared(r) in msgs && !(rmState[r] = working)', 'true'],
  ['∃ r ∈ RM: rmState[r] ≠ working', 'true'],
  ['exists m in msgs: m is Prepared and m.Prepared = r1', 'true'],
  ['{r in RM: rmState[r] = working}', '{r2}'],
  ['{rmState[r]: r in RM}', '{working, prepared}'],
  ['count(r in RM: rmState[r] = prepared)', '1'],
  ['sum(2: r in RM)', '4'],
  ['max(msgs.size, 5)', '5'],
  ['if tmState = init then 1 else 20', '1'],
  ['tmState = init implies tmState = committed', 'false'],
  ['true or false and false', 'true'],
  ['not Consistent', 'false'],
  ['AllCommit', 'false'],
])('the value of %s', (text, value) => {
  expect(valueOf(hastyCommit, ['Prepare(r1)'], text)).toBe(value);
});

test.each([
  ['records[r1].state', 'ACQUIRED'],
  ['records[r1].owner = m1', 'true'],
  ['records[r1].owner != none', 'true'],
  ['records[r2].owner = none', 'true'],
  ['records[r1].owner.value', 'm1'],
  ['inbox[0].record', 'r1'],
  ['head(inbox).member = m1', 'true'],
  ['inbox = [{ member: m1, record: r1 }]', 'true'],
  ['size(inbox) = inbox.length', 'true'],
  ['count(seen, r1) + seen[r2]', '0'],
  ['exists d in inbox: d.record < r2', 'true'],
  ['records[r1].deliveries < limit', 'true'],
  ['ordinal(r2)', '1'],
  ['max(records[r].deliveries: r in Record)', '1'],
  ['crashed = {}', 'true'],
])('the value of %s among records', (text, value) => {
  expect(valueOf(leases, ['Acquire(m1, r1)'], text)).toBe(value);
});

test.each([
  ['rmSate[r1]', 0, "there is no variable or value 'rmSate'", "Did you mean 'rmState'?"],
  ['rmState[r1] = workin', 14, "there is no value 'workin'", "Did you mean 'working'?"],
  ['rmState[r9]', 8, "there is no RM 'r9'", "Did you mean 'r1'?"],
  ['rmState[r1', 10, "the expression ends, where ']' is expected for the '[' at 8", ''],
  ['tmState = ', 10, 'the expression ends here, where a value is expected', ''],
  ['tmState init', 8, "'init' is not expected after a whole expression", ''],
  ['1 +* 2', 3, "'*' stands here, where a value is expected", ''],
  ['tmState @ 2', 8, "'@' means nothing here", ''],
  ['tmState.foo', 8, 'this is oneOf(init, committed, aborted): it has no parts', ''],
  ['tmState < init', 8, 'oneOf(init, committed, aborted) has no order', ''],
  ['tmState + 1', 0, 'this is oneOf(init, committed, aborted), not an integer', ''],
  ['rmState subset rmState', 8, /is not a set$/, ''],
  ['msgs = 3', 5, /cannot be compared or combined$/, ''],
  ['Decided', 0, 'Decided is eventually: it has no value in a single state', ''],
  ['siz(msgs)', 0, "there is no function 'siz'", "Did you mean 'size'?"],
  ["tmState = 'init", 10, 'the text has no closing quote', ''],
  ['exists r in tmState: true', 12, /has no elements$/, ''],
  ['Prepared in msgs', 0, 'Prepared holds RM: write Prepared(…)', ''],
  ['', 0, 'the expression is empty', ''],
])('points at the mistake in: %s', (text, at, message, hint) => {
  let mistake: unknown;
  try {
    parseWatch(text, hastyCommit.instantiate());
  } catch (error) {
    mistake = error;
  }
  expect(mistake).toBeInstanceOf(WatchMistake);
  const found = mistake as WatchMistake;
  if (typeof message === 'string') expect(found.message).toBe(message);
  else expect(found.message).toMatch(message);
  const [shown, mark, advice = ''] = found.hint.split('\n');
  expect([shown, mark, advice]).toEqual([text, `${' '.repeat(at)}^`, hint]);
});

test('a condition must be true or false', () => {
  const tree = hastyCommit.instantiate();
  expect(() => parseCondition('size(msgs)', tree)).toThrow('neither true nor false');
  expect(parseCondition('size(msgs) = 0', tree).type.kind).toBe('bool');
});

test.each([
  'for all r in RM: rmState[r] = working or Prepared(r) in msgs',
  '{r in RM: rmState[r] = working} minus {r1}',
  'if size(msgs) > 1 then tmState = init else not tmState = aborted',
  'count(r in RM: rmState[r] != working) + 1 <= size(msgs) * 2',
])('reads what is shown as it was meant: %s', (text) => {
  const tree = hastyCommit.instantiate();
  const shown = showExpr(parseWatch(text, tree));
  expect(shown).toBe(text);
  expect(showExpr(parseWatch(shown, tree))).toBe(shown);
});
