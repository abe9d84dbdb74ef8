import type { List, Map } from 'immutable';
import { sortedElements, sortedEntries } from '../checker/reference/order.ts';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import type { TypeNode } from '../spec/language/tree.ts';
import type { Json } from './plain.ts';
import type { TraceReport } from './report.ts';
import { titleOf } from './story.ts';

const DESCRIPTION = 'https://apalache-mc.org/docs/adr/015adr-trace.html';

/**
 * The trace in the Informal Trace Format (Apalache's ADR 015), one line a state. Integers are always
 * big integers, as its present revision asks; an option is the variant `None` or `Some`, a unit the
 * empty tuple as Quint writes it, a bag the map from each element to its multiplicity, an identity
 * the string of its label. The action of each state stands in the state's `#meta`.
 */
export function renderItf(report: TraceReport): string {
  const { spec, trace, loop } = report;
  const head: Record<string, Json> = {
    '#meta': {
      format: 'ITF',
      'format-description': DESCRIPTION,
      description: `Created by kripke from spec ${spec.name}, model ${report.model}`,
      source: report.file ?? spec.name,
      status: report.verdict,
      property: report.property,
    },
    vars: spec.variables.map((v) => v.name),
    ...(loop === null ? {} : { loop }),
  };
  const states = trace.steps.map(({ instance, state }, index) => {
    const action = spec.actions.find((a) => a.name === instance?.action);
    const taken = instance === null || action === undefined ? null : titleOf(action, instance);
    const values = spec.variables.map((v) => [v.name, itfValue(v.type, state.get(v.name)!)]);
    return { '#meta': { index, action: taken }, ...Object.fromEntries(values) };
  });
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const lines = states.map((state) => `    ${JSON.stringify(state)}`);
  return `${opening},\n  "states": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** A value as an ITF expression. */
export function itfValue(type: TypeNode, value: Value): Json {
  switch (type.kind) {
    case 'bool':
      return value as boolean;
    case 'range':
      return integer(value as number);
    case 'enum':
      return value as string;
    case 'ids':
    case 'index':
      return type.labels[value as number]!;
    case 'unit':
      return { '#tup': [] };
    case 'option':
      if (value === null) return variant('None', { '#tup': [] });
      return variant('Some', itfValue(type.of, (value as SomeValue).value));
    case 'struct': {
      const fields = value as Map<Value, Value>;
      return Object.fromEntries(
        type.fields.map((f) => [f.name, itfValue(f.type, fields.get(f.name)!)]),
      );
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      return variant(tag, itfValue(type.cases.find((c) => c.tag === tag)!.type, payload));
    }
    case 'map':
      return {
        '#map': sortedEntries(type, value).map(([key, entry]) => [
          itfValue(type.key, key),
          itfValue(type.value, entry),
        ]),
      };
    case 'set':
      return { '#set': sortedElements(type, value).map((v) => itfValue(type.of, v)) };
    case 'sequence':
      return (value as List<Value>).toArray().map((v) => itfValue(type.of, v));
    case 'bag': {
      const copies = value as Map<Value, Value>;
      const elements = sortedElements(
        { kind: 'set', of: type.of, max: null },
        copies.keySeq().toSet(),
      );
      return {
        '#map': elements.map((v) => [itfValue(type.of, v), integer(copies.get(v) as number)]),
      };
    }
  }
}

const integer = (value: number): Json => ({ '#bigint': String(value) });
const variant = (tag: string, value: Json): Json => ({ tag, value });
