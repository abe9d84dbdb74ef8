import type { SpecErrorKind, SpecErrorReport, Verdict } from '../checker/result.ts';
import type { ConstantValue } from '../spec/language/tree.ts';
import { isObject, MalformedTrace } from './plain.ts';
import type { Json } from './plain.ts';

/** A saved trace, version 1. docs/trace-format.md describes each member. */
export interface SavedTrace {
  readonly format: 'kripke-trace';
  readonly version: 1;
  readonly spec: {
    readonly name: string;
    readonly file: string | null;
    readonly fingerprint: string;
  };
  readonly model: string;
  readonly constants: Readonly<Record<string, ConstantValue>>;
  readonly verdict: Verdict;
  readonly property: string | null;
  readonly specError:
    (Omit<SpecErrorReport, 'instance'> & { readonly instance: SavedInstance | null }) | null;
  readonly loop: number | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly steps: readonly SavedStep[];
}
export interface SavedInstance {
  readonly action: string;
  readonly parameters: Readonly<Record<string, Json>>;
}
export interface SavedStep {
  readonly action: string | null;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly state: Readonly<Record<string, Json>>;
}

const VERDICTS: readonly Verdict[] = [
  'holds',
  'violated',
  'deadlock',
  'unreachable',
  'spec-error',
  'inconclusive',
];
const ERROR_KINDS: readonly SpecErrorKind[] = [
  'out-of-range',
  'index-out-of-bounds',
  'empty-sequence',
  'division-by-zero',
  'colliding-updates',
  'no-such-value',
  'wrong-case',
];

/**
 * Reads the text of a saved trace as far as that is possible without its spec.
 * @throws MalformedTrace which says what is wrong and where
 */
export function parseTrace(text: string): SavedTrace {
  const root = parseJson(text);
  if (!isObject(root) || root['format'] !== 'kripke-trace') {
    const itf = isObject(root) && 'states' in root && 'vars' in root;
    throw new MalformedTrace(
      '',
      `this is not a kripke trace: its 'format' is not 'kripke-trace'` +
        (itf ? ' (it looks like an ITF trace, which cannot be read back)' : ''),
    );
  }
  if (root['version'] !== 1) {
    throw new MalformedTrace(
      'version',
      `this trace has format version ${JSON.stringify(root['version'])}; only version 1 is understood`,
    );
  }
  const spec = object(root, 'spec', '');
  const steps = list(root, 'steps', '').map((step, i) => readStep(step, i));
  if (steps.length === 0) throw new MalformedTrace('steps', 'a trace has at least one step');
  const loop = nullable(root, 'loop', '', (json) => Number.isInteger(json), 'a step number');
  if (loop !== null && (Number(loop) < 0 || Number(loop) >= steps.length))
    throw new MalformedTrace('loop', `there is no step ${loop}`);
  const specError = nullable(root, 'specError', '', isObject, 'an object');
  return {
    format: 'kripke-trace',
    version: 1,
    spec: {
      name: string(spec, 'name', 'spec'),
      file: nullable(spec, 'file', 'spec', isString, 'text') as string | null,
      fingerprint: string(spec, 'fingerprint', 'spec'),
    },
    model: string(root, 'model', ''),
    constants: readConstants(object(root, 'constants', '')),
    verdict: oneOf(root, 'verdict', '', VERDICTS),
    property: nullable(root, 'property', '', isString, 'text') as string | null,
    specError: isObject(specError ?? undefined) ? readSpecError(specError as JsonObject) : null,
    loop: loop as number | null,
    variables: readVariables(object(root, 'variables', '')),
    steps,
  };
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /position (\d+)/.exec(message)?.[1];
    // A file that was cut off stops making sense at its end.
    const truncated = message.includes('end of JSON') || Number(position) >= text.trimEnd().length;
    if (text.trim() === '') throw new MalformedTrace('', 'the file is empty');
    if (!truncated) throw new MalformedTrace('', `this is not JSON: ${message}`);
    const lines = text.trimEnd().split('\n');
    throw new MalformedTrace(
      '',
      `the file is cut off: it ends in the middle of the trace, at line ${lines.length}, column ${lines.at(-1)!.length + 1}`,
    );
  }
}

type JsonObject = { readonly [name: string]: Json };

function readStep(step: Json, index: number): SavedStep {
  const path = `steps[${index}]`;
  if (!isObject(step)) throw new MalformedTrace(path, 'expected an object');
  const action = nullable(step, 'action', path, isString, 'the name of an action') as string | null;
  if (index === 0 && action !== null)
    throw new MalformedTrace(
      `${path}.action`,
      'the first step is an initial state: its action is null',
    );
  if (index > 0 && action === null)
    throw new MalformedTrace(`${path}.action`, 'only the first step has no action');
  return {
    action,
    parameters: object(step, 'parameters', path),
    state: object(step, 'state', path),
  };
}

function readSpecError(json: JsonObject): NonNullable<SavedTrace['specError']> {
  const path = 'specError';
  const instance = nullable(json, 'instance', path, isObject, 'an object') as JsonObject | null;
  return {
    kind: oneOf(json, 'kind', path, ERROR_KINDS),
    instance: instance && {
      action: string(instance, 'action', `${path}.instance`),
      parameters: object(instance, 'parameters', `${path}.instance`),
    },
    where: nullable(json, 'where', path, isString, 'text') as string | null,
    expression: string(json, 'expression', path),
    message: string(json, 'message', path),
  };
}

function readConstants(json: JsonObject): Record<string, ConstantValue> {
  const isScalar = (value: Json): boolean => ['boolean', 'number', 'string'].includes(typeof value);
  for (const [name, value] of Object.entries(json)) {
    const isConstant = Array.isArray(value) ? value.every(isScalar) : isScalar(value);
    if (!isConstant)
      throw new MalformedTrace(
        `constants.${name}`,
        'expected a truth value, a number, text or a list',
      );
  }
  return json as Record<string, ConstantValue>;
}

function readVariables(json: JsonObject): Record<string, string> {
  for (const name of Object.keys(json)) string(json, name, 'variables');
  return json as Record<string, string>;
}

const isString = (json: Json | undefined): json is string => typeof json === 'string';
const at = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function member(parent: JsonObject, name: string, path: string): Json {
  if (!Object.hasOwn(parent, name)) throw new MalformedTrace(path, `'${name}' is missing`);
  return parent[name]!;
}

function object(parent: JsonObject, name: string, path: string): JsonObject {
  const json = member(parent, name, path);
  if (!isObject(json)) throw new MalformedTrace(at(path, name), 'expected an object');
  return json;
}

function list(parent: JsonObject, name: string, path: string): readonly Json[] {
  const json = member(parent, name, path);
  if (!Array.isArray(json)) throw new MalformedTrace(at(path, name), 'expected a list');
  return json as readonly Json[];
}

function string(parent: JsonObject, name: string, path: string): string {
  const json = member(parent, name, path);
  if (!isString(json)) throw new MalformedTrace(at(path, name), 'expected text');
  return json;
}

function oneOf<T extends string>(
  parent: JsonObject,
  name: string,
  path: string,
  allowed: readonly T[],
): T {
  const json = string(parent, name, path);
  const found = allowed.find((word) => word === json);
  if (found === undefined)
    throw new MalformedTrace(
      at(path, name),
      `expected one of ${allowed.join(', ')}; found '${json}'`,
    );
  return found;
}

function nullable(
  parent: JsonObject,
  name: string,
  path: string,
  accepts: (json: Json | undefined) => boolean,
  expected: string,
): Json {
  const json = member(parent, name, path);
  if (json !== null && !accepts(json))
    throw new MalformedTrace(at(path, name), `expected ${expected} or null`);
  return json;
}
