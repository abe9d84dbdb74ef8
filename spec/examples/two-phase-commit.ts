import { and, forAll, map, model, not, oneOf, setOf, spec, union, unit } from 'kripke';

/** Two-phase commit, after Gray and Lamport, 'Consensus on Transaction Commit', section 3. */
export const twoPhaseCommit = spec('TwoPhase', ({ constant, variable, action, invariant }) => {
  const RM = constant.ids('RM', 3, { doc: 'the resource managers' });
  const Message = union({ Prepared: RM, Commit: unit, Abort: unit });
  const RmState = oneOf('working', 'prepared', 'committed', 'aborted');

  const rmState = variable('rmState', map(RM, RmState), { init: 'working' });
  const tmState = variable('tmState', oneOf('init', 'committed', 'aborted'), { init: 'init' });
  const tmPrepared = variable('tmPrepared', setOf(RM), { init: [] });
  const msgs = variable('msgs', setOf(Message), { init: [], doc: 'every message ever sent' });

  const TM = 'transaction manager';

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
    by: rm,
    to: TM,
    when: [rmState.at(rm).is('working')],
    then: [rmState.at(rm).set('prepared'), msgs.add(Message.Prepared(rm))],
  }));

  action('RMChooseToAbort', { rm: RM }, ({ rm }) => ({
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
    forAll(RM, RM, (a, b) => not(and(rmState.at(a).is('aborted'), rmState.at(b).is('committed')))),
    { doc: 'No resource manager commits while another aborts.' },
  );

  invariant('NeverCommitted', tmState.isNot('committed'), {
    doc: 'Not a property of the protocol: shows how it commits.',
  });
});

export const safe = model(twoPhaseCommit, { properties: ['Consistent'] });

export const commits = model(twoPhaseCommit, {
  properties: ['NeverCommitted'],
  expect: { violated: 'NeverCommitted' },
});
