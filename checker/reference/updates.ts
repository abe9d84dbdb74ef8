import { is, List, type Map, type Set } from 'immutable';
import { showLocation, showUpdate } from '../../spec/language/show.ts';
import type {
  AssignNode,
  ElementUpdateNode,
  LocationNode,
  SetTypeNode,
  UpdateNode,
} from '../../spec/language/tree.ts';
import { binderValues } from './binders.ts';
import { bind, type Env } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { misfit } from './membership.ts';
import { showValue } from './show-value.ts';
import { SpecError } from './spec-error.ts';
import type { State, Value } from './value.ts';

/** What one update does, once its operands are evaluated in the state before the step. */
interface Write {
  readonly update: AssignNode | ElementUpdateNode;
  /** The variable, then map keys and field names down to the target. */
  readonly target: List<Value>;
  /** What it claims for itself: the target; or, of a set, the target and then the element. */
  readonly location: List<Value>;
  /** The location as text, with the values of its keys: `rmState[rm1]`. */
  readonly shown: string;
  readonly change: (old: Value) => Value;
}

/**
 * The state after simultaneous updates: every operand is read from `env.state`, in the order in which
 * the updates are written, before anything changes. Throws SpecError: `colliding-updates` at the
 * second of two updates that claim one location, after its operands; `out-of-range` at the first
 * addition, after everything else is done, with which a set holds more than its `max`.
 */
export function applyUpdates(updates: readonly UpdateNode[], env: Env): State {
  const writes: Write[] = [];
  for (const write of collectWrites(updates, env)) {
    const other = writes.find(({ location }) => overlap(location, write.location));
    if (other !== undefined) throw collision(other, write);
    writes.push(write);
  }
  const additions = writes.filter(({ update }) => update.op === 'addElement');
  const others = writes.filter(({ update }) => update.op !== 'addElement');
  return [...others, ...additions].reduce((state, write) => {
    const after = changeAt(state, write.target, write.change) as State;
    checkCapacity(write, after);
    return after;
  }, env.state);
}

function* collectWrites(updates: readonly UpdateNode[], env: Env): Generator<Write, void> {
  for (const update of updates)
    switch (update.op) {
      case 'assign': {
        const { path: target, shown } = locate(update.target, env);
        const value = evaluate(update.value, env);
        yield { update, target, location: target, shown, change: () => value };
        break;
      }
      case 'addElement':
      case 'removeElement': {
        const { path: target, shown } = locate(update.target, env);
        const element = evaluate(update.element, env);
        yield {
          update,
          target,
          location: target.push(element),
          shown: `${showValue(update.element.type, element)} in ${shown}`,
          change: (old) =>
            update.op === 'addElement'
              ? (old as Set<Value>).add(element)
              : (old as Set<Value>).remove(element),
        };
        break;
      }
      case 'ifUpdate':
        yield* collectWrites(evaluate(update.cond, env) === true ? update.then : update.else, env);
        break;
      case 'forEach':
        for (const value of binderValues(update.binder, env, evaluate))
          yield* collectWrites(update.body, bind(env, update.binder.id, value));
        break;
    }
}

/** Keys are evaluated from the variable outwards: left to right, as they are written. */
function locate(location: LocationNode, env: Env): { path: List<Value>; shown: string } {
  switch (location.op) {
    case 'variable':
      return { path: List([location.name]), shown: location.name };
    case 'field': {
      const { path, shown } = locate(location.struct as LocationNode, env);
      return { path: path.push(location.field), shown: `${shown}.${location.field}` };
    }
    case 'at': {
      const { path, shown } = locate(location.map as LocationNode, env);
      const key = evaluate(location.key, env);
      return { path: path.push(key), shown: `${shown}[${showValue(location.key.type, key)}]` };
    }
  }
}

/** Whether two locations are one, or one contains the other. */
function overlap(a: List<Value>, b: List<Value>): boolean {
  const shared = Math.min(a.size, b.size);
  return is(a.take(shared), b.take(shared));
}

function collision(first: Write, second: Write): SpecError {
  const place =
    first.shown === second.shown ? first.shown : `${first.shown}, part of it as ${second.shown},`;
  return new SpecError(
    'colliding-updates',
    second.update,
    `${place} is written twice in one step: by '${showUpdate(first.update)}' and by '${showUpdate(second.update)}'`,
  );
}

/** A struct, map or state with the part at `path` changed. */
function changeAt(
  whole: Map<string, Value> | Map<Value, Value>,
  path: List<Value>,
  change: (old: Value) => Value,
): Map<Value, Value> {
  const container = whole as Map<Value, Value>;
  const key = path.first() as Value;
  const part = container.get(key)!;
  const inner = path.rest();
  return container.set(
    key,
    inner.isEmpty() ? change(part) : changeAt(part as Map<Value, Value>, inner, change),
  );
}

function checkCapacity({ update, target }: Write, after: State): void {
  if (update.op !== 'addElement') return;
  const type = update.target.type as SetTypeNode;
  const complaint = misfit(type, after.getIn(target) as Value);
  if (complaint !== null)
    throw new SpecError('out-of-range', update, `${showLocation(update.target)}: ${complaint}`);
}
