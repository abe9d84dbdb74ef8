/** The models that a bare `kripke check` runs: the latest design, the recommended one, the historical ones. */
import { model } from 'kripke';
import { transactionalAcknowledgements } from './kip-1289.ts';

const RECOMMENDED = {
  SC_FENCE: 'pidEpochMapDurable',
  SPL_LEARN: 'refreshGuarded',
  ROLLBACK_TIMER: 'rearmed',
  STAGE_BELOW_START: 'refused',
} as const;

export const latest = model(transactionalAcknowledgements, {
  doc: 'The latest design of the thread (D).',
});
export const recommended = model(transactionalAcknowledgements, {
  constants: RECOMMENDED,
  expect: 'holds',
  doc: 'The recommended combination (REF).',
});
export const plainShareGroup = model(transactionalAcknowledgements, {
  constants: { ACKNOWLEDGEMENT: 'immediate' },
  expect: { violated: 'P2_NoLoss' },
  doc: 'Plain KIP-932: the acknowledgement does not wait for the transaction.',
});
