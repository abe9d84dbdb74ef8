import { and, forAll, implies, not, or } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P14: the dead-letter queue has every archived record, and no accepted one. */
export function deadLetters(kip: Kip): void {
  const { bounds, state, ghosts } = kip;
  const { deadLetter } = ghosts;
  if (!deadLetter) return;
  kip.invariant(
    'P14_DlqCompleteness',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      implies(
        and(
          or(
            state.durable.at(p).at(o).state.is('archived'),
            state.cache.at(p).at(o).state.is('archived'),
          ),
          ghosts.why.at(p).at(o).cause.isNot('retention'),
        ),
        deadLetter.at(p).at(o),
      ),
    ),
    {
      doc: 'An archived record has a dead-letter record, unless retention deleted it.',
      source: 'P14',
    },
  );
  kip.invariant(
    'P14_DlqSoundness',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      implies(
        deadLetter.at(p).at(o),
        not(
          or(
            state.durable.at(p).at(o).state.is('acknowledged'),
            state.cache.at(p).at(o).state.is('acknowledged'),
          ),
        ),
      ),
    ),
    { doc: 'A dead-lettered record is never accepted.', source: 'P14' },
  );
}
