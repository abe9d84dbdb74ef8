import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { check, isModel, isSpec, model, type Model } from '../../checker/index.ts';
import { meets } from '../../checker/expectation.ts';
import * as kripke from '../../checker/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/language.md'), 'utf8');

/** An example of the page with the line on which it begins. */
interface Example {
  readonly line: number;
  readonly text: string;
}

const examples: readonly Example[] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  (found) => ({ line: page.slice(0, found.index).split('\n').length + 1, text: found[1]! }),
);
const isModule = ({ text }: Example): boolean => text.startsWith('import ');
const whole = examples[0]!.text;

/** A part of a spec, where the page says that it stands: in the first example, with all names at hand. */
function moduleOf(example: Example): string {
  if (isModule(example)) return example.text;
  const names = Object.keys(kripke).filter((name) => name !== 'next').join(', ');
  return whole
    .replace(/^import .*$/m, `import { ${names}, next } from 'kripke';\nimport type { IndexExpr } from 'kripke';`)
    .replace(/\({ constant, .* }\) => {/, '(builder) => {\n  const { constant, variable, action, invariant, terminal, initially, stepInvariant, reachable, eventually, alwaysEventually, eventuallyAlways, leadsTo, weaklyFair, stronglyFair, constraint } = builder;')
    .replace('  // The examples of this page stand here.', `  {\n${example.text}  }`);
} // prettier-ignore

const modules = new Map(
  examples.map((example) => [`docs-line-${example.line}.ts`, moduleOf(example)]),
);

describe('every example of docs/language.md', () => {
  let complaints: readonly ts.Diagnostic[];

  beforeAll(() => {
    complaints = compile(modules);
  });

  test('there are some', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(examples.filter(isModule).length).toBeGreaterThan(2);
  });

  test.each([...modules.keys()])('%s compiles', (name) => {
    const own = complaints.filter(({ file }) => file?.fileName.endsWith(name));
    expect(own.map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'))).toEqual([]);
  });

  test.each([...modules])('%s has the verdict that it expects', async (_, text) => {
    for (const subject of modelsOf(text)) {
      const result = await check(subject, { workers: 1, maxStates: 100_000 });
      const told = `${result.verdict} ${result.property ?? ''}`;
      expect(meets(subject.expect ?? 'holds', result), told).toBe(true);
    }
  });
});

/** What TypeScript, as strict as for a user, has to say about the modules. */
function compile(texts: ReadonlyMap<string, string>): readonly ts.Diagnostic[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    paths: { kripke: [join(root, 'checker/index.ts')] },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const own = (path: string): string | undefined =>
    dirname(path) === join(root, 'docs')
      ? texts.get(path.slice(join(root, 'docs/').length))
      : undefined;
  host.fileExists = (path) => own(path) !== undefined || fileExists(path);
  host.readFile = (path) => own(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const text = own(path);
    return text === undefined
      ? getSourceFile(path, version)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  };
  const names = [...texts.keys()].map((name) => join(root, 'docs', name));
  const program = ts.createProgram(names, options, host);
  return names.flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)));
}

/** The models that a module exports; of a spec without one, the spec as declared. */
function modelsOf(text: string): readonly Model[] {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  new Function('require', 'exports', outputText)(() => kripke, exports);
  const values = Object.values(exports);
  const models = values.filter(isModel);
  return models.length > 0 ? models : values.filter(isSpec).map((spec) => model(spec));
}
