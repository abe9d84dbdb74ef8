import { Map } from 'immutable';
import type { Instance, State, Value } from '../checker/reference/value.ts';
import type { SpecErrorReport } from '../checker/result.ts';
import { showType } from '../spec/language/show.ts';
import type { ActionNode, SpecTree, TypeNode } from '../spec/language/tree.ts';
import { fingerprint } from './fingerprint.ts';
import { decodeValue, encodeValue, MalformedTrace } from './plain.ts';
import type { Json } from './plain.ts';
import type { TraceReport } from './report.ts';
import type { SavedInstance, SavedTrace } from './saved-trace.ts';

/** The trace as the object of docs/trace-format.md. */
export function traceDocument(report: TraceReport): SavedTrace {
  const { spec, specError } = report;
  return {
    format: 'kripke-trace',
    version: 1,
    spec: { name: spec.name, file: report.file, fingerprint: fingerprint(spec) },
    model: report.model,
    constants: Object.fromEntries(spec.constants.map((c) => [c.name, c.value])),
    verdict: report.verdict,
    property: report.property,
    specError: specError && {
      ...specError,
      instance: specError.instance && saveInstance(spec, specError.instance),
    },
    loop: report.loop,
    variables: Object.fromEntries(spec.variables.map((v) => [v.name, showType(v.type)])),
    steps: report.trace.steps.map(({ instance, state }) => ({
      ...(instance === null ? { action: null, parameters: {} } : saveInstance(spec, instance)),
      state: Object.fromEntries(
        spec.variables.map((v) => [v.name, encodeValue(v.type, state.get(v.name)!)]),
      ),
    })),
  };
}

/** The trace as JSON text, one line a step, so that a saved trace can be compared line by line. */
export function renderJson(report: TraceReport): string {
  const { steps, ...head } = traceDocument(report);
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`);
  return `${opening},\n  "steps": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** A saved trace read against a spec. */
export interface ReadTrace {
  readonly report: TraceReport;
  /** Whether the spec says something else than when the trace was saved. */
  readonly specChanged: boolean;
}

/**
 * Reads the instances and states of a saved trace as values of `spec`, which must have the trace's
 * constants. Whether the steps follow one another is not looked at: see validate.ts.
 * @throws MalformedTrace if the trace is of another spec, or holds what this spec does not have
 */
export function readTrace(saved: SavedTrace, spec: SpecTree): ReadTrace {
  if (saved.spec.name !== spec.name) {
    throw new MalformedTrace(
      'spec.name',
      `the trace is of spec ${saved.spec.name}, but this is spec ${spec.name}`,
    );
  }
  const specChanged = saved.spec.fingerprint !== fingerprint(spec);
  try {
    const property = saved.property;
    if (property !== null && !spec.properties.some((p) => p.name === property))
      throw new MalformedTrace('property', unknownName(spec, 'property', property));
    const readState = stateReader(spec, saved);
    const steps = saved.steps.map((step, i) => ({
      instance:
        step.action === null
          ? null
          : readInstance(spec, { action: step.action, parameters: step.parameters }, `steps[${i}]`),
      state: readState(step.state, `steps[${i}].state`),
    }));
    return {
      specChanged,
      report: {
        spec,
        file: saved.spec.file,
        model: saved.model,
        verdict: saved.verdict,
        property,
        specError: saved.specError && readSpecError(spec, saved.specError),
        trace: { steps },
        loop: saved.loop,
      },
    };
  } catch (error) {
    if (!(error instanceof MalformedTrace) || !specChanged) throw error;
    throw new MalformedTrace(
      '',
      `${error.message}\nThe spec has changed since the trace was saved.`,
    );
  }
}

function saveInstance(spec: SpecTree, instance: Instance): SavedInstance {
  const action = spec.actions.find((a) => a.name === instance.action)!;
  return {
    action: action.name,
    parameters: Object.fromEntries(
      boundParameters(action, (name) => instance.parameters.has(name)).map(({ name, type }) => [
        name,
        encodeValue(type, instance.parameters.get(name)!),
      ]),
    ),
  };
}

/** All parameters, but for a spec error in the domain of one: those before it. */
function boundParameters(
  action: ActionNode,
  isBound: (name: string) => boolean,
): ActionNode['parameters'] {
  const first = action.parameters.findIndex(({ name }) => !isBound(name));
  return first < 0 ? action.parameters : action.parameters.slice(0, first);
}

function readInstance(
  spec: SpecTree,
  saved: SavedInstance,
  path: string,
  declared = (action: ActionNode): ActionNode['parameters'] => action.parameters,
): Instance {
  const action = spec.actions.find((a) => a.name === saved.action);
  if (action === undefined)
    throw new MalformedTrace(`${path}.action`, unknownName(spec, 'action', saved.action));
  const owner = `action ${action.name}`;
  return {
    action: action.name,
    parameters: Map(
      readMembers(declared(action), saved.parameters, `${path}.parameters`, 'parameter', owner),
    ),
  };
}

function readSpecError(
  spec: SpecTree,
  saved: NonNullable<SavedTrace['specError']>,
): SpecErrorReport {
  const { instance } = saved;
  if (instance === null) return { ...saved, instance };
  const bound = (action: ActionNode): ActionNode['parameters'] =>
    boundParameters(action, (name) => Object.hasOwn(instance.parameters, name));
  return { ...saved, instance: readInstance(spec, instance, 'specError.instance', bound) };
}

/** Reads states one after the other; what a step leaves unchanged is shared with the step before. */
function stateReader(
  spec: SpecTree,
  saved: SavedTrace,
): (json: Readonly<Record<string, Json>>, path: string) => State {
  const last: Record<string, { text: string; value: Value }> = {};
  const read = (type: TypeNode, json: Json, path: string, name: string): Value => {
    const text = JSON.stringify(json);
    if (last[name]?.text === text) return last[name].value;
    const value = decodeValue(type, json, path);
    last[name] = { text, value };
    return value;
  };
  return (json, path) =>
    Map(readMembers(spec.variables, json, path, 'variable', `spec ${saved.spec.name}`, read));
}

function readMembers(
  declared: readonly { readonly name: string; readonly type: TypeNode }[],
  json: Readonly<Record<string, Json>>,
  path: string,
  kind: 'variable' | 'parameter',
  owner: string,
  read: (type: TypeNode, json: Json, path: string, name: string) => Value = decodeValue,
): [string, Value][] {
  for (const name of Object.keys(json)) {
    if (!declared.some((d) => d.name === name))
      throw new MalformedTrace(path, `${owner} has no ${kind} '${name}'`);
  }
  return declared.map(({ name, type }) => {
    if (!Object.hasOwn(json, name)) throw new MalformedTrace(path, `${kind} '${name}' is missing`);
    return [name, read(type, json[name]!, `${path}.${name}`, name)];
  });
}

function unknownName(spec: SpecTree, kind: 'action' | 'property', name: string): string {
  const known = (kind === 'action' ? spec.actions : spec.properties).map((d) => d.name);
  return `spec ${spec.name} has no ${kind} '${name}'; it has ${known.join(', ') || 'none'}`;
}
