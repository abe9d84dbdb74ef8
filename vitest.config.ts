import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that run `kripke` as a process of its own: they need it compiled. */
const ofTheCommand = [
  'test/bin/**/*.test.ts',
  'test/explore/command/**/*.test.ts',
  'test/package.test.ts',
];

export default defineConfig({
  resolve: { alias: { kripke: fileURLToPath(new URL('./checker/index.ts', import.meta.url)) } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ofTheCommand],
        },
      },
      {
        extends: true,
        test: { name: 'command', include: ofTheCommand, globalSetup: './test/bin/compile.ts' },
      },
    ],
  },
});
