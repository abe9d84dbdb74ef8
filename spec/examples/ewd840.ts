import {
  and,
  exists,
  forAll,
  ifElse,
  ifThen,
  implies,
  map,
  model,
  not,
  oneOf,
  or,
  spec,
} from 'kripke';
import { any, bool } from 'kripke';

/**
 * Termination detection on a ring: a token goes round and finds out whether all nodes are done, while
 * they may still wake each other up. After Dijkstra, Feijen and van Gasteren, 'Derivation of a
 * termination detection algorithm for distributed computations' (EWD 840, 1983).
 */
export const ewd840 = spec(
  'EWD840',
  ({ constant, variable, action, invariant, leadsTo, reachable, weaklyFair }) => {
    const Node = constant.index('Node', 3, { doc: 'the nodes of the ring, the first one probes' });
    const Color = oneOf('white', 'black');
    const Black = oneOf('blackToken', 'blackNode');

    const active = variable('active', map(Node, bool), { init: any });
    const color = variable('color', map(Node, Color), {
      init: any,
      doc: 'black: has woken up a node that the token had already passed',
    });
    const tokenAt = variable('tokenAt', Node, { init: any });
    const tokenColor = variable('tokenColor', Color, {
      init: 'black',
      doc: 'black: this round proves nothing',
    });

    // Where there are several reasons to act, each that holds gives an instance, so that a trace tells
    // which it was.
    const initiateProbe = action('InitiateProbe', { because: Black }, ({ because }) => ({
      doc: 'The token is back with no result: the first node sends it on a new round.',
      by: Node.first,
      when: [
        tokenAt.isFirst(),
        implies(because.is('blackToken'), tokenColor.is('black')),
        implies(because.is('blackNode'), color.at(Node.first).is('black')),
      ],
      then: [tokenAt.set(Node.last), tokenColor.set('white'), color.at(Node.first).set('white')],
    }));

    const Reason = oneOf('passive', 'blackNode', 'blackToken');
    const passToken = action('PassToken', { node: Node, because: Reason }, ({ node, because }) => ({
      doc: 'A node hands the token to the one before it; an active white node keeps a white token.',
      by: node,
      when: [
        node.isFirst().not(),
        tokenAt.is(node),
        implies(because.is('passive'), active.at(node).not()),
        implies(because.is('blackNode'), color.at(node).is('black')),
        implies(because.is('blackToken'), tokenColor.is('black')),
      ],
      then: [
        tokenAt.set(node.predecessor()),
        tokenColor.set(ifElse(color.at(node).is('black'), 'black', tokenColor)),
        color.at(node).set('white'),
      ],
    }));

    action('SendMessage', { from: Node, to: Node }, ({ from, to }) => ({
      doc: 'An active node wakes up another one.',
      by: from,
      to,
      kind: 'environment',
      when: [from.isNot(to), active.at(from)],
      then: [active.at(to).set(true), ifThen(to.gt(from), color.at(from).set('black'))],
    }));

    action('Deactivate', { node: Node }, ({ node }) => ({
      by: node,
      kind: 'environment',
      when: [active.at(node)],
      then: [active.at(node).set(false)],
    }));

    const terminated = forAll(Node, (node) => not(active.at(node)));
    const detected = and(
      tokenAt.isFirst(),
      tokenColor.is('white'),
      color.at(Node.first).is('white'),
      active.at(Node.first).not(),
    );

    invariant('DetectsOnlyTermination', implies(detected, terminated));
    invariant(
      'TokenTellsTheTruth',
      or(
        forAll(Node, (node) => implies(node.gt(tokenAt), active.at(node).not())),
        exists(Node, (node) => and(node.le(tokenAt), color.at(node).is('black'))),
        tokenColor.is('black'),
      ),
      { doc: "The algorithm's inductive invariant." },
    );
    reachable('Detection', detected);
    leadsTo('DetectsTermination', terminated, detected);
    weaklyFair(initiateProbe, passToken);
  },
  { doc: 'Termination detection on a ring, EWD 840.' },
);

export const three = model(ewd840, { deadlock: false, expect: 'holds' });
