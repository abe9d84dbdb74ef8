// Runs the worker from its TypeScript source, where the package has not been compiled.
import { createJiti } from 'jiti';

const { default: work } = await createJiti(import.meta.url).import('./chunk.ts');

export default work;
