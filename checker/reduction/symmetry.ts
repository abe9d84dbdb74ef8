/**
 * Symmetry of scalarsets (Ip and Dill, 'Better Verification through Symmetry', 1996): since a spec can
 * only compare the identities of an `ids` type and use them as keys, renaming them takes behaviours
 * to behaviours, and of all states that differ by a renaming one need be kept. The one way to tell
 * identities apart is `choose`, which is refused here.
 */
import { showExpr } from '../../spec/language/show.ts';
import type { SpecTree, TypeNode } from '../../spec/language/tree.ts';
import { expressionsOfSpec, visit } from '../../spec/language/walk.ts';
import { UserError } from '../user-error.ts';

/** Symmetry that a spec does not have, or that cannot be used. */
export class SymmetryError extends UserError {
  constructor(message: string, hint: string) {
    super(message, hint);
    this.name = 'SymmetryError';
  }
}

/** A scalarset whose identities are interchanged. */
export interface Scalarset {
  readonly name: string;
  readonly size: number;
  /**
   * Whether no value relates two identities of symmetric types: then sorting the identities, one
   * adjacent pair after the other, finds the least renaming. Otherwise all renamings are tried.
   */
  readonly sortable: boolean;
}

/** The most identities of a scalarset of which all renamings are tried: 8! is 40,320. */
export const MAX_PERMUTED = 8;

/**
 * The scalarsets by name, as the variables hold them; those that no variable holds are left out.
 * @throws SymmetryError for a name that is no scalarset, and for a spec that tells identities apart.
 */
export function symmetricScalarsets(tree: SpecTree, names: readonly string[]): Scalarset[] {
  if (names.length === 0) return [];
  const declared = tree.constants.filter((c) => c.kind === 'ids').map((c) => c.name);
  const held = new Map<string, number>();
  const related = new Set<string>();
  for (const { type } of tree.variables) {
    const found = mentions(type, new Set(names));
    for (const [name, size] of found.sizes) held.set(name, size);
    for (const name of found.related) related.add(name);
  }
  for (const name of names) {
    if (declared.includes(name) || held.has(name)) continue;
    const known = declared.length === 0 ? 'It has none.' : `It has ${declared.join(', ')}.`;
    throw new SymmetryError(
      `symmetry names '${name}', which is not an \`ids\` type of ${tree.name}`,
      known,
    );
  }
  requireNoChoice(tree, new Set(names));
  const scalarsets = names.flatMap((name) => {
    const size = held.get(name);
    return size === undefined ? [] : [{ name, size, sortable: !related.has(name) }];
  });
  for (const { name, size } of scalarsets.filter((s) => !s.sortable && s.size > MAX_PERMUTED)) {
    throw new SymmetryError(
      `symmetry over the ${size} identities of ${name} would try ${size}! renamings`,
      `Variables relate them to each other: at most ${MAX_PERMUTED} are feasible.`,
    );
  }
  return scalarsets;
}

interface Mentions {
  readonly sizes: ReadonlyMap<string, number>;
  /** Scalarsets of which one value can relate an identity to another, of the same set or another. */
  readonly related: ReadonlySet<string>;
}

const NONE: Mentions = { sizes: new Map(), related: new Set() };

/**
 * Which of the named scalarsets values of a type mention. A sequence of identities relates none: it
 * says of each position who stands there.
 */
function mentions(type: TypeNode, names: ReadonlySet<string>): Mentions {
  switch (type.kind) {
    case 'ids':
      if (!names.has(type.name)) return NONE;
      return { sizes: new Map([[type.name, type.size]]), related: new Set() };
    case 'option':
    case 'sequence':
      return mentions(type.of, names);
    case 'set':
    case 'bag':
      return together([mentions(type.of, names)], type.of, names);
    case 'struct':
      return side(type.fields.map((field) => mentions(field.type, names)));
    case 'union':
      return side(type.cases.map((one) => mentions(one.type, names)));
    case 'map': {
      const parts = [mentions(type.key, names), mentions(type.value, names)];
      return parts[0]!.sizes.size === 0 ? side(parts) : crossed(parts);
    }
    default:
      return NONE;
  }
}

/** Parts that stand side by side, each in a place of its own. */
function side(parts: readonly Mentions[]): Mentions {
  return {
    sizes: new Map(parts.flatMap((part) => [...part.sizes])),
    related: new Set(parts.flatMap((part) => [...part.related])),
  };
}

/** Parts of which one tells what another is about: every scalarset is related if there are two mentions. */
function crossed(parts: readonly Mentions[]): Mentions {
  const { sizes, related } = side(parts);
  const mentioning = parts.filter((part) => part.sizes.size > 0).length;
  return { sizes, related: mentioning > 1 || sizes.size > 1 ? new Set(sizes.keys()) : related };
}

/** Elements of a set: one that mentions two identities relates them. */
function together(
  parts: readonly Mentions[],
  element: TypeNode,
  names: ReadonlySet<string>,
): Mentions {
  const { sizes, related } = side(parts);
  return { sizes, related: mostMentions(element, names) > 1 ? new Set(sizes.keys()) : related };
}

/** The most identities that one value mentions. */
function mostMentions(type: TypeNode, names: ReadonlySet<string>): number {
  switch (type.kind) {
    case 'ids':
      return names.has(type.name) ? 1 : 0;
    case 'option':
      return mostMentions(type.of, names);
    case 'struct':
      return type.fields.reduce((sum, field) => sum + mostMentions(field.type, names), 0);
    case 'union':
      return Math.max(...type.cases.map((one) => mostMentions(one.type, names)));
    case 'map':
      return mostMentions(type.key, names) + mostMentions(type.value, names) > 0 ? 2 : 0;
    case 'set':
    case 'sequence':
    case 'bag':
      return mostMentions(type.of, names) > 0 ? 2 : 0;
    default:
      return 0;
  }
}

/** `choose` takes the least of its values, and which is least depends on the names. */
function requireNoChoice(tree: SpecTree, names: ReadonlySet<string>): void {
  for (const { where, node } of expressionsOfSpec(tree)) {
    visit(node, (n) => {
      if (n.op !== 'choose' || mostMentions(n.binder.type, names) === 0) return;
      throw new SymmetryError(
        `${tree.name}, ${where}: \`${showExpr(n)}\` picks one of interchangeable identities`,
        'Leave out the symmetry, or let the action take the value as a parameter.',
      );
    });
  }
}
