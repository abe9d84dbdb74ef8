import { and, forAll, implies, next, or } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { isTerminal } from '../spec/kip-1289/records.ts';

/** P6: what is durably finished stays so. */
export function terminalStays(kip: Kip): void {
  const { bounds, state } = kip;
  kip.stepInvariant(
    'P6_TerminalStaysTerminal',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const before = state.durable.at(p).at(o);
      return implies(
        next(state.stateEpoch.at(p)).is(state.stateEpoch.at(p)),
        and(
          implies(isTerminal(before), next(before).state.is(before.state)),
          implies(
            before.state.is('archiving'),
            next(before).state.isOneOf('archiving', 'archived'),
          ),
        ),
      );
    }),
    {
      doc: 'A record that is acknowledged, archived or on its way there stays so, but for a reset.',
      source: 'P6',
    },
  );
}

/** P7: the start offset only moves forward, past finished records. */
export function monotoneStart(kip: Kip): void {
  const { bounds, state } = kip;
  kip.stepInvariant(
    'P7_MonotoneStart',
    forAll(bounds.Partition, (p) =>
      or(
        next(state.durableStart.at(p)).ge(state.durableStart.at(p)),
        next(state.stateEpoch.at(p)).gt(state.stateEpoch.at(p)),
      ),
    ),
    { doc: 'The durable start offset never decreases, but by a reset.', source: 'P7' },
  );
  kip.invariant(
    'P7_StartIsFinished',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      implies(o.ordinal().lt(state.start.at(p)), isTerminal(state.durable.at(p).at(o))),
    ),
    { doc: 'Every record below the start offset is finished.', source: 'P7' },
  );
}
