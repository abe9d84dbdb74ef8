import { implies, model, not, oneOf, sequence, setOf, spec, struct } from 'kripke';

/**
 * Readers and writers of one resource, first come, first served: any number may read at once, a
 * writer needs the resource for itself. The second problem of Courtois, Heymans and Parnas,
 * 'Concurrent control with readers and writers' (1971), made fair by a queue.
 */
export const readersWriters = spec(
  'ReadersWriters',
  ({ constant, variable, action, invariant, alwaysEventually, weaklyFair }) => {
    const Actor = constant.index('Actor', 2);
    const Request = struct({ kind: oneOf('read', 'write'), actor: Actor });

    const readers = variable('readers', setOf(Actor), { init: [] });
    const writers = variable('writers', setOf(Actor), { init: [] });
    const waiting = variable('waiting', sequence(Request, 2 * Actor.size), {
      init: [],
      doc: 'who waits for what; everybody may wait once for each kind',
    });

    action('AskToRead', { actor: Actor }, ({ actor }) => ({
      by: actor,
      weaklyFair: 'each',
      when: [not(waiting.has({ kind: 'read', actor }))],
      then: [waiting.append({ kind: 'read', actor })],
    }));

    action('AskToWrite', { actor: Actor }, ({ actor }) => ({
      by: actor,
      weaklyFair: 'each',
      when: [not(waiting.has({ kind: 'write', actor }))],
      then: [waiting.append({ kind: 'write', actor })],
    }));

    const first = waiting.head();

    const startReading = action('StartReading', {
      by: first.actor,
      when: [not(waiting.isEmpty()), writers.isEmpty(), first.kind.is('read')],
      then: [readers.add(first.actor), waiting.removeHead()],
    });

    const startWriting = action('StartWriting', {
      by: first.actor,
      when: [not(waiting.isEmpty()), writers.isEmpty(), first.kind.is('write'), readers.isEmpty()],
      then: [writers.add(first.actor), waiting.removeHead()],
    });

    const stopReading = action('StopReading', { actor: Actor }, ({ actor }) => ({
      by: actor,
      when: [readers.has(actor)],
      then: [readers.remove(actor)],
    }));

    const stopWriting = action('StopWriting', { actor: Actor }, ({ actor }) => ({
      by: actor,
      when: [writers.has(actor), not(readers.has(actor))],
      then: [writers.remove(actor)],
    }));

    weaklyFair(startReading, startWriting);
    weaklyFair(stopReading, stopWriting);

    invariant('WritersAreAlone', implies(not(writers.isEmpty()), readers.isEmpty()));
    invariant('OneWriter', writers.size().le(1));
    for (let i = 0; i < Actor.size; i++) {
      const actor = Actor.at(i);
      alwaysEventually(`Reads-${i + 1}`, readers.has(actor));
      alwaysEventually(`StopsReading-${i + 1}`, not(readers.has(actor)));
      alwaysEventually(`Writes-${i + 1}`, writers.has(actor));
      alwaysEventually(`StopsWriting-${i + 1}`, not(writers.has(actor)));
    }
  },
  { doc: 'Readers and writers of one resource, first come, first served.' },
);

export const two = model(readersWriters, { expect: 'holds' });
