/** The name of the file that `kripke init` writes. */
export const firstSpecFile = 'lock.ts';

/** A small spec with a word on each part of it; it holds, and says how to break it. */
export const firstSpec = `import { and, forAll, implies, map, model, none, oneOf, option, some, spec } from 'kripke';

/** Clients that share one lock. */
const lock = spec('Lock', ({ constant, variable, action, invariant, reachable }) => {
  // A constant: how many clients there are. Another number: npx kripke check --constant Client=4
  const Client = constant.ids('Client', 3);

  // The state. Every type is finite, so every state can be visited.
  const client = variable('client', map(Client, oneOf('idle', 'waiting', 'inside')), {
    init: 'idle',
  });
  const holder = variable('holder', option(Client), { init: none });

  // The steps. \`when\` says in which states an action can be taken, \`then\` what it changes.
  action('Ask', { c: Client }, ({ c }) => ({
    when: [client.at(c).is('idle')],
    then: [client.at(c).set('waiting')],
    doc: 'A client asks for the lock.',
  }));

  action('Enter', { c: Client }, ({ c }) => ({
    // Take \`holder.isNone()\` out and check again: the counterexample shows two clients inside.
    when: [client.at(c).is('waiting'), holder.isNone()],
    then: [client.at(c).set('inside'), holder.set(some(c))],
    doc: 'It gets the lock when nobody holds it.',
  }));

  action('Leave', { c: Client }, ({ c }) => ({
    when: [client.at(c).is('inside')],
    then: [client.at(c).set('idle'), holder.set(none)],
    doc: 'It gives the lock back.',
  }));

  // What must be true of every state that can be reached.
  invariant(
    'OneInside',
    forAll(Client, Client, (a, b) =>
      implies(and(client.at(a).is('inside'), client.at(b).is('inside')), a.is(b)),
    ),
    { doc: 'No two clients are inside at the same time.' },
  );

  // What must be possible, so that the spec does not hold because nothing happens in it.
  reachable(
    'AllWait',
    forAll(Client, (c) => client.at(c).is('waiting')),
  );
});

export default lock;

// Models: the spec with its constants set. \`npx kripke check\` checks each of them.
export const two = model(lock, { constants: { Client: 2 }, expect: 'holds' });
export const three = model(lock, { expect: 'holds' });
`;
