/**
 * Measures the engine against searches written by hand, against the interpreter and, where they are
 * installed, against TLC (TLA2TOOLS_JAR=path of its jar) and Spin. All contenders of a case run in
 * turn, several times over, and are compared round by round: machines differ and are noisy, ratios
 * within one run are what counts.
 *
 * npm run bench [-- --quick] [--rounds N] [--output FILE] [--only CASE]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import yargs from 'yargs';
import { transactionalAcknowledgements } from '../spec/kip-1289/kip-1289.ts';
import { recommended } from '../spec/kip-1289/models.ts';
import { twoPhaseCommit } from '../spec/examples/two-phase-commit.ts';
import type { SpecTree } from '../spec/language/tree.ts';
import { handWritten, kripke, spin, tlc } from './contenders.ts';
import { interleaved, median, run, speedRatio, type Contender, type Run } from './measure.ts';

const args = await yargs(process.argv.slice(2))
  .scriptName('npm run bench --')
  .options({
    quick: { type: 'boolean', default: false, desc: 'Small cases only' },
    rounds: { type: 'number', default: 3, desc: 'Runs of each contender' },
    output: { type: 'string', default: 'bench/out/bench.json', desc: 'Where the figures go' },
    only: { type: 'string', desc: 'Cases whose title contains this' },
  })
  .strict()
  .parseAsync();

interface Case {
  readonly title: string;
  /** The first is what the others are compared with. */
  contenders(): readonly Contender[];
}

const scratch = mkdtempSync(join(tmpdir(), 'kripke-bench-'));
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const wanted = cases().filter(({ title }) => title.includes(args.only ?? ''));
  const results = [];
  for (const { title, contenders: prepare } of wanted) {
    console.log(`\n${title}`);
    const contenders = prepare();
    const runs = await interleaved(contenders, args.rounds, (line) => console.error(line));
    results.push(report(title, contenders, runs));
  }
  if (args.only === undefined || 'two workers'.includes(args.only)) {
    results.push(await twoWorkers(args.quick ? 8 : 9));
  }
  results.push(await startUp());
  const machine = { cpu: cpus()[0]?.model ?? '', cores: availableParallelism() };
  mkdirSync(dirname(args.output), { recursive: true });
  const document = { version: 1, machine, node: process.version, rounds: args.rounds, results };
  writeFileSync(args.output, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`\nFigures are in ${args.output}.`);
}

function cases(): Case[] {
  const sizes = args.quick ? [7] : [7, 8, 9];
  const twoPhase = sizes.map((rms): Case => ({
    title: `two-phase commit, ${rms} resource managers`,
    contenders: () => twoPhaseContenders(rms),
  }));
  const small: Case = { title: 'KIP-1289, recommended design', contenders: kipContenders };
  const medium: Case = { title: 'KIP-1289, medium model', contenders: mediumContenders };
  const faultless: Case = {
    title: 'KIP-1289, recommended design without faults',
    contenders: faultlessContenders,
  };
  return [...twoPhase, small, faultless, ...(args.quick ? [] : [medium])];
}

function twoPhaseContenders(rms: number): Contender[] {
  const constant = ['--constant', `RM=${rms}`];
  const tree = withProperty(twoPhaseCommit.instantiate({ RM: rms }), 'Consistent');
  return [
    twoPhaseKripke('kripke, 1 worker', [...constant, '--workers', '1']),
    twoPhaseKripke('kripke, 2 workers', [...constant, '--workers', '2']),
    ...handWritten(scratch, rms),
    ...spin(scratch, rms),
    // TLC needs minutes for the largest size; the ratio shows at the smaller ones.
    ...(rms <= 8 ? tlc(scratch, tree, 1) : []),
  ];
}

function twoPhaseKripke(name: string, options: readonly string[]): Contender {
  return kripke(name, 'spec/examples/two-phase-commit.ts', 'safe', options);
}

/** KIP-1289 as recommended: states of many words, large actions. */
function kipContenders(): Contender[] {
  const tree = transactionalAcknowledgements.instantiate(recommended.constants);
  return [
    kip('kripke, 1 worker', ['--workers', '1']),
    kip('kripke, 2 workers', ['--workers', '2']),
    ...tlc(scratch, onlySafety(tree), 1),
  ];
}

/** The same without faults, which the interpreter can do in a while. */
function faultlessContenders(): Contender[] {
  const faultless = ['--constant', 'FAULTS=0'];
  return [
    kip('kripke, 1 worker', [...faultless, '--workers', '1']),
    kip('kripke, interpreter', [...faultless, '--engine', 'reference']),
  ];
}

function kip(name: string, options: readonly string[]): Contender {
  return kripke(name, 'spec/kip-1289/models.ts', 'recommended', options);
}

/** States of 40 packed bytes, millions of them. */
function mediumContenders(): Contender[] {
  const check = (workers: string): Contender =>
    kripke(
      `kripke, ${workers} worker${workers === '1' ? '' : 's'}`,
      'spec/kip-1289/large.ts',
      'mediumTwoPartitions',
      ['--workers', workers],
    );
  return [check('1'), check('2')];
}

/** What the engine decides: TLC would look for fair cycles too, which takes it much longer. */
function onlySafety(tree: SpecTree): SpecTree {
  return {
    ...tree,
    fairness: [],
    actions: tree.actions.map((action) => ({ ...action, weaklyFair: null, stronglyFair: null })),
    properties: tree.properties.filter(
      ({ kind }) => kind === 'invariant' || kind === 'stepInvariant',
    ),
  };
}

function withProperty(tree: SpecTree, name: string): SpecTree {
  return { ...tree, properties: tree.properties.filter((property) => property.name === name) };
}

function report(title: string, contenders: readonly Contender[], runs: Map<string, Run[]>): object {
  const reference = runs.get(contenders[0]!.name)!;
  const rows = contenders.map(({ name }) => {
    const own = runs.get(name)!;
    const { distinct, generated } = own[0]!;
    const seconds = median(own.map((one) => one.seconds));
    const peak =
      own[0]!.peakMemoryBytes === null ? null : median(own.map((one) => one.peakMemoryBytes!));
    return {
      name,
      distinct,
      generated,
      seconds,
      wallSeconds: median(own.map((one) => one.wallSeconds)),
      statesPerSecond: distinct / seconds,
      peakMemoryBytes: peak,
      bytesPerState: peak === null ? null : peak / distinct,
      // How many times as fast as this contender the first one is.
      speedOfFirst: speedRatio(reference, own),
    };
  });
  for (const { name, distinct } of rows) {
    if (distinct !== rows[0]!.distinct) {
      throw new Error(`${title}: ${name} found ${distinct} states, kripke ${rows[0]!.distinct}`);
    }
  }
  console.log(`  ${rows[0]!.distinct.toLocaleString('en')} distinct states`);
  console.log(table(rows));
  return { title, contenders: rows };
}

function table(
  rows: readonly {
    name: string;
    seconds: number;
    statesPerSecond: number;
    peakMemoryBytes: number | null;
    bytesPerState: number | null;
    speedOfFirst: number;
  }[],
): string {
  const cells = rows.map((row) => [
    row.name,
    `${row.seconds.toFixed(2)} s`,
    `${(row.statesPerSecond / 1e6).toFixed(3)} M/s`,
    row.peakMemoryBytes === null ? '' : `${(row.peakMemoryBytes / 1e6).toFixed(0)} MB`,
    row.bytesPerState === null ? '' : `${row.bytesPerState.toFixed(0)} B/state`,
    `${row.speedOfFirst.toFixed(2)}x`,
  ]);
  const head = ['', 'time', 'distinct', 'peak', '', 'kripke is'];
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join('  '),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

/** How long a check of a few states takes from the command to the verdict. */
async function startUp(): Promise<object> {
  const title = 'start-up, die hard';
  const dieHard = kripke('kripke', 'spec/examples/die-hard.ts', 'puzzle', []);
  const seconds: number[] = [];
  for (let round = 0; round < Math.max(3, args.rounds); round++) {
    seconds.push((await run(dieHard)).wallSeconds);
  }
  console.log(`\n${title}\n  ${median(seconds).toFixed(2)} s from the command to the verdict`);
  return { title, seconds: median(seconds) };
}

/** What two workers reach, of what two processes of one worker reach side by side: the machine's own limit. */
async function twoWorkers(rms: number): Promise<object> {
  const title = `two workers, two-phase commit with ${rms} resource managers`;
  console.log(`\n${title}`);
  const constant = ['--constant', `RM=${rms}`];
  const one = twoPhaseKripke('1 worker', [...constant, '--workers', '1']);
  const two = twoPhaseKripke('2 workers', [...constant, '--workers', '2']);
  const ratios: number[] = [];
  for (let round = 0; round < args.rounds; round++) {
    const apart = await Promise.all([run(one), run(one)]);
    const together = await run(two);
    const limit = apart.reduce((sum, each) => sum + each.distinct / each.seconds, 0);
    ratios.push(together.distinct / together.seconds / limit);
  }
  const ratio = median(ratios);
  console.log(`  2 workers reach ${ratio.toFixed(2)} of two processes of one worker side by side`);
  return { title, ratio, ratios };
}
