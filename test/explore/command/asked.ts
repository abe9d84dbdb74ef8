import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kripkeFile, type Run } from '../../bin/kripke.ts';

/** Two participants who commit or abort; a spec of its own, so that its sizes are known. */
export const hasty = `
import { spec, map, oneOf, forAll, exists, not, and } from 'kripke';

export default spec('Hasty', ({ constant, variable, action, invariant }) => {
  const RM = constant.ids('RM', 2);
  const state = variable('state', map(RM, oneOf('working', 'committed', 'aborted')), { init: 'working' });
  action('Commit', { r: RM }, ({ r }) => ({
    when: [state.at(r).is('working')],
    then: [state.at(r).set('committed')],
    by: r,
    to: 'manager',
  }));
  action('Fail', { r: RM }, ({ r }) => ({
    kind: 'fault',
    doc: 'A participant fails.',
    when: [state.at(r).is('working')],
    then: [state.at(r).set('aborted')],
    by: r,
  }));
  action('Restart', {
    when: [not(exists(RM, (r) => state.at(r).is('working')))],
    then: [state.set('working')],
  });
  invariant('Consistent', forAll(RM, RM, (a, b) =>
    not(and(state.at(a).is('committed'), state.at(b).is('aborted')))));
});
`;

const environment = {
  PATH: process.env['PATH'],
  HOME: tmpdir(),
  TERM: 'xterm',
  XDG_CACHE_HOME: join(tmpdir(), 'kripke-test-cache'),
};

/** Starts a program with the given standard input; without one, it stays open. */
export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  input?: string,
): { readonly child: ChildProcess; readonly ended: Promise<Run> } {
  const child = spawn(command, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
  // A command that ends before it has read everything closes its input.
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Run>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, ended };
}

/** Runs `kripke explore` with lines on standard input. */
export function ask(args: readonly string[], cwd: string, lines: readonly string[]): Promise<Run> {
  const input = lines.map((line) => `${line}\n`).join('');
  return start(process.execPath, [kripkeFile, 'explore', ...args], cwd, input).ended;
}
