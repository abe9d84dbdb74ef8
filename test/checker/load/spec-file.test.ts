import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SpecFileError } from '../../../checker/load/load-error.ts';
import { loadSpecFile } from '../../../checker/load/spec-file.ts';
import { folderWith } from '../../folder.ts';

const lamp = `
import { spec, bool } from 'kripke';
export default spec('Lamp', ({ variable, action }) => {
  const on = variable('on', bool, { init: false });
  action('Toggle', { then: [on.set(on.not())] });
});
`;

async function load(files: Readonly<Record<string, string>>, name = 'spec.ts') {
  const folder = folderWith(files);
  const file = await loadSpecFile(join(folder, name));
  return { ...file, folder, names: file.models.map((model) => model.name) };
}

async function failure(
  files: Readonly<Record<string, string>>,
  name = 'spec.ts',
): Promise<SpecFileError> {
  const error: unknown = await load(files, name).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SpecFileError);
  return error as SpecFileError;
}

test.each(['spec.ts', 'spec.mts'])('loads TypeScript from %s', async (name) => {
  const typed = `${lamp}\ninterface Unused { readonly size: number }\nexport const size: Unused['size'] = 1;\n`;
  const { specs, names } = await load({ [name]: typed }, name);
  expect(specs.map((spec) => spec.name)).toEqual(['Lamp']);
  expect(names).toEqual(['default']);
});

test.each(['spec.js', 'spec.mjs'])('loads JavaScript from %s', async (name) => {
  const { specs } = await load({ [name]: lamp }, name);
  expect(specs.map((spec) => spec.name)).toEqual(['Lamp']);
});

test('loads JavaScript from a folder whose package.json says commonjs', async () => {
  const { specs } = await load(
    { 'package.json': '{ "type": "commonjs" }', 'spec.js': lamp },
    'spec.js',
  );
  expect(specs.map((spec) => spec.name)).toEqual(['Lamp']);
});

test('follows imports without an extension and awaits at top level', async () => {
  const { names } = await load({
    'lamp.ts': lamp,
    'spec.ts': `
      import { model } from 'kripke';
      import lamp from './lamp';
      const name: string = await Promise.resolve('x');
      export const small = model(lamp, { doc: name });
    `,
  });
  expect(names).toEqual(['small']);
});

test('knows enumerations and parameter properties, which Node does not strip', async () => {
  const { specs } = await load({
    'spec.ts': `${lamp}\nenum Size { Small, Large }\nclass P { constructor(readonly size: Size) {} }\nexport const p = new P(Size.Large);\n`,
  });
  expect(specs).toHaveLength(1);
});

test('gives the models in the order in which the file exports them', async () => {
  const { names } = await load({
    'lamp.ts': lamp,
    'spec.ts': `
      import { model } from 'kripke';
      import lamp from './lamp.ts';
      export const medium = model(lamp);
      export const large = model(lamp);
      const little = model(lamp);
      export { little as atLast, little as again };
      export const before = model(lamp);
    `,
  });
  expect(names).toEqual(['medium', 'large', 'atLast', 'before']);
});

test('names the implied models of several specs after them', async () => {
  const { names } = await load({
    'spec.ts':
      lamp.replace('default spec', 'const lamp = spec') +
      lamp.replace(/import.*/, '').replace("'Lamp'", "'Other'"),
  });
  expect(names).toEqual(['Lamp', 'Other']);
});

test("uses the project's own copy of the package where there is one", async () => {
  const { specs } = await load({
    'node_modules/kripke/package.json':
      '{ "name": "kripke", "type": "module", "exports": "./index.js" }',
    'node_modules/kripke/index.js':
      "export const copy = { [Symbol.for('kripke.spec')]: true, name: 'FromTheCopy' };",
    'spec.ts': "import { copy } from 'kripke';\nexport default copy;\n",
  });
  expect(specs.map((spec) => spec.name)).toEqual(['FromTheCopy']);
});

test("leaves nothing behind in the project's folder", async () => {
  const folder = folderWith({ 'node_modules/other/package.json': '{}', 'spec.ts': lamp });
  await loadSpecFile(join(folder, 'spec.ts'));
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'spec.ts']);
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['other']);
});

test('says that a file is missing', async () => {
  expect(await failure({}, 'nowhere.ts')).toMatchObject({
    problem: 'missing',
    message: 'there is no such file',
  });
});

test('says that a file is a directory', async () => {
  expect(await failure({ 'sub/spec.ts': lamp }, 'sub')).toMatchObject({ problem: 'directory' });
});

test('says that a file is no script', async () => {
  expect(await failure({ 'notes.txt': '' }, 'notes.txt')).toMatchObject({
    problem: 'not-a-script',
    hint: 'A spec file ends in .ts, .mts, .js or .mjs.',
  });
});

test.each(['spec.ts', 'spec.mjs', 'spec.js'])(
  'finds the place of a syntax error in %s',
  async (name) => {
    const error = await failure(
      { [name]: "import { spec } from 'kripke';\nconst x = = 3;\n" },
      name,
    );
    expect(error).toMatchObject({
      problem: 'syntax',
      position: { line: 2, column: 11, text: 'const x = = 3;' },
    });
    expect(error.position?.file).toMatch(new RegExp(`/${name}$`));
  },
);

test('finds the place of a syntax error in an imported file', async () => {
  const error = await failure({
    'spec.ts': "import './broken.ts';\n",
    'broken.ts': '\nconst a: = 1;\n',
  });
  expect(error).toMatchObject({ problem: 'syntax', position: { line: 2 } });
  expect(error.position?.file).toMatch(/\/broken\.ts$/);
});

test('finds the line of an import that cannot be resolved', async () => {
  const error = await failure({
    'spec.ts': "import { a } from 'kripke';\nimport b from './b.ts';\nb(a);\n",
  });
  expect(error).toMatchObject({
    problem: 'import',
    message: "cannot find './b.ts', which it imports",
    position: { line: 2, text: "import b from './b.ts';" },
  });
});

test('says how to install a package that is missing', async () => {
  const error = await failure({ 'spec.ts': "import x from '@some/package/part';\nx();\n" });
  expect(error).toMatchObject({ problem: 'import', hint: 'Install it: npm install @some/package' });
});

test("finds the user's line of a throw while the file is loaded", async () => {
  const error = await failure({
    'spec.ts': `${lamp}\ninterface A { a: number }\nfunction check(a: A): never {\n  throw new RangeError('no way ' + a.a);\n}\ncheck({ a: 1 });\n`,
  });
  expect(error).toMatchObject({
    problem: 'throws',
    message: 'throws while it is loaded: RangeError: no way 1',
    position: { line: 10, text: "  throw new RangeError('no way ' + a.a);" },
  });
});

test('survives a throw of something that is no error', async () => {
  const error = await failure({ 'spec.ts': `throw 'nonsense';` });
  expect(error).toMatchObject({
    problem: 'throws',
    message: 'throws while it is loaded: a value that is no Error: nonsense',
    position: null,
  });
});

test('says that a file exports no spec', async () => {
  expect(await failure({ 'spec.ts': 'export const x = 1;\n' })).toMatchObject({
    problem: 'no-spec',
    hint: expect.stringContaining('export default spec('),
  });
});

test('refuses two specs of one name', async () => {
  const twice = lamp.replace('default spec', 'const lamp = spec');
  const again = lamp.replace(/import.*/, '').replace('default spec', 'const other = spec');
  expect(await failure({ 'spec.ts': twice + again })).toMatchObject({
    problem: 'name-twice',
    message: "has two specs called 'Lamp'",
  });
});
