import type { Binder } from '../../spec/language/tree.ts';
import { forEachElement, forEachValue, type LoopBody } from './domain-code.ts';
import { shapeOf } from './layout.ts';
import type { Scope } from './scope.ts';

/** A loop over a binder's values, each bound to its name; a domain expression is evaluated once, before. */
export function forBinder(binder: Binder, scope: Scope, body: LoopBody): void {
  const bound: LoopBody = (val, next) => {
    scope.bind(binder.id, val);
    body(val, next);
  };
  if (binder.domain === null)
    return forEachValue(scope.code, shapeOf(binder.type), binder.name, bound);
  forEachElement(scope.code, scope.value(binder.domain), binder.name, bound);
}
