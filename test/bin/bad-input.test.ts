import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke, kripkeFile } from './kripke.ts';
import { counter } from './specs.ts';
import { files } from './wrong-files.ts';

/** Every call, with all that it prints on standard error. */
const calls: readonly (readonly [call: string, message: string])[] = [
  ['check nowhere.ts', 'kripke: nowhere.ts: there is no such file\n'],
  ['check folder', 'kripke: folder: is a directory\n  Name a spec file in it.\n'],
  [
    'check notes.md',
    'kripke: notes.md: is no TypeScript or JavaScript file\n' +
      '  A spec file ends in .ts, .mts, .js or .mjs.\n',
  ],
  [
    'check empty.ts',
    'kripke: empty.ts: exports no spec\n' +
      "  A spec file has a line like: export default spec('Name', (…) => { … });\n",
  ],
  [
    'check syntax.ts',
    'kripke: syntax.ts: syntax error: Unexpected token\n' +
      '  at syntax.ts:3:26\n' +
      '  3 | export const x: number = = 1;\n' +
      '                               ^\n',
  ],
  [
    'check throws.ts',
    'kripke: throws.ts: throws while it is loaded: ' +
      "TypeError: Cannot read properties of null (reading 'size')\n" +
      '  at throws.ts:3:6\n' +
      '  3 | null!.size;\n' +
      '           ^\n',
  ],
  [
    'check missing-import.ts',
    "kripke: missing-import.ts: cannot find './x.ts', which it imports\n" +
      '  at missing-import.ts:1\n' +
      "  1 | import { x } from './x.ts';\n" +
      '  The path is relative to the importing file.\n',
  ],
  [
    'check builder-throws.ts',
    'kripke: B: not yet\n' +
      '    The spec threw this while it was built.\n' +
      '  at builder-throws.ts:3:9\n' +
      "  3 |   throw new Error('not yet');\n" +
      '              ^\n',
  ],
  [
    'check no-export.ts',
    'kripke: no-export.ts: throws while it is loaded: TypeError: speck is not a function\n' +
      '  at no-export.ts:2:19\n' +
      "  2 | export default speck('N', () => {});\n" +
      '                        ^\n' +
      '  Does the module that it is imported from export it?\n',
  ],
  [
    'check no-package.ts',
    "kripke: no-package.ts: cannot find '@some/where/deep', which it imports\n" +
      '  at no-package.ts:1\n' +
      "  1 | import { x } from '@some/where/deep';\n" +
      '  Install it: npm install @some/where\n',
  ],
  [
    'check throws-text.ts',
    'kripke: throws-text.ts: throws while it is loaded: a value that is no Error: no reason\n',
  ],
  [
    'check exits.ts',
    'kripke: exits.ts: throws while it is loaded: Error: process.exit(0) is called\n' +
      '  at exits.ts:2:9\n' +
      '  2 | process.exit(0);\n' +
      '              ^\n',
  ],
  [
    'check waits.ts',
    'kripke: the spec file awaits something that never comes\n' +
      '  Look for an `await` outside of functions in it and in what it imports.\n',
  ],
  [
    'check nothing.ts',
    'kripke: nothing.ts: exports no spec\n' +
      "  A spec file has a line like: export default spec('Name', (…) => { … });\n",
  ],
  [
    'check async.ts',
    'kripke: A: the builder is an async function\n' +
      '    Await before `spec(…)`, and declare everything at once.\n',
  ],
  ['check no-variable.ts', 'kripke: V: the spec has no variable\n' + '    Declare its state.\n'],
  [
    'check circle.ts',
    'kripke: a model is made of undefined\n' +
      '    Give it what `spec(…)` returned. (Do two files import each other?)\n' +
      '  at other.ts:4\n' +
      '  4 | export const m = model(lamp);\n',
  ],
  [
    'check type-error.ts',
    "kripke: T, variable n: 'three' is not a value of 0..3\n" +
      '    in: three\n' +
      '    at: type-error.ts:4:13\n' +
      '    Give a value or an expression of 0..3.\n' +
      'T: n.has is not a function\n' +
      '    The spec threw this while it was built.\n' +
      '  at type-error.ts:5:29\n' +
      "  5 |   action('Step', { when: [n.has(1)], then: [n.set(1)] });\n" +
      '                                  ^\n',
  ],
  [
    'check twice.ts',
    "kripke: twice.ts: has two specs called 'L'\n" + '  Give one of them another name.\n',
  ],
  [
    'check bad-model.ts',
    'kripke: a model cannot expect "hold"\n' +
      "    Did you mean 'holds'?\n" +
      '  at bad-model.ts:3:41\n' +
      "  3 | export const a = model(lamp, { expect: 'hold' });\n" +
      '                                              ^\n',
  ],
  [
    'check data.json',
    'kripke: data.json: is no TypeScript or JavaScript file\n' +
      '  A spec file ends in .ts, .mts, .js or .mjs.\n',
  ],
  [
    'check counter.ts --output folder',
    'kripke: --output folder: is a directory\n' + '  Name a file in it.\n',
  ],
  [
    'check no-initial.ts',
    "kripke: Void has no initial state: no choice of values satisfies every 'initially' predicate\n",
  ],
  [
    'check unknown-expected.ts',
    "kripke: there is no property 'Nothing'\n  It has no properties.\n",
  ],
  ['check counter.ts --model hihg', "kripke: there is no model 'hihg'\n  Did you mean 'high'?\n"],
  [
    'check counter.ts --model other',
    "kripke: there is no model 'other'\n  The models are good, high, stuck, skips, plain.\n",
  ],
  [
    'check counter.ts --constant top=1',
    "kripke: there is no constant 'top'\n  Did you mean 'Top'?\n",
  ],
  [
    'check counter.ts --property lwo',
    "kripke: there is no property 'lwo'\n  Did you mean 'Low'?\n",
  ],
  [
    'check counter.ts --constant Top=much',
    'kripke: --constant Top=much: not a value of this constant\n' +
      '  Top is an integer from 1 to 1000000; now 3.\n',
  ],
  [
    'check counter.ts --constant Stops=yes',
    'kripke: --constant Stops=yes: not a value of this constant\n' +
      '  Stops is true or false; now true.\n',
  ],
  [
    'check counter.ts --model good --constant Top=0',
    'kripke: Counter: the constant Top cannot be 0\n    at: counter.ts:5:24\n' +
      '    It is an integer from 1 to 1000000.\n',
  ],
  [
    'check counter.ts --model good --constant Pace=faster',
    'kripke: Counter: the constant Pace cannot be "faster"\n    at: counter.ts:8:25\n' +
      '    It is one of slow, fast.\n',
  ],
  [
    'check counter.ts --constant Top',
    "kripke: --constant Top: a name, '=' and a value\n  As in --constant N=3.\n",
  ],
  [
    'check counter.ts --constant =3',
    "kripke: --constant =3: a name, '=' and a value\n  As in --constant N=3.\n",
  ],
  ['check counter.ts --max-states 0', 'kripke: --max-states 0: must be an integer of at least 1\n'],
  [
    'check counter.ts --max-states many',
    'kripke: --max-states many: not a whole number\n  As in 5000, 200k or 10M.\n',
  ],
  ['check counter.ts --max-depth 0', 'kripke: --max-depth 0: must be an integer of at least 1\n'],
  [
    'check counter.ts --max-states 99999999999999999999',
    'kripke: --max-states 99999999999999999999: too large\n' + '  At most 9007199254740991.\n',
  ],
  [
    'check counter.ts --max-states NaN',
    'kripke: --max-states NaN: not a whole number\n' + '  As in 5000, 200k or 10M.\n',
  ],
  [
    'check counter.ts --max-states 1e99',
    'kripke: --max-states 1e99: not a whole number\n' + '  As in 5000, 200k or 10M.\n',
  ],
  [
    'check counter.ts --max-depth Infinity',
    'kripke: --max-depth Infinity: not a whole number\n' + '  As in 5000, 200k or 10M.\n',
  ],
  [
    'check counter.ts --max-memory 99999999T',
    'kripke: --max-memory 99999999T: too large\n' + '  At most 9007199254740991.\n',
  ],
  [
    'check counter.ts --workers 1.5',
    'kripke: --workers 1.5: not a whole number\n' + '  As in 5000, 200k or 10M.\n',
  ],
  ['check counter.ts --workers 257', 'kripke: --workers 257: must be an integer from 1 to 256\n'],
  [
    'check counter.ts --timeout NaN',
    'kripke: --timeout NaN: not a time\n' + '  As in 90 (seconds), 5m or 1h.\n',
  ],
  [
    'check counter.ts --constant Top=2 --constant Top=3',
    'kripke: --constant Top is given more than once\n',
  ],
  ['check counter.ts --model', 'kripke: --model needs a value\n' + '  See: kripke check --help\n'],
  [
    'check counter.ts --property=',
    "kripke: there is no property ''\n" + '  The properties are Low, Natural, AtTop.\n',
  ],
  [
    'check counter.ts --store disk',
    'kripke: --store disk: there is no such store\n' + '  It is one of exact, fingerprint.\n',
  ],
  ['check ', "kripke: the spec's name is empty\n" + '  Is it a shell variable that is not set?\n'],
  ['check counter.ts --workers 0', 'kripke: --workers 0: must be an integer from 1 to 256\n'],
  [
    'check counter.ts --workers=-1',
    'kripke: --workers -1: not a whole number\n  As in 5000, 200k or 10M.\n',
  ],
  [
    'check counter.ts --max-memory 4',
    'kripke: --max-memory 4: not an amount of memory\n  As in 512M or 4G.\n',
  ],
  [
    'check counter.ts --timeout=-5',
    'kripke: --timeout -5: not a time\n  As in 90 (seconds), 5m or 1h.\n',
  ],
  ['check counter.ts --timeout 0', 'kripke: --timeout 0: must be a time above zero\n'],
  ['check counter.ts --timeout', 'kripke: --timeout needs a value\n  See: kripke check --help\n'],
  ['check counter.ts --timeout 1 --timeout 2', 'kripke: --timeout is given more than once\n'],
  [
    'check counter.ts --max-state 5',
    'kripke: there is no option --max-state\n  Did you mean --max-states?\n',
  ],
  [
    'check counter.ts --zzzzzzzz',
    'kripke: there is no option --zzzzzzzz\n  See: kripke check --help\n',
  ],
  [
    'check counter.ts other.ts',
    "kripke: 'other.ts' is one argument too many\n  See: kripke check --help\n",
  ],
  [
    'check counter.ts --format jsn',
    "kripke: --format jsn: there is no such format\n  Did you mean 'json'?\n",
  ],
  [
    'check counter.ts --json --format json',
    'kripke: --json and --format both want standard output\n' +
      '  Send the trace to a file with --output FILE; the JSON result holds it too.\n',
  ],
  [
    'check counter.ts --model high --quiet --output nowhere/trace.json',
    'kripke: --output nowhere/trace.json: cannot be written (ENOENT)\n',
  ],
  [
    'check',
    'kripke: no spec is named\n' +
      '  Name a spec file, as in: kripke check my-spec.ts. Or let the nearest package.json say ' +
      '"kripke": { "spec": "my-spec.ts" }. `kripke init` writes a first spec.\n',
  ],
  ['chekc counter.ts', "kripke: there is no command 'chekc'\n  Did you mean 'check'?\n"],
  [
    'counter.ts',
    "kripke: there is no command 'counter.ts'\n  To check a spec: kripke check counter.ts\n",
  ],
];

test.each(calls)('kripke %s: one clear message and exit code 2', async (call, message) => {
  const cwd = folderWith(files);
  const { code, stdout, stderr } = await kripke(call.split(' '), { cwd });
  expect(stderr).toBe(message);
  expect(code).toBe(2);
  // A trace that cannot be written comes after the verdict; a program that wants JSON gets some.
  if (!/--(output|json)/.test(call)) expect(stdout).toBe('');
});

test.skipIf(!existsSync('/dev/full'))(
  'says that the check passes only to those who can hear it',
  async () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [kripkeFile, 'check', 'counter.ts'], {
      cwd: folderWith(files),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toContain('kripke: standard output cannot be written (ENOSPC)\n');
    expect(status).toBe(2);
  },
);

test('lets the reader of its output go early', () => {
  const command = `"${process.execPath}" "${kripkeFile}" check counter.ts --model high --full | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folderWith(files),
    encoding: 'utf8',
  });
  expect(stdout.split('\n').slice(0, 2)).toEqual([expect.stringContaining('Counter / high'), '0']);
  expect(stderr).toBe('');
});

test('reports every mistake of a spec at once, each with its place', async () => {
  const { code, stderr } = await kripke(['check', 'mistakes.ts'], { cwd: folderWith(files) });
  expect(code).toBe(2);
  expect(stderr).toContain("M: two variables are named 'n'");
  expect(stderr).toContain('M, action Step: two updates of one step write the same location');
  expect(stderr).not.toMatch(/\n\s+at .*\.js/);
});

test('prints a stack trace with --debug', async () => {
  const cwd = folderWith(files);
  const { code, stderr } = await kripke(['check', 'throws.ts', '--debug'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/SpecFileError: throws while it is loaded[\s\S]*caused by: TypeError/);
});

test('prints a JSON document for a program even when there is no result', async () => {
  const cwd = folderWith(files);
  const { code, stdout } = await kripke(['check', 'syntax.ts', '--json'], { cwd });
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    file: 'syntax.ts',
    exitCode: 2,
    error: {
      message: 'syntax.ts: syntax error: Unexpected token',
      position: { file: 'syntax.ts', line: 3, column: 26 },
    },
    results: [],
  });
});

test('checks no model when another one is wrong', async () => {
  const spec = counter.replace('{ Limit: 2 }', '{ Limit: -1 }');
  const cwd = folderWith({ 'counter.ts': spec });
  const { code, stdout, stderr } = await kripke(['check', 'counter.ts'], { cwd });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('the constant Limit cannot be -1');
});
