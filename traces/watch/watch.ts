import type { ExprNode, SpecTree } from '../../spec/language/tree.ts';
import { parseSyntax } from './parser.ts';
import { Typing } from './typing.ts';
import { WatchMistake } from './watch-mistake.ts';

/**
 * Reads an expression that a user typed over the variables of a spec, in the notation in which traces
 * show expressions and paths: `record[o1].state = ACQUIRED and size(msgs) > 2`,
 * `exists m in Member: owner[m] != none`, `not NoLoss` (a property of states by its name).
 *
 * @throws WatchMistake which points at the place of the mistake
 */
export function parseWatch(text: string, spec: SpecTree): ExprNode {
  return new Typing(text, spec).infer(parseSyntax(text));
}

/**
 * As `parseWatch`, for an expression that must be true or false.
 * @throws WatchMistake
 */
export function parseCondition(text: string, spec: SpecTree): ExprNode {
  const node = parseWatch(text, spec);
  if (node.type.kind === 'bool') return node;
  throw new WatchMistake('this is neither true nor false', text, 0, 'A condition is needed here.');
}
