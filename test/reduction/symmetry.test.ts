import { describe, expect, it } from 'vitest';
import {
  and,
  choose,
  exists,
  forAll,
  map,
  none,
  oneOf,
  option,
  range,
  sequence,
  setOf,
  some,
  spec,
  struct,
  union,
  type Spec,
} from 'kripke';
import { searchCompiled } from '../../checker/compiled-engine.ts';
import type { SearchOptions } from '../../checker/engine.ts';
import { search } from '../../checker/reference/search.ts';
import { replay } from '../../checker/reference/replay.ts';
import { SymmetryError, symmetricScalarsets } from '../../checker/reduction/symmetry.ts';

/** Who knows whose news: identities related to identities. */
const gossip = spec('Gossip', ({ constant, variable, action, invariant }) => {
  const Node = constant.ids('Node', 3);
  const knows = variable('knows', map(Node, setOf(Node)), { init: [] });
  const called = variable('called', range(0, 3), { init: 0 });
  action('Learn', { a: Node }, ({ a }) => ({
    when: [knows.at(a).isEmpty()],
    then: [knows.at(a).add(a)],
  }));
  action('Call', { a: Node, b: Node }, ({ a, b }) => ({
    when: [a.isNot(b), called.lt(3)],
    then: [knows.at(b).set(knows.at(a).union(knows.at(b))), called.increment()],
  }));
  invariant(
    'NotAll',
    exists(Node, (a) => knows.at(a).size().lt(3)),
  );
});

/** Clients that queue for a lock: identities in a sequence, an option and a set of structs. */
const queue = spec('Queue', ({ constant, variable, action, invariant }) => {
  const Client = constant.ids('Client', 3);
  const Note = struct({ from: Client, urgent: oneOf('no', 'yes') });
  const waiting = variable('waiting', sequence(Client, 3), { init: [] });
  const holder = variable('holder', option(Client), { init: none });
  const notes = variable('notes', setOf(Note), { init: [] });
  action('Ask', { c: Client, urgent: oneOf('no', 'yes') }, ({ c, urgent }) => ({
    when: [waiting.has(c).not(), holder.isSomeOf(c).not()],
    then: [waiting.append(c), notes.add(Note.of({ from: c, urgent }))],
  }));
  action('Grant', {
    when: [holder.isNone(), waiting.isEmpty().not()],
    then: [holder.set(some(waiting.head())), waiting.removeHead()],
  });
  action('Release', { c: Client }, ({ c }) => ({
    when: [holder.isSomeOf(c)],
    then: [holder.set(none)],
  }));
  invariant(
    'NotWaitingAndHolding',
    forAll(Client, (c) => and(holder.isSomeOf(c), waiting.has(c)).not()),
  );
});

/** Two scalarsets related to each other, and a union that mentions either. */
const assignment = spec('Assignment', ({ constant, variable, action, invariant }) => {
  const Task = constant.ids('Task', 3);
  const Worker = constant.ids('Worker', 2);
  const Event = union({ Started: Task, Idle: Worker });
  const doneBy = variable('doneBy', map(Task, option(Worker)), { init: none });
  const log = variable('log', sequence(Event, 2), { init: [] });
  action('Take', { t: Task, w: Worker }, ({ t, w }) => ({
    when: [doneBy.at(t).isNone()],
    then: [doneBy.at(t).set(some(w)), log.set([Event.Started(t)])],
  }));
  action('Drop', { t: Task }, ({ t }) => ({
    when: [doneBy.at(t).isSome()],
    then: [doneBy.at(t).set(none), log.set([Event.Idle(doneBy.at(t).value()), Event.Started(t)])],
  }));
  invariant(
    'Some',
    exists(Task, (t) => doneBy.at(t).isNone()),
  );
});

const options: SearchOptions = {
  deadlock: false,
  maxStates: null,
  maxDepth: null,
  maxMemoryBytes: null,
  timeoutSeconds: null,
  workers: 1,
  store: 'exact',
  signal: null,
  onProgress: null,
};

const cases: [Spec, string[], Record<string, number>][] = [
  [gossip, ['Node'], { Node: 3 }],
  [gossip, ['Node'], { Node: 4 }],
  [queue, ['Client'], { Client: 3 }],
  [assignment, ['Task'], { Task: 3, Worker: 2 }],
  [assignment, ['Worker'], { Task: 3, Worker: 3 }],
  [assignment, ['Task', 'Worker'], { Task: 3, Worker: 2 }],
];

describe('symmetry in the compiled engine', () => {
  it.each(cases)(
    'finds the states that the interpreter finds: %o over %j, %j',
    async (theSpec, symmetry, constants) => {
      const tree = theSpec.instantiate(constants);
      const whole = await searchCompiled(tree, options);
      const compiled = await searchCompiled(tree, { ...options, symmetry });
      const reference = await search(tree, { ...options, symmetry });
      const counts = ({
        generated,
        distinct,
        depth,
        levels,
        verdict,
        property,
      }: typeof compiled) => ({
        generated,
        distinct,
        depth,
        levels,
        verdict,
        property,
      });
      expect(counts(compiled)).toEqual(counts(reference));
      expect(compiled.verdict).toBe(whole.verdict);
      expect(compiled.depth).toBe(whole.depth);
      expect(compiled.distinct).toBeLessThan(whole.distinct);
    },
  );

  it('tells a real behaviour, not one of representatives', async () => {
    const tree = assignment.instantiate();
    const { trace, verdict } = await searchCompiled(tree, {
      ...options,
      symmetry: ['Task', 'Worker'],
    });
    expect(verdict).toBe('violated');
    expect(replay(tree, trace!)).toBeNull();
  });
});

describe('the symmetry of a spec', () => {
  it('sorts identities that no value relates, and permutes related ones', () => {
    expect(symmetricScalarsets(queue.instantiate(), ['Client'])).toEqual([
      { name: 'Client', size: 3, sortable: true },
    ]);
    expect(symmetricScalarsets(gossip.instantiate(), ['Node'])).toEqual([
      { name: 'Node', size: 3, sortable: false },
    ]);
    expect(symmetricScalarsets(assignment.instantiate(), ['Task'])[0]!.sortable).toBe(true);
    expect(symmetricScalarsets(assignment.instantiate(), ['Task', 'Worker'])).toEqual([
      { name: 'Task', size: 3, sortable: false },
      { name: 'Worker', size: 2, sortable: false },
    ]);
  });

  it('refuses a name that is no scalarset', () => {
    expect(() => symmetricScalarsets(gossip.instantiate(), ['Nod'])).toThrow(SymmetryError);
  });

  it('refuses a spec that chooses among interchangeable identities', () => {
    const chooser = spec('Chooser', ({ constant, variable, action }) => {
      const Node = constant.ids('Node', 2);
      const seen = variable('seen', setOf(Node), { init: [] });
      action('See', {
        when: [seen.isEmpty()],
        then: [seen.add(choose(Node, (n) => seen.has(n).not()))],
      });
    });
    expect(() => symmetricScalarsets(chooser.instantiate(), ['Node'])).toThrow(
      /Chooser, action See: `choose\(n in Node: not n in seen\)` picks one/,
    );
  });

  it('refuses more renamings than can be tried', () => {
    expect(() => symmetricScalarsets(gossip.instantiate({ Node: 9 }), ['Node'])).toThrow(/9!/);
  });
});
