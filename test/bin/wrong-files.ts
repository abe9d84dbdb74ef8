import { counter } from './specs.ts';

const header = "import { spec, range, bool, model } from 'kripke';\n";

/** Specs that are wrong, each in its way, by file name; and one that is right. */
export const files = {
  'counter.ts': counter,
  'empty.ts': 'export const x = 1;\n',
  'syntax.ts': `${header}\nexport const x: number = = 1;\n`,
  'throws.ts': `${header}\nnull!.size;\n`,
  'missing-import.ts': `import { x } from './x.ts';\nx();\n`,
  'builder-throws.ts': `${header}export default spec('B', () => {\n  throw new Error('not yet');\n});\n`,
  'mistakes.ts': `${header}export default spec('M', ({ variable, action, invariant }) => {
  const n = variable('n', range(0, 3), { init: 0 });
  variable('n', bool, { init: false });
  action('Step', { then: [n.set(1), n.set(2)] });
  invariant('Small', n.lt(9));
});
`,
  'no-initial.ts': `${header}export default spec('Void', ({ variable, initially, action }) => {
  const n = variable('n', range(0, 3), { init: 0 });
  initially(n.gt(1));
  action('Step', { then: [n.set(0)] });
});
`,
  'unknown-expected.ts': `${header}const c = spec('C', ({ variable, action }) => {
  const n = variable('n', range(0, 3), { init: 0 });
  action('Step', { then: [n.set(0)] });
});
export const m = model(c, { expect: { violated: 'Nothing' } });
`,
  'no-export.ts': `${header}export default speck('N', () => {});\n`.replace('spec,', 'speck,'),
  'no-package.ts': "import { x } from '@some/where/deep';\nx();\n",
  'throws-text.ts': "throw 'no reason';\n",
  'exits.ts': '\nprocess.exit(0);\n',
  'waits.ts': 'await new Promise(() => {});\n',
  'nothing.ts': '',
  'async.ts': `${header}export default spec('A', async ({ variable }) => {
  variable('on', bool, { init: true });
  await Promise.reject(new Error('late'));
});
`,
  'no-variable.ts': `${header}export default spec('V', () => {});\n`,
  'circle.ts': `${header}import { on } from './other.ts';
export const lamp = spec('L', ({ variable }) => void variable('on', bool, { init: on }));
`,
  'other.ts': `${header}import { lamp } from './circle.ts';
export const on = true;
export const m = model(lamp);
`,
  'type-error.ts': `${header}const three: number = 'three';
export default spec('T', ({ variable, action }) => {
  const n = variable('n', range(0, 3), { init: three });
  action('Step', { when: [n.has(1)], then: [n.set(1)] });
});
`,
  'twice.ts': `${header}const lamp = () => spec('L', ({ variable }) => void variable('on', bool, { init: true }));
export const a = lamp();
export const b = lamp();
`,
  'bad-model.ts': `${header}const lamp = spec('L', ({ variable }) => void variable('on', bool, { init: true }));
export const a = model(lamp, { expect: 'hold' });
`,
  'notes.md': '# Notes\n',
  'data.json': '{}\n',
  'folder/readme.txt': '',
};
