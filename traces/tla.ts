import type { List, Map } from 'immutable';
import { quote } from '../checker/export/tla-expressions.ts';
import { sortedElements, sortedEntries } from '../checker/reference/order.ts';
import type { SomeValue, State, TaggedValue, Value } from '../checker/reference/value.ts';
import type { SpecTree, TypeNode } from '../spec/language/tree.ts';
import type { TraceReport } from './report.ts';
import { titleOf } from './story.ts';

/**
 * The trace as a TLA+ module: `Trace` is the sequence of states, and `Init` and `Next` walk along it,
 * so that TLC can evaluate TLA+ expressions on each state. Values are written as in the exported spec.
 */
export function renderTla(report: TraceReport): string {
  const { spec, trace, loop } = report;
  const module = `${spec.name.replaceAll(/\W/g, '_')}Trace`;
  const variables = spec.variables.map((v) => v.name);
  const index = fresh('step', variables);
  const states = trace.steps.map(({ instance, state }, i) => {
    const action = spec.actions.find((a) => a.name === instance?.action);
    const comment =
      instance === null || action === undefined ? 'Initially' : titleOf(action, instance);
    return `  \\* ${i}: ${comment.replace(/\s+/g, ' ')}\n  ${stateText(spec, state)}`;
  });
  const assign = (prime: string, at: string): string =>
    variables.map((v) => `  /\\ ${v}${prime} = Trace[${at}].${v}`).join('\n');
  const last = trace.steps.length;
  return [
    `${'-'.repeat(8)} MODULE ${module} ${'-'.repeat(8)}`,
    `\\* ${report.property ?? report.verdict} in model ${report.model} of ${report.file ?? spec.name}`,
    'EXTENDS Integers, Sequences, TLC',
    '',
    `VARIABLES ${[...variables, index].join(', ')}`,
    '',
    `Trace == <<\n${states.join(',\n')}\n>>`,
    '',
    `Init ==\n  /\\ ${index} = 1\n${assign('', '1')}`,
    '',
    `Next ==\n  /\\ ${index} < ${last}\n  /\\ ${index}' = ${index} + 1\n${assign("'", `${index} + 1`)}`,
    ...(loop === null ? [] : ['', `\\* After the last state comes Trace[${loop + 1}] again.`]),
    '='.repeat(24 + module.length),
    '',
  ].join('\n');
}

function stateText(spec: SpecTree, state: State): string {
  const fields = spec.variables.map((v) => `${v.name} |-> ${tlaValue(v.type, state.get(v.name)!)}`);
  return `[ ${fields.join(',\n    ')} ]`;
}

/** A value as a TLA+ expression that contains no operator of weaker binding than a comma. */
export function tlaValue(type: TypeNode, value: Value): string {
  const all = (of: TypeNode, values: Iterable<Value>): string =>
    Array.from(values, (v) => tlaValue(of, v)).join(', ');
  switch (type.kind) {
    case 'bool':
      return value === true ? 'TRUE' : 'FALSE';
    case 'range':
    case 'index':
      return String(value);
    case 'enum':
      return quote(value as string);
    case 'ids':
      return quote(type.labels[value as number]!);
    case 'unit':
      return quote('unit');
    case 'option':
      return value === null ? '<<>>' : `<<${tlaValue(type.of, (value as SomeValue).value)}>>`;
    case 'struct': {
      const fields = value as Map<Value, Value>;
      const parts = type.fields.map(
        (f) => `${f.name} |-> ${tlaValue(f.type, fields.get(f.name)!)}`,
      );
      return `[${parts.join(', ')}]`;
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const { type: of } = type.cases.find((c) => c.tag === tag)!;
      return `<<${quote(tag)}, ${tlaValue(of, payload)}>>`;
    }
    case 'map':
      return functionText(
        sortedEntries(type, value).map(([key, entry]) => [
          tlaValue(type.key, key),
          tlaValue(type.value, entry),
        ]),
      );
    case 'set':
      return `{${all(type.of, sortedElements(type, value))}}`;
    case 'sequence':
      return `<<${all(type.of, value as List<Value>)}>>`;
    case 'bag': {
      const copies = value as Map<Value, Value>;
      const elements = sortedElements(
        { kind: 'set', of: type.of, max: null },
        copies.keySeq().toSet(),
      );
      return functionText(elements.map((v) => [tlaValue(type.of, v), String(copies.get(v))]));
    }
  }
}

function functionText(entries: readonly (readonly [string, string])[]): string {
  // The function with an empty domain is the empty sequence.
  if (entries.length === 0) return '<<>>';
  return `(${entries.map(([key, value]) => `${key} :> ${value}`).join(' @@ ')})`;
}

/** A name that no variable has. */
function fresh(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? fresh(`${name}_`, taken) : name;
}
