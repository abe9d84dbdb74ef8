import { and, exists, forAll, map, model, not, oneOf, or, spec } from 'kripke';

/**
 * Transaction commit as a problem, without a protocol: what resource managers may do if they can see
 * each other. After Gray and Lamport, 'Consensus on Transaction Commit' (2006), section 2.
 */
export const transactionCommit = spec(
  'TransactionCommit',
  ({ constant, variable, action, invariant, reachable, terminal }) => {
    const RM = constant.ids('RM', 3, { doc: 'the resource managers' });

    const rmState = variable(
      'rmState',
      map(RM, oneOf('working', 'prepared', 'committed', 'aborted')),
      { init: 'working' },
    );

    action('Prepare', { rm: RM }, ({ rm }) => ({
      by: rm,
      when: [rmState.at(rm).is('working')],
      then: [rmState.at(rm).set('prepared')],
    }));

    action('Commit', { rm: RM }, ({ rm }) => ({
      doc: 'One commits once all are prepared.',
      by: rm,
      when: [
        rmState.at(rm).is('prepared'),
        forAll(RM, (other) => rmState.at(other).isOneOf('prepared', 'committed')),
      ],
      then: [rmState.at(rm).set('committed')],
    }));

    action('Abort', { rm: RM }, ({ rm }) => ({
      doc: 'One aborts if nobody has committed.',
      by: rm,
      when: [
        rmState.at(rm).isOneOf('working', 'prepared'),
        not(exists(RM, (other) => rmState.at(other).is('committed'))),
      ],
      then: [rmState.at(rm).set('aborted')],
    }));

    const all = (outcome: 'committed' | 'aborted') =>
      forAll(RM, (rm) => rmState.at(rm).is(outcome));

    invariant(
      'Consistent',
      forAll(RM, RM, (a, b) =>
        not(and(rmState.at(a).is('aborted'), rmState.at(b).is('committed'))),
      ),
      { doc: 'No resource manager commits while another aborts.' },
    );
    reachable('AllCommit', all('committed'));
    reachable('AllAbort', all('aborted'));
    terminal(or(all('committed'), all('aborted')));
  },
  { doc: 'Transaction commit as a problem: all commit or all abort.' },
);

export const three = model(transactionCommit, { expect: 'holds' });
