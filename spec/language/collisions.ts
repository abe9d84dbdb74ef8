import { report } from './mistakes.ts';
import { showUpdate } from './show.ts';
import type { ActionNode, ExprNode, LocationNode, UpdateNode } from './tree.ts';

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
    }
  }
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

/** Structural equality; expressions have no effects, so equal ones have equal values. */
function sameNode(a: ExprNode, b: ExprNode): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
