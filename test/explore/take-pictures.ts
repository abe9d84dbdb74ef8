/**
 * Takes the pictures of the README anew: `npm run pictures`. They show how a plain share group loses a
 * record, as a page to read and in the explorer. Needs a Chromium; CHROMIUM names another than Debian's.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = join(root, 'dist/bin/kripke.js');
const pictures = join(root, 'docs/pictures');
const spec = 'spec/kip-1289/models.ts';
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

if (!existsSync(executablePath)) {
  process.stderr.write(`The pictures stay as they are: there is no ${executablePath}.\n`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'kripke-pictures-'));
  try {
    await takePictures(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takePictures(folder: string): Promise<void> {
  const [json, html] = [join(folder, 'lost.json'), join(folder, 'lost.html')];
  const run = (...args: readonly string[]): void =>
    void execFileSync(process.execPath, [command, ...args], { cwd: root, stdio: 'ignore' });
  run('check', spec, '--model', 'plainShareGroup', '--quiet', '--output', json);
  run('trace', json, spec, '--output', html);
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1200, height: 720 },
      colorScheme: 'light',
    });
    await page.goto(pathToFileURL(html).href);
    await page.screenshot({ path: join(pictures, 'trace-page.png') });
    await withExplorer(json, (url) => pictureOfExplorer(page, url));
  } finally {
    await browser.close();
  }
}

async function pictureOfExplorer(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('.violation').waitFor();
  await page.screenshot({ path: join(pictures, 'explorer.png') });
  await page.click('#tab-lanes');
  await page.screenshot({ path: join(pictures, 'explorer-path.png') });
}

async function withExplorer(trace: string, use: (url: string) => Promise<void>): Promise<void> {
  const watch = ['--watch', 'durable[p1][o1].state', '--watch', 'decision[t2][1]'];
  const call = [command, 'explore', spec, '--trace', trace, ...watch, '--web', '--no-open'];
  const child = spawn(process.execPath, call, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
      child.once('close', () => reject(new Error('the explorer did not start')));
    });
    await use(url);
  } finally {
    child.kill('SIGINT');
  }
}
