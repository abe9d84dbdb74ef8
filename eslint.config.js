import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';

/** Imports run downwards only: bin → checker, traces → spec/language. */
const layers = {
  files: ['**/*.ts'],
  plugins: { 'import-x': importX },
  rules: {
    'import-x/no-restricted-paths': [
      'error',
      {
        zones: [
          { target: './spec', from: ['./checker', './traces', './bin'] },
          {
            target: './spec/language',
            from: ['./spec/kip-1289', './spec/examples', './invariants'],
          },
          { target: './invariants', from: ['./checker', './traces', './bin'] },
          {
            target: './checker',
            from: ['./bin', './traces', './spec/kip-1289', './spec/examples', './invariants'],
          },
          {
            target: './traces',
            from: ['./bin', './spec/kip-1289', './spec/examples', './invariants'],
          },
        ],
      },
    ],
    'import-x/no-cycle': 'off',
  },
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'bench/out/'] },
  ...tseslint.configs.recommended,
  layers,
  {
    files: ['**/*.ts'],
    rules: {
      eqeqeq: 'error',
      // A named interface over a long generic type is what a user reads in TypeScript's messages.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
);
