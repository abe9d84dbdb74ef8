import { existsSync, readFileSync } from 'node:fs';
import { SpecMistakes } from '../../spec/language/mistakes.ts';
import { SpecFileError, type SourcePosition } from './load-error.ts';
import { positionAt, userPosition } from './source-position.ts';

/** Says in a user's terms why a module could not be imported. Mistakes of a spec stay what they are. */
export function explainLoadFailure(file: string, error: unknown): Error {
  if (error instanceof SpecMistakes) return error;
  return parseFailure(file, error) ?? importFailure(file, error) ?? thrownFailure(file, error);
}

/** jiti puts the place after the message: `ParseError: Unexpected token \n /a/b.ts:2:17`. */
function parseFailure(file: string, error: unknown): SpecFileError | null {
  if (!(error instanceof Error)) return null;
  const parts = /^\w*Error: ([\s\S]*?)\s*\n\s*(.+):(\d+):(\d+)\s*$/.exec(error.message);
  if (parts === null) return null;
  const [, message, path, line, column] = parts;
  // jiti counts columns from 0.
  const position = positionAt(path!, Number(line), Number(column) + 1);
  return new SpecFileError('syntax', file, `syntax error: ${message!.trim().replace(/\.$/, '')}`, {
    position,
    cause: error,
  });
}

function importFailure(file: string, error: unknown): SpecFileError | null {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (!(error instanceof Error) || !/^(ERR_)?MODULE_NOT_FOUND$/.test(String(code))) return null;
  const specifier = /Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1];
  if (specifier === undefined) return null;
  const requireStack: unknown = Reflect.get(error, 'requireStack');
  const importer = Array.isArray(requireStack) ? String(requireStack[0]) : file;
  return new SpecFileError('import', file, `cannot find '${specifier}', which it imports`, {
    position: whereMentioned(existsSync(importer) ? importer : file, specifier),
    hint: specifier.startsWith('.')
      ? 'The path is relative to the importing file.'
      : `Install it: npm install ${packageOf(specifier)}`,
    cause: error,
  });
}

/** `@scope/name/sub` → `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function whereMentioned(file: string, specifier: string): SourcePosition | null {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const index = lines.findIndex(
    (text) => text.includes(`'${specifier}'`) || text.includes(`"${specifier}"`),
  );
  return index < 0 ? null : positionAt(file, index + 1, null);
}

function thrownFailure(file: string, error: unknown): SpecFileError {
  // jiti calls what is imported in a roundabout way: `(0 , _kripke.specc) is not a function`.
  const imported = /^\(0 ?, ?_?\w+\.(\w+)\) is not a function$/;
  const message = error instanceof Error ? error.message : '';
  const what =
    error instanceof Error
      ? `${error.name}: ${message.replace(imported, '$1 is not a function')}`
      : `a value that is no Error: ${String(error)}`;
  return new SpecFileError('throws', file, `throws while it is loaded: ${what}`, {
    position: userPosition(error),
    hint: imported.test(message) ? 'Does the module that it is imported from export it?' : '',
    cause: error,
  });
}
