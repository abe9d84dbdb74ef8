import { UnknownNameError } from './call-errors.ts';
import type { PreparedModel } from './prepare.ts';

/**
 * The JavaScript that the compiled engine runs for one action, with the functions that it shares.
 *
 * @throws {UnknownNameError} for an action that the spec does not have.
 * @throws {LayoutError} for a state too large to be packed.
 */
export async function generatedCode(prepared: PreparedModel, action: string): Promise<string> {
  const { checked, symmetry } = prepared;
  const names = checked.actions.map(({ name }) => name);
  if (!names.includes(action)) throw new UnknownNameError('action', action, names);
  const { compile } = await import('./compile/compile.ts');
  return compile(checked, { symmetry }).explainCode(action);
}
