import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The compiled command. */
export const kripkeFile = fileURLToPath(new URL('../../dist/bin/kripke.js', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a test runs the command. */
export interface RunSettings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process as soon as it runs. */
  readonly whileRunning?: (process: ReturnType<typeof spawn>) => void;
}

/** Runs `kripke` as a process of its own, away from the user's settings, and waits for its end. */
export function kripke(args: readonly string[], settings: RunSettings): Promise<Run> {
  const child = spawn(process.execPath, [kripkeFile, ...args], {
    cwd: settings.cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      XDG_CACHE_HOME: join(tmpdir(), 'kripke-test-cache'),
      ...settings.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  settings.whileRunning?.(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}
