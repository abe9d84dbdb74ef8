import type { List, Map } from 'immutable';
import { sortedElements, sortedEntries } from '../checker/reference/order.ts';
import { showInstance } from '../checker/reference/show-value.ts';
import type { SomeValue, State, TaggedValue, Value } from '../checker/reference/value.ts';
import type { SpecTree, TypeNode } from '../spec/language/tree.ts';
import type { TraceReport } from './report.ts';

/**
 * The trace as a TLA+ module: `Trace` is the sequence of states, and `Init` and `Next` walk along it,
 * so that TLC can evaluate TLA+ expressions on each state. Identities and enumeration values are
 * strings; an option is `[tag |-> "None"]` or `[tag |-> "Some", value |-> x]`, a case of a union
 * likewise; a bag is the function from each element to its multiplicity.
 */
export function renderTla(report: TraceReport): string {
  const { spec, trace, loop } = report;
  const module = `${identifier(spec.name)}Trace`;
  const variables = spec.variables.map((v) => identifier(v.name));
  const index = fresh('step', variables);
  const states = trace.steps.map(({ instance, state }, i) => {
    const action = spec.actions.find((a) => a.name === instance?.action);
    const comment =
      instance === null || action === undefined ? 'Initially' : showInstance(action, instance);
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
  const fields = spec.variables.map(
    (v) => `${identifier(v.name)} |-> ${tlaValue(v.type, state.get(v.name)!)}`,
  );
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
      return String(value);
    case 'enum':
      return text(value as string);
    case 'ids':
    case 'index':
      return text(type.labels[value as number]!);
    case 'unit':
      return text('unit');
    case 'option':
      if (value === null) return '[tag |-> "None"]';
      return `[tag |-> "Some", value |-> ${tlaValue(type.of, (value as SomeValue).value)}]`;
    case 'struct': {
      const fields = value as Map<Value, Value>;
      const parts = type.fields.map(
        (f) => `${identifier(f.name)} |-> ${tlaValue(f.type, fields.get(f.name)!)}`,
      );
      return `[${parts.join(', ')}]`;
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const { type: of } = type.cases.find((c) => c.tag === tag)!;
      if (of.kind === 'unit') return `[tag |-> ${text(tag)}]`;
      return `[tag |-> ${text(tag)}, value |-> ${tlaValue(of, payload)}]`;
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

const text = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

const RESERVED = new Set(
  (
    'ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE ' +
    'DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL ' +
    'MODULE NEW OBVIOUS OMITTED OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE SF_ STATE STRING ' +
    'SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES WF_ ' +
    'WITH WITNESS Trace Init Next Int Nat Seq Len Head Tail Append SubSeq SelectSeq Print Assert'
  ).split(' '),
);

/** A name that TLA+ accepts: of letters, digits and underscores, with at least one letter. */
function identifier(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_');
  const lettered = /[A-Za-z]/.test(plain) ? plain : `v${plain}`;
  return RESERVED.has(lettered) ? `${lettered}_` : lettered;
}

function fresh(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? fresh(`${name}_`, taken) : name;
}
