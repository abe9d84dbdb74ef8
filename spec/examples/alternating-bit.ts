import { and, any, ifElse, model, next, not, range, sequence, spec, struct } from 'kripke';
import type { IntExpr } from 'kripke';

/**
 * The alternating-bit protocol: values are sent over a line that loses messages, each with a bit that
 * tells a new value from one sent again. After Bartlett, Scantlebury and Wilkinson, 'A note on
 * reliable full-duplex transmission over half-duplex links' (1969).
 */
export const alternatingBit = spec(
  'AlternatingBit',
  ({ constant, variable, initially, action, constraint, stepInvariant, leadsTo }) => {
    const Data = constant.index('Data', 2, { doc: 'the values that are sent' });
    const Longest = constant.range('Longest', 1, 10, 2, {
      doc: 'messages on the way in one direction, at most, in the states that are explored',
    });
    const Bit = range(0, 1);
    const Message = struct({ bit: Bit, data: Data });

    const messages = variable('messages', sequence(Message, Longest.plus(1)), { init: [] });
    const acks = variable('acks', sequence(Bit, Longest.plus(1)), { init: [] });
    const sentBit = variable('sentBit', Bit, { init: any });
    const ackedBit = variable('ackedBit', Bit, { init: any });
    const receivedBit = variable('receivedBit', Bit, { init: any });
    const sent = variable('sent', Data, { init: any });
    const received = variable('received', Data, { init: any });

    initially(and(sentBit.is(ackedBit), sentBit.is(receivedBit)));

    const flipped = (bit: IntExpr) => Bit.of(1).minus(bit);

    action('Send', { data: Data }, ({ data }) => ({
      doc: 'The last value was acknowledged: a new one is sent, with the other bit.',
      by: 'sender',
      to: 'receiver',
      when: [ackedBit.is(sentBit)],
      then: [
        sent.set(data),
        sentBit.set(flipped(sentBit)),
        messages.append({ bit: flipped(sentBit), data }),
      ],
    }));

    action('SendAgain', {
      by: 'sender',
      to: 'receiver',
      weaklyFair: true,
      when: [ackedBit.isNot(sentBit)],
      then: [messages.append({ bit: sentBit, data: sent })],
    });

    action('Receive', {
      by: 'receiver',
      stronglyFair: true,
      when: [not(messages.isEmpty())],
      then: [
        receivedBit.set(messages.head().bit),
        received.set(messages.head().data),
        messages.removeHead(),
      ],
    });

    action('Acknowledge', {
      by: 'receiver',
      to: 'sender',
      weaklyFair: true,
      then: [acks.append(receivedBit)],
    });

    action('ReceiveAck', {
      by: 'sender',
      stronglyFair: true,
      when: [not(acks.isEmpty())],
      then: [ackedBit.set(acks.head()), acks.removeHead()],
    });

    action('LoseMessage', { position: messages.indices() }, ({ position }) => ({
      kind: 'fault',
      by: 'line',
      then: [messages.removeIndex(position)],
    }));

    action('LoseAck', { position: acks.indices() }, ({ position }) => ({
      kind: 'fault',
      by: 'line',
      then: [acks.removeIndex(position)],
    }));

    constraint('ShortQueues', and(messages.length().le(Longest), acks.length().le(Longest)));

    stepInvariant(
      'DeliversEachValueOnce',
      ifElse(
        next(receivedBit).is(receivedBit),
        next(received).is(received),
        next(received).is(sent),
      ),
      { doc: 'A new bit brings the value that was sent last; the same bit again brings nothing.' },
    );
    for (let i = 0; i < Data.size; i++) {
      const isSent = and(sent.is(Data.at(i)), sentBit.isNot(ackedBit));
      leadsTo(`Arrives-${i + 1}`, isSent, received.is(Data.at(i)));
    }
  },
  { doc: 'The alternating-bit protocol over a line that loses messages.' },
);

export const small = model(alternatingBit, { expect: 'holds' });
