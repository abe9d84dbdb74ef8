import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { kripke, kripkeFile } from '../../bin/kripke.ts';
import { endless } from '../../bin/specs.ts';
import { folderWith } from '../../folder.ts';
import { hasty, start } from './asked.ts';

/** A served exploration, for the length of one test. */
async function served(spec = 'hasty.ts', ...args: readonly string[]) {
  const cwd = folderWith({ 'hasty.ts': hasty, 'endless.ts': endless });
  const call = [kripkeFile, 'explore', spec, '--web', '--no-open', ...args];
  const { child, ended } = start(process.execPath, call, cwd);
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { cwd, url: new URL(url), child, ended };
}

/** The status and headers of an answer. */
function fetched(
  url: URL,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { hostname, port } = url;
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('answers only to its own address with the token, and not to other sites', async () => {
  const { url } = await served();
  const own = url.pathname;
  expect(url.hostname).toBe('127.0.0.1');
  expect(own.length).toBeGreaterThan(30);
  const json = { 'content-type': 'application/json' };
  const line = JSON.stringify({ line: 'take 1' });
  const statuses = await Promise.all(
    [
      fetched(url, own),
      fetched(url, '/'),
      fetched(url, `/${'A'.repeat(own.length - 2)}/`),
      fetched(url, `${own}view`, { host: `example.org:${url.port}` }),
      fetched(url, `${own}view`, { origin: 'http://example.org' }),
      fetched(url, `${own}view`, { 'sec-fetch-site': 'cross-site' }),
      fetched(url, `${own}do`, { ...json, origin: 'null' }, line),
      fetched(url, `${own}do`, { 'content-type': 'text/plain' }, line),
      fetched(url, `${own}..%2f..%2fpackage.json`),
      fetched(url, `${own}view`),
    ].map((answer) => answer.then(({ status }) => status)),
  );
  expect(statuses).toEqual([200, 403, 403, 403, 403, 403, 403, 400, 404, 200]);
  const { text } = await fetched(url, `${own}view`);
  expect(JSON.parse(text)).toMatchObject({ view: { position: 0 } });
});

test('forbids its page every connection but to itself', async () => {
  const { url } = await served();
  const { headers } = await fetched(url, url.pathname);
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('writes no file and does not end on what a page asks', async () => {
  const { cwd, url } = await served();
  for (const line of ['save stolen.json', 'quit']) {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ line });
    const { status, text } = await fetched(url, `${url.pathname}do`, json, body);
    expect(status).toBe(200);
    expect(text).toContain('this command is for the terminal');
  }
  expect(existsSync(join(cwd, 'stolen.json'))).toBe(false);
});

test('stops a search when it is asked to', async () => {
  const { url } = await served('endless.ts', '--run-states', '100M');
  const json = { 'content-type': 'application/json' };
  const line = JSON.stringify({ line: 'run false' });
  const search = fetched(url, `${url.pathname}do`, json, line);
  let stopped = false;
  void search.then(() => (stopped = true));
  // The one request may arrive before the other has begun.
  while (!stopped) await fetched(url, `${url.pathname}stop`, json, '{}');
  expect(JSON.parse((await search).text)).toMatchObject({
    said: expect.stringMatching(/^Stopped after [\d,]+ states/) as string,
    view: { position: 0 },
  });
});

test('ends on Ctrl-C with exit code 130', async () => {
  const { child, ended } = await served();
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
});

test('a port in use: one clear message and exit code 2', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const cwd = folderWith({ 'hasty.ts': hasty });
  const call = ['explore', 'hasty.ts', '--web', '--no-open', '--port', String(port)];
  expect(await kripke(call, { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: `kripke: --port ${port}: this port is in use\n  Without --port a free one is taken.\n`,
  });
});

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const installed = existsSync(executablePath);
if (!installed)
  console.warn(`The explorer is not tried in a browser: there is no ${executablePath}.`);

describe.skipIf(!installed)('in a browser, the explorer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
    });
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function opened(dark = false) {
    const server = await served();
    const page = await browser.newPage({
      viewport: { width: 1200, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
    });
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (sent) => {
      if (!sent.url().startsWith(server.url.href) && !sent.url().startsWith('data:'))
        complaints.push(`request of ${sent.url()}`);
    });
    await page.goto(server.url.href);
    await at(page, 'step 0 of 0');
    return { page, complaints, ...server };
  }

  /** Waits until one stands at a step. */
  async function at(page: Page, where: string): Promise<void> {
    await page.locator('#where', { hasText: new RegExp(`^${where}$`) }).waitFor();
  }

  async function enter(page: Page, form: string, text: string): Promise<void> {
    await page.fill(`#${form} input`, text);
    await page.keyboard.press('Enter');
  }

  test('chooses with the mouse, the keyboard and the drawing; goes back and forward', async () => {
    const { page, complaints } = await opened();
    await page.click('.choice:has-text("Commit(r2)")');
    await at(page, 'step 1 of 1');
    expect(await page.innerText('#changes')).toContain('working → committed');
    await page.keyboard.press('ArrowLeft');
    await at(page, 'step 0 of 1');
    await page.keyboard.press('ArrowRight');
    await at(page, 'step 1 of 1');
    await page.click('#back');
    await at(page, 'step 0 of 1');
    await page.keyboard.press('3');
    await at(page, 'step 1 of 1');
    expect(await page.textContent('#panel h2')).toContain('Fail(r1)');
    expect(await page.textContent('#panel .badge')).toBe('fault');
    await page.locator('.node.next').first().click();
    await at(page, 'step 2 of 2');
    await page.locator('.node.path').click();
    await at(page, 'step 1 of 2');
    expect(complaints).toEqual([]);
  });

  test('draws the states around, and the path with a lane for each participant', async () => {
    const { page } = await opened();
    await page.keyboard.press('1');
    await at(page, 'step 1 of 1');
    expect(await page.locator('.node.here text').allTextContents()).toEqual(['step 1']);
    expect(await page.locator('.node.next').count()).toBe(2);
    expect(await page.locator('.edge text').allTextContents()).toContain('Fail(r2)');
    await page.keyboard.press('t');
    expect(await page.locator('.lanes .who title').allTextContents()).toEqual(['r1', 'manager']);
    await page.locator('.lanes .row').first().click();
    await at(page, 'step 0 of 1');
  });

  test('watches an expression, and says where a mistake in one is', async () => {
    const { page } = await opened();
    await page.keyboard.press('w');
    await page.keyboard.type('state[r1] = working');
    await page.keyboard.press('Enter');
    await page.locator('.watch .value', { hasText: 'true' }).waitFor();
    expect(await page.inputValue('#watch input')).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.locator('.watch .value ins', { hasText: 'false' }).waitFor();
    await enter(page, 'watch', 'stat[r1]');
    await page.locator('#message.wrong').waitFor();
    expect(await page.textContent('#message')).toBe(
      "there is no variable or value 'stat'\nstat[r1]\n^\nDid you mean 'state'?",
    );
    await page.click('.watch button');
    await page.locator('.watch').waitFor({ state: 'detached' });
  });

  test('runs to a violation, says why, and saves the path', async () => {
    const { page, complaints, cwd } = await opened();
    await enter(page, 'run', 'not Consistent');
    await at(page, 'step 2 of 2');
    expect(await page.textContent('#message')).toBe('It holds after 2 steps.');
    expect(await page.textContent('.violation')).toBe('Consistent is violated');
    expect(await page.innerText('.why')).toContain('fails for a = r1, b = r2');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const file = join(cwd, 'path.json');
    await download.saveAs(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ property: 'Consistent' });
    const { code } = await kripke(['trace', file, '--expect-violation'], { cwd });
    expect(code).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('searches among what is enabled', async () => {
    const { page } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('fail');
    expect(await page.locator('.choice').count()).toBe(2);
    await page.keyboard.press('Enter');
    await at(page, 'step 1 of 1');
    expect(await page.textContent('#panel h2')).toContain('Fail(r1)');
  });

  test('is light or dark as the system is, and can be changed', async () => {
    const { page } = await opened(true);
    const background = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(20, 23, 28)');
    await page.click('#theme');
    expect(await background()).toBe('rgb(255, 255, 255)');
  });

  test('tells when the command has ended', async () => {
    const { page, child, ended } = await opened();
    child.kill('SIGINT');
    await ended;
    await page.keyboard.press('1');
    await page.locator('#message.wrong', { hasText: 'kripke explore has ended' }).waitFor();
  });
});
