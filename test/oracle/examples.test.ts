import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkPrepared } from '../../checker/check.ts';
import { meets } from '../../checker/expectation.ts';
import { loadSpecFile } from '../../checker/load/spec-file.ts';
import { prepareModel } from '../../checker/prepare.ts';

const folder = fileURLToPath(new URL('../../spec/examples/', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

for (const file of files) {
  describe(`spec/examples/${file}`, async () => {
    const { models } = await loadSpecFile(folder + file);

    for (const { name, model } of models) {
      test(`its model ${name} comes out as it expects`, async () => {
        const prepared = prepareModel(name, model);
        const result = await checkPrepared(prepared);
        expect(prepared.warnings).toEqual([]);
        expect(prepared.expect).not.toBeNull();
        expect(meets(prepared.expect!, result)).toBe(true);
      });
    }
  });
}
