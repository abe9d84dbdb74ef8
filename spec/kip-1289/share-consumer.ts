/** The share consumer (member): takes records, and hands its decisions to a producer. */
import { and, none, not, some, type ActionBody, type Bool } from 'kripke';
import { mayHappen, type Kip } from './kip.ts';
import { acquisitionOf, combined, giveBack, restored, type M, type O, type P } from './records.ts';

/** Whether an acquisition is still the one that a member holds. */
export function owns(kip: Kip, m: M, p: P, o: O): Bool {
  const cached = kip.state.cache.at(p).at(o);
  return and(cached.state.is('acquired'), cached.owner.isSomeOf(m));
}

/** Declares the actions of the share consumers. */
export function shareConsumer(kip: Kip): void {
  acquire(kip);
  plainActions(kip);
  if (mayHappen(kip, 'MEMBER_LOSSES')) returns(kip);
}

/** A member acquires a record; what it is sent may not arrive. */
export function acquisition(
  kip: Kip,
  m: M,
  p: P,
  o: O,
  arrives: boolean,
): ActionBody & { readonly when: readonly Bool[] } {
  const { bounds, state } = kip;
  const cached = state.cache.at(p).at(o);
  return {
    by: m,
    to: 'share-partition leader',
    when: [
      state.member.at(m).up,
      cached.state.is('available'),
      cached.count.lt(bounds.maxDeliveries.value),
    ],
    then: [
      cached.set({
        state: 'acquired',
        count: cached.count.plus(1),
        owner: some(m),
        timer: true,
        staged: none,
      }),
      state.seenEpoch ? [state.seenEpoch.at(p).at(m).set(state.member.at(m).ownEpoch)] : [],
      arrives
        ? state.copies
            .at(m)
            .at(p)
            .at(o)
            .add({
              leaderEpoch: state.leaderEpoch.at(p),
              stateEpoch: state.stateEpoch.at(p),
              count: cached.count.plus(1),
            })
        : [],
    ],
  };
}

function acquire(kip: Kip): void {
  const { Member, Partition, Offset } = kip.bounds;
  kip.action('Acquire', { m: Member, p: Partition, o: Offset }, ({ m, p, o }) => ({
    doc: 'A member acquires an available record: its lock is armed and its delivery counted.',
    source: 'A1; KIP-932 ShareFetch',
    ...acquisition(kip, m, p, o, true),
  }));
}

function plainActions(kip: Kip): void {
  const { action, bounds, state, ghosts, types } = kip;
  const { Member, Partition, Offset } = bounds;
  if (!bounds.plainActions.value) return;

  action('PlainAccept', { m: Member, p: Partition, o: Offset }, ({ m, p, o }) => {
    const cached = state.cache.at(p).at(o);
    const done = types.Durable.of({ state: 'acknowledged', count: cached.count, staged: none });
    return {
      doc: 'A member accepts a record that it processed without output, outside transactions.',
      source: 'KIP-932 ShareAcknowledge(ACCEPT)',
      weaklyFair: 'each',
      by: m,
      to: 'share-partition leader',
      when: [
        state.member.at(m).up,
        owns(kip, m, p, o),
        state.copies
          .at(m)
          .at(p)
          .at(o)
          .has(acquisitionOf(kip, p, o)),
      ],
      then: [
        cached.set(restored(kip, done)),
        state.durable
          .at(p)
          .at(o)
          .set(combined(kip, state.durable.at(p).at(o), done)),
        state.copies
          .at(m)
          .at(p)
          .at(o)
          .remove(acquisitionOf(kip, p, o)),
        ghosts.why.at(p).at(o).set({ cause: 'plain', tid: none, txn: 0 }),
      ],
    };
  });

  action('Release', { m: Member, p: Partition, o: Offset }, ({ m, p, o }) => {
    return {
      doc: 'A member gives a record back undecided.',
      source: 'KIP-932 ShareAcknowledge(RELEASE)',
      weaklyFair: 'each',
      by: m,
      to: 'share-partition leader',
      when: [
        state.member.at(m).up,
        owns(kip, m, p, o),
        state.copies
          .at(m)
          .at(p)
          .at(o)
          .has(acquisitionOf(kip, p, o)),
      ],
      then: [
        giveBack(kip, p, o),
        state.copies
          .at(m)
          .at(p)
          .at(o)
          .remove(acquisitionOf(kip, p, o)),
      ],
    };
  });

  action('Renew', { m: Member, p: Partition, o: Offset }, ({ m, p, o }) => {
    const cached = state.cache.at(p).at(o);
    return {
      doc: 'A member renews its lock. In a model without time this only tells where none ran.',
      source: 'KIP-1222 ShareAcknowledge(RENEW)',
      weaklyFair: 'each',
      by: m,
      to: 'share-partition leader',
      when: [state.member.at(m).up, owns(kip, m, p, o), not(cached.timer)],
      then: [cached.timer.set(true)],
    };
  });
}

/** A member joins again, at the next member epoch. */
function returns(kip: Kip): void {
  const { action, bounds, state } = kip;
  action('MemberReturns', { m: bounds.Member }, ({ m }) => {
    const member = state.member.at(m);
    return {
      doc: 'A member joins again, at the next member epoch.',
      source: 'KIP-932 ShareGroupHeartbeat',
      kind: 'environment',
      by: m,
      to: 'group coordinator',
      when: [not(member.up)],
      then: [
        member.set({
          up: true,
          fenced: false,
          epoch: member.epoch.plus(1),
          ownEpoch: member.epoch.plus(1),
        }),
      ],
    };
  });
}
