/** The group coordinator: membership, member epochs and fencing. */
import { and, ifThen } from 'kripke';
import { mayHappen, type Kip } from './kip.ts';
import { forEachRecord, giveBack } from './records.ts';

const GC = 'group coordinator';

/** Declares the actions of the group coordinator. */
export function groupCoordinator(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Member, Partition } = bounds;
  const fences = mayHappen(kip, 'MEMBER_FENCES');
  const rebalances = mayHappen(kip, 'REBALANCES');

  if (fences || rebalances) {
    action('Heartbeat', { m: Member }, ({ m }) => {
      const member = state.member.at(m);
      return {
        doc: 'A member learns its epoch. One that was fenced drops what it holds and joins again.',
        source: 'KIP-932 ShareGroupHeartbeat',
        weaklyFair: 'each',
        by: m,
        to: GC,
        when: [member.up, member.ownEpoch.isNot(member.epoch)],
        then: [
          member.ownEpoch.set(member.epoch),
          member.fenced.set(false),
          ifThen(member.fenced, [
            forEachRecord(kip, (p, o) => [
              state.copies.at(m).at(p).at(o).set([]),
              ifThen(
                and(
                  state.cache.at(p).at(o).owner.isSomeOf(m),
                  state.cache.at(p).at(o).state.is('acquired'),
                ),
                giveBack(kip, p, o),
              ),
            ]),
          ]),
        ],
      };
    });
  }
  const { seenEpoch } = state;
  if (!(fences || rebalances) || switches.memberCheckSite.value !== 'heartbeatPush') return;
  if (!seenEpoch) return;
  action('PushMemberEpoch', { m: Member, p: Partition }, ({ m, p }) => ({
    doc: 'The group coordinator tells the leader a member epoch.',
    source: 'S14: push',
    weaklyFair: 'each',
    by: GC,
    to: 'share-partition leader',
    when: [seenEpoch.at(p).at(m).isNot(state.member.at(m).epoch)],
    then: [seenEpoch.at(p).at(m).set(state.member.at(m).epoch)],
  }));
}
