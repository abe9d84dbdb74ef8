import {
  and,
  bag,
  count,
  exists,
  filter,
  forAll,
  implies,
  map,
  next,
  none,
  not,
  oneOf,
  option,
  range,
  sequence,
  setOf,
  some,
  spec,
  struct,
  union,
  unit,
} from '../../spec/language/index.ts';

/** Two-phase commit whose coordinator forgets to wait for everybody. */
export const hastyCommit = spec(
  'HastyCommit',
  ({ constant, variable, action, invariant, reachable }) => {
    const RM = constant.ids('RM', 2);
    const Message = union({ Prepared: RM, Commit: unit, Abort: unit });
    const rmState = variable(
      'rmState',
      map(RM, oneOf('working', 'prepared', 'committed', 'aborted')),
      {
        init: 'working',
      },
    );
    const tmState = variable('tmState', oneOf('init', 'committed', 'aborted'), { init: 'init' });
    const msgs = variable('msgs', setOf(Message), { init: [] });

    action('Prepare', { rm: RM }, ({ rm }) => ({
      when: [rmState.at(rm).is('working')],
      then: [rmState.at(rm).set('prepared'), msgs.add(Message.Prepared(rm))],
      by: rm,
      to: 'TM',
      doc: 'A resource manager is ready to commit and says so.',
      source: 'Gray and Lamport, section 3',
    }));
    action('Decide', {
      when: [tmState.is('init'), exists(RM, (r) => msgs.has(Message.Prepared(r)))],
      then: [tmState.set('committed'), msgs.add(Message.Commit())],
      by: 'TM',
      doc: 'The transaction manager commits.',
    });
    action('GiveUp', { rm: RM }, ({ rm }) => ({
      when: [rmState.at(rm).is('working')],
      then: [rmState.at(rm).set('aborted')],
      kind: 'fault',
      by: rm,
      doc: 'A resource manager fails before it is prepared.',
    }));
    action('Obey', { rm: RM }, ({ rm }) => ({
      when: [msgs.has(Message.Commit()), rmState.at(rm).is('prepared')],
      then: [rmState.at(rm).set('committed')],
      by: 'TM',
      to: rm,
    }));
    invariant(
      'Consistent',
      forAll(RM, RM, (a, b) =>
        not(and(rmState.at(a).is('aborted'), rmState.at(b).is('committed'))),
      ),
      {
        doc: 'No resource manager aborts what another one commits.',
        source: 'Gray and Lamport, section 2',
      },
    );
    reachable(
      'AllCommit',
      forAll(RM, (r) => rmState.at(r).is('committed')),
    );
  },
);

/** Records handed to members under a lease; every kind of type and of ending occurs. */
export const leases = spec(
  'Leases',
  ({ constant, variable, action, invariant, stepInvariant, terminal }) => {
    const Member = constant.ids('Member', 2);
    const Record = constant.index('Record', 2);
    const limit = constant.range('limit', 0, 3, 2);
    const Delivery = struct({
      state: oneOf('AVAILABLE', 'ACQUIRED', 'DONE'),
      owner: option(Member),
      deliveries: range(0, 3),
    });
    const records = variable('records', map(Record, Delivery), {
      init: { state: 'AVAILABLE', owner: none, deliveries: 0 },
      doc: 'What the broker knows of each record.',
    });
    const inbox = variable('inbox', sequence(struct({ member: Member, record: Record }), 3), {
      init: [],
    });
    const seen = variable('seen', bag(Record, 6), { init: [], ghost: true });
    const crashed = variable('crashed', setOf(Member), { init: [] });

    const free = filter(Record, (r) => records.at(r).state.is('AVAILABLE'));

    action(
      'Acquire',
      { m: Member },
      () => ({ r: free }),
      ({ m, r }) => ({
        when: [crashed.has(m).not(), records.at(r).deliveries.lt(limit)],
        then: [
          records.at(r).set({
            state: 'ACQUIRED',
            owner: some(m),
            deliveries: records.at(r).deliveries.plus(1),
          }),
          inbox.append({ member: m, record: r }),
        ],
        by: 'broker',
        to: m,
        doc: 'The broker hands a record to a member, which holds it until it answers or its lease expires.',
        source: 'ShareFetch',
      }),
    );
    action('Finish', {
      when: [inbox.isEmpty().not()],
      then: [
        records.at(inbox.head().record).state.set('DONE'),
        inbox.removeHead(),
        seen.add(inbox.head().record),
      ],
      by: inbox.head().member,
      to: 'broker',
    });
    action('Expire', { r: Record }, ({ r }) => ({
      when: [records.at(r).state.is('ACQUIRED')],
      then: [records.at(r).state.set('AVAILABLE'), records.at(r).owner.set(none)],
      kind: 'fault',
      by: 'broker',
      doc: 'The lease of a record runs out before its owner answers.',
    }));
    action('Crash', { m: Member }, ({ m }) => ({
      when: [crashed.has(m).not()],
      then: [crashed.add(m)],
      kind: 'fault',
      by: m,
    }));
    invariant(
      'OnceOnly',
      forAll(Record, (r) => seen.count(r).le(1)),
      {
        doc: 'No record is processed twice.',
      },
    );
    invariant(
      'OwnedWhileAcquired',
      forAll(Record, (r) =>
        implies(records.at(r).state.is('ACQUIRED'), records.at(r).owner.isSome()),
      ),
    );
    invariant('FewHeld', count(Record, (r) => records.at(r).state.is('ACQUIRED')).le(1));
    stepInvariant(
      'DoneIsForever',
      forAll(Record, (r) =>
        implies(records.at(r).state.is('DONE'), next(records.at(r).state).is('DONE')),
      ),
    );
    terminal(forAll(Record, (r) => records.at(r).state.is('DONE')));
  },
);
