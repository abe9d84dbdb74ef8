import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageStyle } from '../../../traces/page/style.ts';
import { explorerStyle } from './page/style.ts';
import { indexPage } from './page/index-page.ts';

/** A file that the page loads. */
export interface Asset {
  readonly type: string;
  readonly body: string | Buffer;
}

const SCRIPT = 'text/javascript';

/**
 * The files of the page by name; null for any other. The libraries come from the installed packages
 * as they are: each is one ES module that imports nothing, so that nobody needs a build step.
 */
export async function assetNamed(name: string): Promise<Asset | null> {
  switch (name) {
    case 'index.html':
      return { type: 'text/html', body: indexPage };
    case 'style.css':
      return { type: 'text/css', body: pageStyle + explorerStyle };
    case 'app.js':
    case 'lanes.js':
    case 'panel.js':
    case 'graph.js':
    case 'html.js':
      return { type: SCRIPT, body: await readFile(ownFile(name)) };
    case 'preact.js':
      return { type: SCRIPT, body: await readFile(packageFile('preact', 'dist/preact.mjs')) };
    case 'htm.js':
      return { type: SCRIPT, body: await readFile(packageFile('htm', 'dist/htm.module.js')) };
    default:
      return null;
  }
}

function ownFile(name: string): string {
  return fileURLToPath(new URL(`./page/${name}`, import.meta.url));
}

/** A file of an installed package, found by the place of its main file. */
function packageFile(name: string, file: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  const root = main.slice(0, main.lastIndexOf(join('node_modules', name)));
  return join(root === '' ? dirname(main) : root, 'node_modules', name, file);
}
