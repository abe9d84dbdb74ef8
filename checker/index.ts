/** The public entry of the package: the language. */
export * from '../spec/language/index.ts';
