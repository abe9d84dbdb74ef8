import type { ActionBody, Bool, Builder, Update, Updates } from 'kripke';
import { declareBounds, type Bounds, type Budget } from './bounds.ts';
import { declareGhosts, type Ghosts } from './ghosts.ts';
import { declareTypes, declareVariables, type Types, type Variables } from './state.ts';
import { declareSwitches, type Switches } from './switches.ts';

/** What every participant's actions and every property are written with. */
export interface Kip extends Builder {
  readonly switches: Switches;
  readonly bounds: Bounds;
  readonly types: Types;
  readonly state: Variables;
  readonly ghosts: Ghosts;
}

/** Declares constants, types and variables. */
export function declareKip(builder: Builder): Kip {
  const switches = declareSwitches(builder.constant);
  const bounds = declareBounds(builder.constant);
  const types = declareTypes(bounds, switches);
  const state = declareVariables(builder, bounds, switches, types);
  const ghosts = declareGhosts(builder, bounds, types);
  return { ...builder, switches, bounds, types, state, ghosts };
}

/** Whether a fault is in the model at all. */
export function mayHappen({ bounds }: Kip, budget: Budget): boolean {
  return bounds.budgets[budget].value > 0 && bounds.faults.value > 0;
}

/** The body of a fault: an action that strikes while its budget and the common one last. */
export function fault(
  { state }: Kip,
  budget: Budget,
  body: ActionBody & { readonly when: readonly Bool[] },
): ActionBody {
  const left = state.left;
  const spend: Update[] = [left[budget].decrement(), left.total.decrement()];
  const then: Updates = [spend, body.then];
  return {
    kind: 'fault',
    ...body,
    when: [left.total.gt(0), left[budget].gt(0), ...body.when],
    then,
  };
}
