import { and, forAll, map, model, not, oneOf, setOf, spec, union, unit } from 'kripke';

/**
 * Two-phase commit: a transaction manager asks resource managers whether they are prepared, and
 * decides. After Gray and Lamport, 'Consensus on Transaction Commit' (2006), section 3.
 */
export const twoPhaseCommit = spec(
  'TwoPhaseCommit',
  ({ constant, variable, action, invariant }) => {
    const RM = constant.ids('RM', 3, { doc: 'the resource managers' });
    const Message = union({ Prepared: RM, Commit: unit, Abort: unit });
    const RmState = oneOf('working', 'prepared', 'committed', 'aborted');
    const TM = 'transaction manager';

    const rmState = variable('rmState', map(RM, RmState), { init: 'working' });
    const tmState = variable('tmState', oneOf('init', 'committed', 'aborted'), { init: 'init' });
    const tmPrepared = variable('tmPrepared', setOf(RM), {
      init: [],
      doc: 'who is prepared, as far as the transaction manager knows',
    });
    const msgs = variable('msgs', setOf(Message), {
      init: [],
      doc: 'every message ever sent: one may be received more than once, or never',
    });

    action('TMRcvPrepared', { rm: RM }, ({ rm }) => ({
      doc: 'The transaction manager learns that a resource manager is prepared.',
      by: TM,
      when: [tmState.is('init'), msgs.has(Message.Prepared(rm))],
      then: [tmPrepared.add(rm)],
    }));

    action('TMCommit', {
      doc: 'All are prepared: the transaction manager decides to commit.',
      by: TM,
      when: [tmState.is('init'), forAll(RM, (rm) => tmPrepared.has(rm))],
      then: [tmState.set('committed'), msgs.add(Message.Commit())],
    });

    action('TMAbort', {
      doc: 'The transaction manager decides to abort.',
      by: TM,
      when: [tmState.is('init')],
      then: [tmState.set('aborted'), msgs.add(Message.Abort())],
    });

    action('RMPrepare', { rm: RM }, ({ rm }) => ({
      doc: 'A resource manager is ready to commit, and says so.',
      by: rm,
      to: TM,
      when: [rmState.at(rm).is('working')],
      then: [rmState.at(rm).set('prepared'), msgs.add(Message.Prepared(rm))],
    }));

    action('RMChooseToAbort', { rm: RM }, ({ rm }) => ({
      doc: 'A resource manager gives up before it is prepared.',
      by: rm,
      when: [rmState.at(rm).is('working')],
      then: [rmState.at(rm).set('aborted')],
    }));

    action('RMRcvCommitMsg', { rm: RM }, ({ rm }) => ({
      by: rm,
      when: [msgs.has(Message.Commit())],
      then: [rmState.at(rm).set('committed')],
    }));

    action('RMRcvAbortMsg', { rm: RM }, ({ rm }) => ({
      by: rm,
      when: [msgs.has(Message.Abort())],
      then: [rmState.at(rm).set('aborted')],
    }));

    invariant(
      'Consistent',
      forAll(RM, RM, (a, b) =>
        not(and(rmState.at(a).is('aborted'), rmState.at(b).is('committed'))),
      ),
      { doc: 'No resource manager commits while another aborts.' },
    );

    invariant('NeverCommitted', tmState.isNot('committed'), {
      doc: 'Not a property of the protocol: its counterexample shows how it commits.',
    });
  },
  { doc: 'Two-phase commit among resource managers.' },
);

export const safe = model(twoPhaseCommit, { properties: ['Consistent'], expect: 'holds' });

export const symmetric = model(twoPhaseCommit, {
  constants: { RM: 4 },
  properties: ['Consistent'],
  symmetry: ['RM'],
  expect: 'holds',
  doc: 'Resource managers are interchangeable: one state of each kind is kept.',
});

export const commits = model(twoPhaseCommit, {
  properties: ['NeverCommitted'],
  expect: { violated: 'NeverCommitted' },
  doc: 'The shortest way to commit.',
});
