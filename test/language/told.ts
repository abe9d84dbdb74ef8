import {
  any,
  bag,
  bool,
  map,
  none,
  oneOf,
  option,
  range,
  sequence,
  setOf,
  spec,
  SpecMistakes,
  struct,
  union,
  unit,
  type Builder,
  type Mistake,
} from '../../spec/language/index.ts';
import type { ConstantValue } from '../../spec/language/tree.ts';

/** A mistake as a message prints it, on one line and without its place in the file. */
function shown({ spec: name, where, message, expression, hint }: Mistake): string {
  const place = [name, where].filter((part) => part !== '').join(', ');
  const lines = [`${place}: ${message}`, expression === null ? '' : `in: ${expression}`, hint];
  return lines.filter((line) => line !== '').join(' | ');
}

/** Everything that the static check says of a spec `T`: its errors, or its warnings if it has none. */
export function told(
  build: (builder: Builder) => void,
  constants: Readonly<Record<string, ConstantValue>> = {},
): string[] {
  try {
    return spec('T', build).examine(constants).warnings.map(shown);
  } catch (error) {
    if (!(error instanceof SpecMistakes)) throw error;
    return error.mistakes.map(shown);
  }
}

/** One variable of every type, and the types that are named. */
export function everything({ constant, variable }: Builder) {
  const RM = constant.ids('RM', 2);
  const Node = constant.index('Node', 3);
  const Message = union({ Prepared: RM, Commit: unit });
  const Point = struct({ x: range(0, 3), on: bool });
  return {
    RM,
    Node,
    Message,
    Point,
    on: variable('on', bool, { init: false }),
    n: variable('n', range(0, 3), { init: 0 }),
    color: variable('color', oneOf('red', 'green'), { init: 'red' }),
    who: variable('who', RM, { init: any }),
    place: variable('place', Node, { init: Node.first }),
    maybe: variable('maybe', option(RM), { init: none }),
    point: variable('point', Point, { init: { x: 0, on: false } }),
    message: variable('message', Message, { init: Message.Commit() }),
    state: variable('state', map(RM, oneOf('working', 'done')), { init: 'working' }),
    seen: variable('seen', setOf(RM), { init: [] }),
    queue: variable('queue', sequence(range(0, 3), 2), { init: [] }),
    pile: variable('pile', bag(RM, 2), { init: [] }),
  };
}
export type Everything = ReturnType<typeof everything>;

/** What the static check says of a spec that has these variables, and then what a test adds. */
export function toldWith(
  build: (builder: Builder, all: Everything) => void,
  constants: Readonly<Record<string, ConstantValue>> = {},
): string[] {
  return told((builder) => build(builder, everything(builder)), constants);
}
