import { exitCodes } from '../exit-code.ts';

/** Ctrl-C as an abort signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * The first Ctrl-C asks the search to end and tell what it covered; a second one ends the process
 * at once.
 */
export function onInterrupt(): Interruption {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    dispose() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
