import { report } from './mistakes.ts';
import { showUpdate } from './show.ts';
import type { ActionNode, ExprNode, ForEachUpdateNode, LocationNode, UpdateNode } from './tree.ts';
import { cardinality } from './type-algebra.ts';
import { visit } from './walk.ts';

type Write = Exclude<UpdateNode, { op: 'ifUpdate' | 'forEach' }>;

/**
 * Reports two updates that always happen together and always write one location (or one that
 * contains the other). Those that only may collide are a spec error at run time.
 */
export function checkCollisions(action: ActionNode): void {
  checkTogether(action.updates);
}

function checkTogether(updates: readonly UpdateNode[]): void {
  const writes = updates.filter((u): u is Write => u.op !== 'ifUpdate' && u.op !== 'forEach');
  writes.forEach((second, i) => {
    const first = writes.slice(0, i).find((earlier) => mustCollide(earlier, second));
    if (first === undefined) return;
    report(
      'two updates of one step write the same location',
      'Join them into one update.',
      `${showUpdate(first)}; ${showUpdate(second)}`,
    );
  });
  for (const update of updates) {
    if (update.op === 'ifUpdate') {
      checkTogether(update.then);
      checkTogether(update.else);
    } else if (update.op === 'forEach') {
      checkTogether(update.body);
      checkRepeated(update);
    }
  }
}

/** An update for each of several values must write a location that depends on the value. */
function checkRepeated({ binder, body }: ForEachUpdateNode): void {
  if (binder.domain !== null || cardinality(binder.type) < 2) return;
  for (const write of body) {
    if (write.op === 'ifUpdate' || write.op === 'forEach') continue;
    const location = write.op === 'assign' ? [write.target] : [write.target, write.element];
    if (location.some((part) => mentions(part, binder.id))) continue;
    report(
      `every ${binder.name} writes the same location`,
      `Let the location depend on ${binder.name}, or make the update outside of forEach.`,
      showUpdate(write),
    );
  }
}

function mentions(node: ExprNode, id: number): boolean {
  let found = false;
  visit(node, (n) => {
    if (n.op === 'bound' && n.id === id) found = true;
  });
  return found;
}

function mustCollide(a: Write, b: Write): boolean {
  if (a.op !== 'assign' && b.op !== 'assign') {
    return sameNode(a.target, b.target) && sameNode(a.element, b.element);
  }
  return contains(a.target, b.target) || contains(b.target, a.target);
}

/** Whether `inner` is `outer` or a part of it, as far as the texts tell. */
function contains(outer: LocationNode, inner: ExprNode): boolean {
  if (sameNode(outer, inner)) return true;
  if (inner.op === 'at') return contains(outer, inner.map);
  if (inner.op === 'field') return contains(outer, inner.struct);
  return false;
}

/**
 * Structural equality; expressions have no effects, so equal ones have equal values. Most nodes differ
 * at once, and then their types, which are large, are never looked at.
 */
function sameNode(a: ExprNode, b: ExprNode): boolean {
  return a.op === b.op && sameData(a, b);
}

function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameData(value, right.get(key)))
  );
}
