import { showExpr, showUpdate } from '../../spec/language/show.ts';
import type { ExprNode, UpdateNode } from '../../spec/language/tree.ts';
import type { SpecErrorKind, SpecErrorReport } from '../result.ts';
import type { Instance, State } from './value.ts';

/** Where a spec error happened. Each part is filled in by the innermost function that knows it. */
export interface ErrorContext {
  /** The action instance; its parameters as far as they were bound. */
  readonly instance: Instance | null;
  /** The property, constraint or predicate: `invariant Consistent`, `initial states`. */
  readonly where: string | null;
  /** The state that was read; null while initial states are made. */
  readonly state: State | null;
}

/** A fault of the spec that shows at run time. The message says what was wrong, with values. */
export class SpecError extends Error {
  readonly kind: SpecErrorKind;
  /** The expression, or the update, that failed. */
  readonly subject: ExprNode | UpdateNode;
  readonly context: ErrorContext;

  constructor(
    kind: SpecErrorKind,
    subject: ExprNode | UpdateNode,
    message: string,
    context: ErrorContext = { instance: null, where: null, state: null },
  ) {
    super(message);
    this.name = 'SpecError';
    this.kind = kind;
    this.subject = subject;
    this.context = context;
  }

  /** The failing expression or update as text. */
  get expression(): string {
    return isUpdate(this.subject) ? showUpdate(this.subject) : showExpr(this.subject);
  }

  report(): SpecErrorReport {
    const { instance, where } = this.context;
    return { kind: this.kind, instance, where, expression: this.expression, message: this.message };
  }
}

function isUpdate(node: ExprNode | UpdateNode): node is UpdateNode {
  switch (node.op) {
    case 'assign':
    case 'addElement':
    case 'removeElement':
    case 'ifUpdate':
    case 'forEach':
      return true;
    default:
      return false;
  }
}

/** Runs `body`; a spec error that comes out of it learns what `known` adds to its context. */
export function inContext<T>(known: Partial<ErrorContext>, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const context = {
      instance: error.context.instance ?? known.instance ?? null,
      where: error.context.where ?? known.where ?? null,
      state: error.context.state ?? known.state ?? null,
    };
    throw new SpecError(error.kind, error.subject, error.message, context);
  }
}

/** Thrown by a search whose spec has no initial state: then every property would hold of nothing. */
export class NoInitialState extends Error {
  readonly spec: string;

  constructor(spec: string) {
    super(
      `${spec} has no initial state: no choice of values satisfies every 'initially' predicate`,
    );
    this.name = 'NoInitialState';
    this.spec = spec;
  }
}
