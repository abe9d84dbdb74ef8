/**
 * Two-phase commit as Promela, one option of the loop for each action instance, so that its states
 * are those of the spec in spec/examples.
 */
export function twoPhasePromela(rms: number): string {
  const each = (option: (rm: number) => string): string[] =>
    Array.from({ length: rms }, (_, rm) => option(rm));
  const allPrepared = each((rm) => `known[${rm}]`).join(' && ');
  const options = [
    ...each((rm) => `tm == 0 && sent[${rm}] -> known[${rm}] = 1`),
    `tm == 0 && ${allPrepared} -> tm = 1; commit = 1`,
    'tm == 0 -> tm = 2; abort = 1',
    ...each((rm) => `state[${rm}] == 0 -> state[${rm}] = 1; sent[${rm}] = 1`),
    ...each((rm) => `state[${rm}] == 0 -> state[${rm}] = 3`),
    ...each((rm) => `commit -> state[${rm}] = 2`),
    ...each((rm) => `abort -> state[${rm}] = 3`),
  ];
  return [
    `byte state[${rms}];`,
    'byte tm;',
    `bit known[${rms}];`,
    `bit sent[${rms}];`,
    'bit commit;',
    'bit abort;',
    'active proctype system() {',
    '  do',
    ...options.map((option) => `  :: d_step { ${option} }`),
    '  od',
    '}',
    '',
  ].join('\n');
}
