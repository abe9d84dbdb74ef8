import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles the sources into dist/, so that the tests run the command that a user runs. Types are the
 * linter's business.
 */
export default function compile(): void {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const flags = ['--noCheck', '--declaration', 'false', '--incremental', 'false'];
  const call = [tsc, '-p', 'tsconfig.build.json', ...flags, '--tsBuildInfoFile', 'null'];
  execFileSync(process.execPath, call, { cwd: root, stdio: 'inherit' });
}
