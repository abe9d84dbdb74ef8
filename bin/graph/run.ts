import { writeFile } from 'node:fs/promises';
import { requireSensible } from '../../checker/limits.ts';
import { stateGraph, type StateGraph } from '../../traces/graph/state-graph.ts';
import { parseWatch } from '../../traces/watch/watch.ts';
import type { Arguments } from '../arguments.ts';
import { chooseModel } from '../choose-model.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { count, counted } from '../figures.ts';
import { parseCount } from '../option-values.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { graphFormatOfFile, graphFormats, type GraphFormat } from './formats.ts';

/** States of a picture that can still be laid out in a moment and looked at. */
const MOST_STATES = 20_000;

/** Draws a model's graph on standard output or into a file. */
export async function runGraphCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const maxStates = args.parsed('max-states', parseCount);
  const maxDepth = args.parsed('max-depth', parseCount);
  requireSensible({ maxStates, maxDepth });
  if (maxStates !== undefined && maxStates > MOST_STATES) {
    throw new UsageError(
      `--max-states ${maxStates}: more than can be drawn`,
      `At most ${count(MOST_STATES)}; --view makes one node of many states.`,
    );
  }
  const output = args.text('output');
  const format =
    args.choice('format', graphFormats) ??
    (output === undefined ? null : graphFormatOfFile(output)) ??
    'dot';
  const { model } = await chooseModel(args);
  const spec = model.tree;
  const expression = (name: string) =>
    args.parsed(name, (_, text) => parseWatch(text, spec)) ?? null;
  const graph = stateGraph(spec, {
    ...(maxStates === undefined ? {} : { maxStates }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
    colour: expression('color-by'),
    view: expression('view'),
  });
  const text = await render(graph, format);
  if (output === undefined) terminal.out(text);
  else await save(output, text);
  const rest = graph.complete ? 'all that are reachable' : 'more are reachable';
  const states = graph.nodes.reduce((sum, node) => sum + node.states, 0);
  const nodes = states === graph.nodes.length ? '' : ` in ${counted(graph.nodes.length, 'node')}`;
  terminal.err(
    `${counted(states, 'state')}${nodes}, ${rest}${output === undefined ? '' : `: ${output}`}\n`,
  );
  return exitCodes.ok;
}

async function render(graph: StateGraph, format: GraphFormat): Promise<string> {
  switch (format) {
    case 'dot':
      return (await import('../../traces/graph/dot.ts')).renderDot(graph);
    case 'graphml':
      return (await import('../../traces/graph/graphml.ts')).renderGraphml(graph);
    case 'svg':
      return (await import('../../traces/graph/svg.ts')).renderSvg(graph);
  }
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--output ${file}: cannot be written (${code})`);
  }
}
