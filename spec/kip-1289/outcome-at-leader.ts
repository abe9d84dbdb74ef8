/** How the share-partition leader learns what a marker made of a staged record (A17b, S6). */
import { and, exists, forEach, not, none, ifThen, some, type BoolExpr } from 'kripke';
import type { Kip } from './kip.ts';
import { isLoaded, restored, sameStaging, type CachedExpr, type O, type P } from './records.ts';
import { isWriting } from './stage-call.ts';

const SPL = 'share-partition leader';
const SC = 'share coordinator';

/** Whether the cache has a record as staged of which the share coordinator knows the outcome. */
function isBehind({ state }: Kip, p: P, o: O): BoolExpr {
  return and(
    state.cache.at(p).at(o).state.is('pending'),
    state.durable.at(p).at(o).state.isNot('pending'),
  );
}

/** Declares how the leader learns outcomes. */
export function learnOutcomes(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Partition, Offset } = bounds;
  const source = 'A17b, S6';

  switch (switches.splLearn.value) {
    case 'never':
    case 'invalidateIfColocated':
      return;

    case 'push':
      action('PushOutcome', { p: Partition, o: Offset }, ({ p, o }) => ({
        doc:
          'The share coordinator tells the leader what became of a record. The message names the ' +
          'staging that it is about, so that it can do no more than a guarded read.',
        source,
        weaklyFair: 'each',
        by: SC,
        to: SPL,
        when: [isBehind(kip, p, o), not(isWriting(kip, p))],
        then: [
          state.cache
            .at(p)
            .at(o)
            .set(restored(kip, state.durable.at(p).at(o))),
        ],
      }));
      return;

    case 'reinitOnPending':
      action('Reinitialise', { p: Partition }, ({ p }) => ({
        doc: 'A fetch finds a staged record: the leader drops its cache and reads it again.',
        source,
        weaklyFair: 'each',
        by: SPL,
        to: SC,
        when: [
          exists(Offset, (o) => state.cache.at(p).at(o).state.is('pending')),
          exists(Offset, (o) => not(isLoaded(state.cache.at(p).at(o), state.durable.at(p).at(o)))),
        ],
        then: [
          forEach(Offset, (o) =>
            state.cache
              .at(p)
              .at(o)
              .set(restored(kip, state.durable.at(p).at(o))),
          ),
          state.start.at(p).set(state.durableStart.at(p)),
        ],
      }));
      return;

    default:
      learnByRefresh(kip, switches.splLearn.value === 'refreshGuarded');
  }
}

function learnByRefresh(kip: Kip, guarded: boolean): void {
  const { action, bounds, state } = kip;
  const { Partition, Offset } = bounds;
  const source = 'A17b, S6; ReadShareGroupState';
  const { refresh } = state;
  if (!refresh) return;

  action('RefreshRead', { p: Partition }, ({ p }) => ({
    doc: 'The leader asks the share coordinator about its staged records; the answer is on its way.',
    source,
    weaklyFair: 'each',
    by: SPL,
    to: SC,
    when: [
      refresh.at(p).isNone(),
      // A read that finds what the leader has changes nothing.
      exists(Offset, (o) => isBehind(kip, p, o)),
      guarded ? not(isWriting(kip, p)) : true,
    ],
    then: [
      refresh.at(p).set(
        some((o: O) => ({
          asked: state.cache.at(p).at(o).staged,
          answer: state.durable.at(p).at(o).state,
        })),
      ),
    ],
  }));

  action('RefreshApply', { p: Partition }, ({ p }) => {
    const read = (o: O) => refresh.at(p).value().at(o);
    const isNews = (cached: CachedExpr, o: O): BoolExpr =>
      and(
        cached.state.is('pending'),
        read(o).answer.isNot('pending'),
        read(o).asked.isSome(),
        guarded ? sameStaging(cached.staged, read(o).asked) : true,
      );
    return {
      doc: 'The answer arrives: staged records become what it says.',
      source,
      weaklyFair: 'each',
      by: SC,
      to: SPL,
      when: [refresh.at(p).isSome()],
      then: [
        refresh.at(p).set(none),
        forEach(Offset, (o) => {
          const cached = state.cache.at(p).at(o);
          return ifThen(isNews(cached, o), [
            cached.set({
              state: read(o).answer,
              count: cached.count,
              owner: none,
              timer: false,
              staged: none,
            }),
          ]);
        }),
      ],
    };
  });
}
