import { and, any, bool, forAll, implies, map, model, next, not, range, setOf, spec } from 'kripke';
import type { IdExpr } from 'kripke';

/**
 * Termination detection as a problem: nodes send messages that wake others up, and somebody is to
 * find out that nothing can happen any more. What the algorithm of Dijkstra's EWD 998 ('Shmuel
 * Safra's version of termination detection', 1987) implements.
 */
export const terminationDetection = spec(
  'TerminationDetection',
  ({ constant, variable, initially, action, constraint, invariant, stepInvariant, leadsTo }) => {
    const Node = constant.ids('Node', 3);
    const MaxPending = constant.range('MaxPending', 1, 100, 2, {
      doc: 'messages on the way to one node, at most, in the states that are explored',
    });

    const active = variable('active', map(Node, bool), { init: any });
    const pending = variable('pending', map(Node, range(0, MaxPending.plus(1))), {
      init: 0,
      doc: 'messages on the way to each node',
    });
    const detected = variable('detected', bool, { init: any });

    const terminated = forAll(Node, (n) => and(not(active.at(n)), pending.at(n).is(0)));
    const terminatesWithout = (node: IdExpr<'Node'>) =>
      forAll(Node, (n) => and(active.at(n).implies(n.is(node)), pending.at(n).is(0)));

    initially(implies(detected, terminated));

    action(
      'Terminate',
      { node: Node },
      ({ node }) => ({ result: setOf(bool).of([detected, terminatesWithout(node)]) }),
      ({ node, result }) => ({
        doc: 'A node becomes idle; if it was the last, that may be detected at once.',
        by: node,
        kind: 'environment',
        when: [active.at(node)],
        then: [active.at(node).set(false), detected.set(result)],
      }),
    );

    action('SendMessage', { from: Node, to: Node }, ({ from, to }) => ({
      by: from,
      to,
      kind: 'environment',
      when: [active.at(from)],
      then: [pending.at(to).increment()],
    }));

    action('ReceiveMessage', { node: Node }, ({ node }) => ({
      by: node,
      kind: 'environment',
      when: [pending.at(node).gt(0)],
      then: [pending.at(node).decrement(), active.at(node).set(true)],
    }));

    action('Detect', {
      weaklyFair: true,
      when: [terminated],
      then: [detected.set(true)],
    });

    constraint(
      'FewMessages',
      forAll(Node, (n) => pending.at(n).le(MaxPending)),
    );

    invariant('DetectsOnlyTermination', implies(detected, terminated));
    stepInvariant('TerminationIsForGood', implies(terminated, next(terminated)));
    leadsTo('DetectsTermination', terminated, detected);
  },
  { doc: 'Termination detection as a problem.' },
);

export const three = model(terminationDetection, { expect: 'holds' });
