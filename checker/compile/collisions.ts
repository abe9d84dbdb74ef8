import type { ExprNode, LocationNode, UpdateNode } from '../../spec/language/tree.ts';

/** An update that writes, with the conditions and loops around it. */
interface Occurrence {
  readonly variable: string;
  /** Map keys and field names from the variable on; for an element update the element at last. */
  readonly path: readonly (ExprNode | string)[];
  /** Enclosing `ifUpdate`s and `forEach`es, outermost first. */
  readonly around: readonly Enclosing[];
}
type Enclosing =
  | { readonly kind: 'branch'; readonly of: UpdateNode; readonly then: boolean }
  | { readonly kind: 'loop'; readonly of: UpdateNode; readonly id: number };

/**
 * The variables whose updates in one step might collide, as far as the text of the updates tells:
 * for all others no check is needed when the step is taken.
 */
export function mayCollide(updates: readonly UpdateNode[]): ReadonlySet<string> {
  const all = occurrences(updates, []);
  const found = new Set<string>();
  all.forEach((one, i) => {
    if (!pinnedByItsLoops(one)) found.add(one.variable);
    for (const other of all.slice(i + 1))
      if (other.variable === one.variable && !areDisjoint(one, other)) found.add(one.variable);
  });
  return found;
}

/** The variable at the start of a location. */
export function rootOf(location: LocationNode): string {
  if (location.op === 'variable') return location.name;
  return rootOf((location.op === 'at' ? location.map : location.struct) as LocationNode);
}

function pathOf(location: LocationNode): (ExprNode | string)[] {
  switch (location.op) {
    case 'variable':
      return [];
    case 'at':
      return [...pathOf(location.map as LocationNode), location.key];
    case 'field':
      return [...pathOf(location.struct as LocationNode), location.field];
  }
}

function occurrences(
  updates: readonly UpdateNode[],
  around: readonly Enclosing[],
): readonly Occurrence[] {
  return updates.flatMap((update): readonly Occurrence[] => {
    switch (update.op) {
      case 'assign':
        return [{ variable: rootOf(update.target), path: pathOf(update.target), around }];
      case 'addElement':
      case 'removeElement': {
        const path = [...pathOf(update.target), update.element];
        return [{ variable: rootOf(update.target), path, around }];
      }
      case 'ifUpdate':
        return [true, false].flatMap((then) =>
          occurrences(then ? update.then : update.else, [
            ...around,
            { kind: 'branch', of: update, then },
          ]),
        );
      case 'forEach':
        return occurrences(update.body, [
          ...around,
          { kind: 'loop', of: update, id: update.binder.id },
        ]);
    }
  });
}

/** Whether each round of the loops around an update writes elsewhere. */
function pinnedByItsLoops({ path, around }: Occurrence): boolean {
  return around.every(
    (one) =>
      one.kind === 'branch' || path.some((step) => typeof step !== 'string' && pins(step, one.id)),
  );
}

/** Whether different values of the name give different values of the expression. */
function pins(node: ExprNode, id: number): boolean {
  switch (node.op) {
    case 'bound':
      return node.id === id;
    case 'convert':
    case 'some':
      return pins(node.arg, id);
    case 'inject':
      return pins(node.payload, id);
    case 'struct':
      return node.fields.some((field) => pins(field, id));
    default:
      return false;
  }
}

function areDisjoint(a: Occurrence, b: Occurrence): boolean {
  const shared = Math.min(a.path.length, b.path.length);
  for (let i = 0; i < shared; i++) if (areDistinct(a.path[i]!, b.path[i]!)) return true;
  return areExclusive(a, b);
}

/** Whether two steps of a path lead to different places, whatever the state. */
function areDistinct(a: ExprNode | string, b: ExprNode | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a !== b;
  const [x, y] = [plain(a), plain(b)];
  if (x.op === 'literal' && y.op === 'literal') return x.value !== y.value;
  if (x.op === 'inject' && y.op === 'inject')
    return x.tag !== y.tag || areDistinct(x.payload, y.payload);
  if (x.op === 'some' && y.op === 'some') return areDistinct(x.arg, y.arg);
  if (x.op === 'struct' && y.op === 'struct')
    return x.fields.some((field, i) => areDistinct(field, y.fields[i]!));
  return [x.op, y.op].sort().join() === 'none,some';
}

function plain(node: ExprNode): ExprNode {
  if (node.op === 'convert') return plain(node.arg);
  return node.op === 'constant' ? plain(node.value) : node;
}

/** Whether two updates stand in different branches of one `ifUpdate`, in every round of its loops. */
function areExclusive(a: Occurrence, b: Occurrence): boolean {
  const loops: number[] = [];
  for (const [i, one] of a.around.entries()) {
    const other = b.around[i];
    if (other === undefined || other.of !== one.of) return false;
    if (one.kind === 'loop') loops.push(one.id);
    else if (other.kind === 'branch' && one.then !== other.then)
      return loops.every((id) => pinnedAlike(a, b, id));
  }
  return false;
}

/** Whether both paths have the bare name at the same step, so that they meet in one round only. */
function pinnedAlike(a: Occurrence, b: Occurrence, id: number): boolean {
  const isName = (step: ExprNode | string | undefined): boolean => {
    if (step === undefined || typeof step === 'string') return false;
    const node = plain(step);
    return node.op === 'bound' && node.id === id;
  };
  return a.path.some((step, i) => isName(step) && isName(b.path[i]));
}
