import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toTla } from '../checker/export/tla-module.ts';
import type { SpecTree } from '../spec/language/tree.ts';
import type { Contender } from './measure.ts';
import { twoPhasePromela } from './two-phase-spin.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Checks one model of a spec file, as a user does. */
export function kripke(
  name: string,
  file: string,
  model: string,
  options: readonly string[],
): Contender {
  const command = ['check', join(ROOT, file), '--model', model, '--json', '--no-trace', '--quiet'];
  return {
    name,
    command: [process.execPath, join(ROOT, 'dist/bin/kripke.js'), ...command, ...options],
    read(output, wallSeconds, peakMemoryBytes) {
      const { results } = parseObject(output) as {
        results: {
          distinct: number;
          generated: number;
          seconds: number;
          peakMemoryBytes: number;
        }[];
      };
      const { distinct, generated, seconds, peakMemoryBytes: told } = results[0]!;
      return {
        distinct,
        generated,
        seconds,
        wallSeconds,
        peakMemoryBytes: peakMemoryBytes ?? told,
      };
    },
  };
}

/** The two searches that were written by hand for two-phase commit alone. */
export function handWritten(scratch: string, rms: number): Contender[] {
  const contenders = [
    loop('JavaScript by hand', [
      process.execPath,
      join(ROOT, 'bench/two-phase-loop.mjs'),
      `${rms}`,
    ]),
  ];
  const binary = join(scratch, 'two-phase-loop');
  if (succeeds('g++', ['-O2', '-o', binary, join(ROOT, 'bench/two-phase-loop.cpp')])) {
    contenders.push(loop('C++ -O2 by hand', [binary, `${rms}`]));
  }
  return contenders;
}

function loop(name: string, command: readonly string[]): Contender {
  return {
    name,
    command,
    read(output, wallSeconds, peakMemoryBytes) {
      const told = parseObject(output) as {
        distinct: number;
        generated: number;
        seconds: number;
        peakMemoryBytes: number;
      };
      return { ...told, wallSeconds, peakMemoryBytes: peakMemoryBytes ?? told.peakMemoryBytes };
    },
  };
}

/** TLC on the exported spec, if TLA2TOOLS_JAR names its jar. Its time is that of the whole process. */
export function tlc(scratch: string, tree: SpecTree, workers: number): Contender[] {
  const jar = process.env['TLA2TOOLS_JAR'];
  if (jar === undefined) return [];
  const { name, module, config } = toTla(tree, { deadlock: true });
  const folder = mkdtempSync(join(scratch, 'tlc-'));
  writeFileSync(join(folder, `${name}.tla`), module);
  writeFileSync(join(folder, `${name}.cfg`), config);
  return [
    {
      name: `TLC, ${workers} worker${workers === 1 ? '' : 's'}`,
      command: [
        'java',
        '-XX:+UseParallelGC',
        '-cp',
        jar,
        'tlc2.TLC',
        '-workers',
        `${workers}`,
        name,
      ],
      cwd: folder,
      read(output, wallSeconds, peakMemoryBytes) {
        const counts =
          /([\d,]+) states generated, ([\d,]+) distinct states found, 0 states left/.exec(
            output.split('Model checking completed').at(-1)!,
          );
        if (counts === null) throw new Error(`TLC did not complete:\n${output.slice(-2000)}`);
        const [generated, distinct] = [counts[1]!, counts[2]!].map(number);
        return {
          distinct: distinct!,
          generated: generated!,
          seconds: wallSeconds,
          wallSeconds,
          peakMemoryBytes,
        };
      },
    },
  ];
}

/** Spin on two-phase commit, if it and gcc are installed. Its time is that of the compiled verifier. */
export function spin(scratch: string, rms: number): Contender[] {
  const folder = join(scratch, `spin-${rms}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'two-phase.pml'), twoPhasePromela(rms));
  const options = ['-O2', '-DSAFETY', '-DNOREDUCE', '-DMEMLIM=12000', '-o', 'pan', 'pan.c'];
  const built =
    succeeds('spin', ['-a', 'two-phase.pml'], folder) && succeeds('gcc', options, folder);
  if (!built) return [];
  return [
    {
      name: 'Spin',
      command: [join(folder, 'pan'), '-m1000000', '-w27'],
      cwd: folder,
      read(output, wallSeconds, peakMemoryBytes) {
        const stored = /(\S+) states, stored/.exec(output)?.[1];
        const elapsed = /elapsed time (\S+) seconds/.exec(output)?.[1];
        if (stored === undefined || elapsed === undefined) {
          throw new Error(`Spin did not complete:\n${output.slice(-2000)}`);
        }
        const distinct = Number(stored);
        const seconds = Math.max(Number(elapsed), 0.01);
        return { distinct, generated: null, seconds, wallSeconds, peakMemoryBytes };
      },
    },
  ];
}

function number(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function parseObject(output: string): unknown {
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
}

function succeeds(command: string, args: readonly string[], cwd?: string): boolean {
  try {
    execFileSync(command, args, { cwd, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
