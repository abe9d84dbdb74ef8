import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** One finished run of a contender. */
export interface Run {
  readonly distinct: number;
  readonly generated: number | null;
  /** Of the search alone where the contender says so, else of the whole process. */
  readonly seconds: number;
  readonly wallSeconds: number;
  readonly peakMemoryBytes: number | null;
}

/** Something that explores a state space when it is run. */
export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Reads the figures from what the command printed. */
  read(output: string, wallSeconds: number, peakMemoryBytes: number | null): Run;
}

/** GNU time tells a child's peak memory, which Node.js does not. */
const GNU_TIME = '/usr/bin/time';

/** Runs a command to its end. @throws Error with what it printed if it fails. */
export async function run({ name, command, cwd, read }: Contender): Promise<Run> {
  const timed = existsSync(GNU_TIME) ? [GNU_TIME, '-f', 'peakKiB=%M', ...command] : [...command];
  const start = performance.now();
  const { output, code } = await collect(timed, cwd);
  const wallSeconds = (performance.now() - start) / 1000;
  const peak = /peakKiB=(\d+)/.exec(output)?.[1];
  if (code !== 0) throw new Error(`${name} failed (exit code ${code}):\n${output.slice(-500)}`);
  return read(output, wallSeconds, peak === undefined ? null : Number(peak) * 1024);
}

function collect(
  command: readonly string[],
  cwd: string | undefined,
): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, code }));
  });
}

/** Runs the contenders in turn, `rounds` times over, so that a drift of the machine meets all alike. */
export async function interleaved(
  contenders: readonly Contender[],
  rounds: number,
  log: (line: string) => void,
): Promise<Map<string, Run[]>> {
  const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contenders) {
      const result = await run(contender);
      runs.get(contender.name)!.push(result);
      log(`  ${round}/${rounds} ${contender.name}: ${result.seconds.toFixed(2)} s`);
    }
  }
  return runs;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median over rounds of how many times as many states a second A reaches as B in the same round. */
export function speedRatio(a: readonly Run[], b: readonly Run[]): number {
  return median(a.map((run, i) => b[i]!.seconds / run.seconds));
}
