import type {
  ActionNode,
  ExprNode,
  SpecTree,
  TypeNode,
  UpdateNode,
} from '../../spec/language/tree.ts';
import {
  action,
  bound,
  BOOL,
  declare,
  elements,
  equal,
  over,
  setOf,
  tree,
  variable,
} from './build.ts';
import { property } from './specs.ts';

/** Two-phase commit, after Gray and Lamport, as a tree written by hand; `size` resource managers. */
export function twoPhase(size: number, change: (spec: SpecTree) => SpecTree = (s) => s): SpecTree {
  const labels = Array.from({ length: size }, (_, i) => `rm${i + 1}`);
  const RM: TypeNode = { kind: 'ids', name: 'RM', size, labels };
  const UNIT: TypeNode = { kind: 'unit' };
  const RM_STATE: TypeNode = {
    kind: 'enum',
    values: ['working', 'prepared', 'committed', 'aborted'],
  };
  const TM_STATE: TypeNode = { kind: 'enum', values: ['init', 'committed', 'aborted'] };
  const MESSAGE = {
    kind: 'union',
    cases: [
      { tag: 'Prepared', type: RM },
      { tag: 'Commit', type: UNIT },
      { tag: 'Abort', type: UNIT },
    ],
  } as const satisfies TypeNode;

  const rmState = variable('rmState', { kind: 'map', key: RM, value: RM_STATE });
  const tmState = variable('tmState', TM_STATE);
  const tmPrepared = variable('tmPrepared', setOf(RM));
  const msgs = variable('msgs', setOf(MESSAGE));
  const rm = bound(1, RM);

  const literal = (type: TypeNode, value: string | null): ExprNode => ({ op: 'literal', type, value }); // prettier-ignore
  const prepared: ExprNode = { op: 'inject', type: MESSAGE, tag: 'Prepared', payload: rm };
  const decision = (tag: string): ExprNode => ({ op: 'inject', type: MESSAGE, tag, payload: literal(UNIT, null) }); // prettier-ignore
  const sent = (element: ExprNode): ExprNode => ({ op: 'has', type: BOOL, collection: msgs, element }); // prettier-ignore
  const send = (element: ExprNode): UpdateNode => ({ op: 'addElement', target: msgs, element });
  const stateOf = (key: ExprNode) => ({ op: 'at', type: RM_STATE, map: rmState, key }) as const;
  const is = (key: ExprNode, value: string): ExprNode => equal(stateOf(key), literal(RM_STATE, value)); // prettier-ignore
  const become = (value: string): UpdateNode => ({ op: 'assign', target: stateOf(rm), value: literal(RM_STATE, value) }); // prettier-ignore
  const decide = (value: string): UpdateNode => ({ op: 'assign', target: tmState, value: literal(TM_STATE, value) }); // prettier-ignore
  const undecided = equal(tmState, literal(TM_STATE, 'init'));
  const all: ExprNode = { op: 'filter', type: setOf(RM), binder: over(9, RM), body: { op: 'and', type: BOOL, args: [] } }; // prettier-ignore
  const each = (name: string, parts: Partial<ActionNode>): ActionNode => action(name, { parameters: [over(1, RM)], ...parts }); // prettier-ignore
  const [a, b] = [bound(2, RM), bound(3, RM)];

  return change(
    tree({
      name: 'TwoPhase',
      variables: [
        declare('rmState', rmState.type, {
          op: 'mapOf',
          type: rmState.type as never,
          binder: over(4, RM),
          body: literal(RM_STATE, 'working'),
        }),
        declare('tmState', TM_STATE, literal(TM_STATE, 'init')),
        declare('tmPrepared', setOf(RM), elements(setOf(RM))),
        declare('msgs', setOf(MESSAGE), elements(setOf(MESSAGE))),
      ],
      actions: [
        each('TMRcvPrepared', {
          guards: [undecided, sent(prepared)],
          updates: [{ op: 'addElement', target: tmPrepared, element: rm }],
        }),
        action('TMCommit', {
          guards: [undecided, equal(tmPrepared, all)],
          updates: [decide('committed'), send(decision('Commit'))],
        }),
        action('TMAbort', {
          guards: [undecided],
          updates: [decide('aborted'), send(decision('Abort'))],
        }),
        each('RMPrepare', {
          guards: [is(rm, 'working')],
          updates: [become('prepared'), send(prepared)],
        }),
        each('RMChooseToAbort', { guards: [is(rm, 'working')], updates: [become('aborted')] }),
        each('RMRcvCommit', { guards: [sent(decision('Commit'))], updates: [become('committed')] }),
        each('RMRcvAbort', { guards: [sent(decision('Abort'))], updates: [become('aborted')] }),
      ],
      properties: [
        property('invariant', 'Consistent', {
          op: 'forAll',
          type: BOOL,
          binders: [over(2, RM), over(3, RM)],
          body: {
            op: 'not',
            type: BOOL,
            arg: { op: 'and', type: BOOL, args: [is(a, 'aborted'), is(b, 'committed')] },
          },
        }),
        property('reachable', 'AllCommitted', {
          op: 'forAll',
          type: BOOL,
          binders: [over(5, RM)],
          body: is(bound(5, RM), 'committed'),
        }),
      ],
    }),
  );
}

/** The spec with one action changed. */
export function withAction(
  spec: SpecTree,
  name: string,
  change: (action: ActionNode) => ActionNode,
): SpecTree {
  return {
    ...spec,
    actions: spec.actions.map((own) => (own.name === name ? change(own) : own)),
  };
}
