import { spawn } from 'node:child_process';
import { exitCodes, type ExitCode } from '../../exit-code.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import type { Exploration } from '../exploration.ts';
import { startServer } from './server.ts';

export interface WebSettings {
  /** 0: any that is free. */
  readonly port: number;
  /** Open the user's browser. */
  readonly open: boolean;
  readonly maxStates: number;
}

/** Serves the explorer to this machine's browser until Ctrl-C. @throws {UsageError} for a port in use */
export async function runWeb(
  exploration: Exploration,
  terminal: Terminal,
  { port, open, maxStates }: WebSettings,
): Promise<ExitCode> {
  const server = await startServer(exploration, { port, maxStates }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new UsageError(
        `--port ${port}: this port is in use`,
        'Without --port a free one is taken.',
      );
    if (code === 'EACCES')
      throw new UsageError(`--port ${port}: this port is not allowed`, 'Ports from 1024 on are.');
    throw error;
  });
  // Before the address is told: whoever reads it may end this at once.
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  terminal.out(`${server.url}\n`);
  terminal.err('The address is for this machine only. Ctrl-C ends it.\n');
  if (open) openBrowser(server.url, terminal);
  await stopped;
  await server.close();
  return exitCodes.interrupted;
}

function openBrowser(url: string, terminal: Terminal): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
  child.on('error', () => terminal.err('No browser could be opened: open the address yourself.\n'));
  child.unref();
}
