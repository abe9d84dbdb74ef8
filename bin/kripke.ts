#!/usr/bin/env node
import { exitCodes } from './exit-code.ts';
import { main } from './main.ts';

process.once('beforeExit', explainDryLoop);
const code = await main(process.argv.slice(2));
process.off('beforeExit', explainDryLoop);
process.exitCode = code;

/** Nothing is left to happen and `main` still waits: only a spec file can have brought that about. */
function explainDryLoop(): void {
  process.stderr.write(
    'kripke: the spec file awaits something that never comes\n' +
      '  Look for an `await` outside of functions in it and in what it imports.\n',
  );
  process.exitCode = exitCodes.wrong;
}
