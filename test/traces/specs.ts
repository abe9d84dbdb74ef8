import {
  and,
  bag,
  bool,
  count,
  exists,
  filter,
  forAll,
  forEach,
  implies,
  map,
  next,
  none,
  not,
  oneOf,
  option,
  or,
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
export const hastyCommit = spec('HastyCommit', (s) => {
  const RM = s.constant.ids('RM', 2);
  const Message = union({ Prepared: RM, Commit: unit, Abort: unit });
  const State = oneOf('working', 'prepared', 'committed', 'aborted');
  const rmState = s.variable('rmState', map(RM, State), { init: 'working' });
  const tmState = s.variable('tmState', oneOf('init', 'committed', 'aborted'), { init: 'init' });
  const msgs = s.variable('msgs', setOf(Message), { init: [] });

  s.action('Prepare', { rm: RM }, ({ rm }) => ({
    when: [rmState.at(rm).is('working')],
    then: [rmState.at(rm).set('prepared'), msgs.add(Message.Prepared(rm))],
    by: rm,
    to: 'TM',
    doc: 'A resource manager is ready to commit and says so.',
    source: 'Gray and Lamport, section 3',
  }));
  s.action('Decide', {
    when: [tmState.is('init'), exists(RM, (r) => msgs.has(Message.Prepared(r)))],
    then: [tmState.set('committed'), msgs.add(Message.Commit())],
    by: 'TM',
    doc: 'The transaction manager commits.',
  });
  s.action('GiveUp', { rm: RM }, ({ rm }) => ({
    when: [rmState.at(rm).is('working')],
    then: [rmState.at(rm).set('aborted')],
    kind: 'fault',
    by: rm,
    doc: 'A resource manager fails before it is prepared.',
  }));
  s.action('Obey', { rm: RM }, ({ rm }) => ({
    when: [msgs.has(Message.Commit()), rmState.at(rm).is('prepared')],
    then: [rmState.at(rm).set('committed')],
    by: 'TM',
    to: rm,
  }));
  s.action('Wait', { then: [], kind: 'environment', doc: 'Nothing happens.' });

  s.invariant(
    'Consistent',
    forAll(RM, RM, (a, b) => not(and(rmState.at(a).is('aborted'), rmState.at(b).is('committed')))),
    {
      doc: 'No resource manager aborts what another one commits.',
      source: 'Gray and Lamport, section 2',
    },
  );
  const everybodyCommitted = forAll(RM, (r) => rmState.at(r).is('committed'));
  s.reachable('AllCommit', everybodyCommitted, { doc: 'Everybody can commit.' });
  s.eventually('Decided', tmState.isNot('init'));
  s.alwaysEventually(
    'Busy',
    exists(RM, (r) => rmState.at(r).is('working')),
  );
  s.eventuallyAlways('Calm', not(exists(RM, (r) => rmState.at(r).is('working'))));
  s.leadsTo('Answered', tmState.is('committed'), everybodyCommitted);
});

/** Records handed to members under a lease: every kind of type, and every way in which a trace ends. */
export const leases = spec('Leases', (s) => {
  const Member = s.constant.ids('Member', 2);
  const Record = s.constant.index('Record', 2);
  const limit = s.constant.range('limit', 0, 3, 2);
  const Delivery = struct({
    state: oneOf('AVAILABLE', 'ACQUIRED', 'DONE'),
    owner: option(Member),
    deliveries: range(0, 3),
  });
  const records = s.variable('records', map(Record, Delivery), {
    init: { state: 'AVAILABLE', owner: none, deliveries: 0 },
    doc: 'What the broker knows of each record.',
  });
  const inbox = s.variable('inbox', sequence(struct({ member: Member, record: Record }), 3), {
    init: [],
  });
  const seen = s.variable('seen', bag(Record, 6), { init: [], ghost: true });
  const crashed = s.variable('crashed', setOf(Member), { init: [] });
  const free = filter(Record, (r) => records.at(r).state.is('AVAILABLE'));

  s.action(
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
  s.action('Finish', {
    when: [inbox.isEmpty().not()],
    then: [
      records.at(inbox.head().record).state.set('DONE'),
      inbox.removeHead(),
      seen.add(inbox.head().record),
    ],
    by: inbox.head().member,
    to: 'broker',
  });
  s.action('Expire', { r: Record }, ({ r }) => ({
    when: [records.at(r).state.is('ACQUIRED')],
    then: [records.at(r).state.set('AVAILABLE'), records.at(r).owner.set(none)],
    kind: 'fault',
    by: 'broker',
    doc: 'The lease of a record runs out before its owner answers.',
  }));
  s.action('Crash', { m: Member }, ({ m }) => ({
    when: [crashed.has(m).not()],
    then: [crashed.add(m)],
    kind: 'fault',
    by: m,
  }));
  s.action('Failover', {
    when: [exists(Record, (r) => records.at(r).state.is('DONE'))],
    then: [
      forEach(Record, (r) => [records.at(r).state.set('AVAILABLE'), records.at(r).owner.set(none)]),
    ],
    kind: 'fault',
    by: 'broker',
    doc: 'A new broker takes over and forgets everything.',
  });

  s.invariant(
    'OnceOnly',
    forAll(Record, (r) => seen.count(r).le(1)),
    { doc: 'No record is processed twice.' },
  );
  s.invariant(
    'OwnedWhileAcquired',
    forAll(Record, (r) =>
      implies(records.at(r).state.is('ACQUIRED'), records.at(r).owner.isSome()),
    ),
  );
  s.invariant('OneAtATime', count(Record, (r) => records.at(r).state.is('ACQUIRED')).le(1));
  s.stepInvariant(
    'DoneIsForever',
    forAll(Record, (r) =>
      implies(records.at(r).state.is('DONE'), next(records.at(r).state).is('DONE')),
    ),
    { doc: 'What is done stays done.' },
  );
  s.reachable(
    'SomebodyAlive',
    exists(Member, (m) => crashed.has(m).not()),
  );
  s.terminal(forAll(Record, (r) => records.at(r).state.is('DONE')));
});

/** Far more places and constants than fit on a screen; a step changes one of them. */
export const manyPlaces = spec('ManyPlaces', (s) => {
  const Place = s.constant.index('Place', 25);
  const Slot = struct({ full: bool, owner: option(range(0, 9)), visits: range(0, 9) });
  const used = Array.from({ length: 20 }, (_, i) => s.constant.bool(`SWITCH_${i}`, i === 0));
  const slots = s.variable('slots', map(Place, Slot), {
    init: (place) => ({
      full: place.is(Place.first),
      owner: none,
      visits: 0,
    }),
  });
  const rows = s.variable('rows', map(Place, range(0, 25)), { init: (row) => row.ordinal() });
  s.action('Fill', { place: Place }, ({ place }) => ({
    when: [slots.at(place).full.not(), or(...used)],
    then: [slots.at(place).full.set(true)],
  }));
  s.invariant('OneFull', count(Place, (place) => slots.at(place).full).le(1));
  const untouched = forAll(Place, (place) => slots.at(place).visits.is(0));
  s.invariant('Untouched', and(untouched, rows.at(Place.first).is(0)));
});
