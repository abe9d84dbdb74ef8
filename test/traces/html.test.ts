import { existsSync } from 'node:fs';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../traces/html.ts';
import type { TraceReport } from '../../traces/report.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

const split = ['Prepare(r1)', 'Decide', 'GiveUp(r2)', 'Obey(r1)'];
const twice = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m2, r1)', 'Finish', 'Finish'];
const inconsistent = behaviour(hastyCommit, split, { property: 'Consistent' });

test('the page names no address of any other machine', () => {
  const addresses = renderHtml(inconsistent).match(/[a-z]+:\/\/[^\s"'<]+/g) ?? [];
  expect(addresses).toEqual(['http://www.w3.org/2000/svg']);
});

test('names in the data cannot end the script that holds them', () => {
  const nasty = { ...inconsistent, model: '</script><script>alert(1)</script>', file: '<!--' };
  const html = renderHtml(nasty);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain('<!--');
});

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const installed = existsSync(executablePath);
if (!installed) console.warn(`The page is not tried in a browser: there is no ${executablePath}.`);

describe.skipIf(!installed)('in a browser, the page', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kripke-page-'));
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** What the page complained of, and every request that it made beyond its own file. */
    readonly complaints: readonly string[];
  }

  async function open(report: TraceReport, dark = false): Promise<Opened> {
    const file = join(folder, `${Math.random().toString(36).slice(2)}.html`);
    await writeFile(file, renderHtml(report));
    const page = await browser.newPage({
      viewport: { width: 1200, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
    });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text());
    });
    const url = pathToFileURL(file).href;
    page.on('request', (request) => {
      if (request.url() !== url && !request.url().startsWith('data:'))
        complaints.push(`request of ${request.url()}`);
    });
    await page.goto(url);
    return { page, complaints };
  }

  const where = (page: Page): Promise<string | null> => page.textContent('#where');
  const stateText = (page: Page, path: string): Promise<string | null> =>
    page
      .locator('#state tr')
      .filter({ has: page.locator('td.path', { hasText: path }) })
      .first()
      .locator('td')
      .nth(1)
      .textContent();

  test('opens at the end, with the false property and its parts', async () => {
    const { page, complaints } = await open(inconsistent);
    expect(await page.textContent('#headline')).toBe('Invariant Consistent is violated');
    expect(await where(page)).toBe('step 4 of 4');
    const ending = await page.innerText('#ending');
    expect(ending).toContain('fails for a = r2, b = r1');
    expect(ending).toContain('rmState[r2] = aborted');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('has a lane for each participant, in their order', async () => {
    const { page } = await open(inconsistent);
    expect(await page.locator('#names span').allTextContents()).toEqual(['r1', 'r2', 'TM']);
    await page.close();
  });

  test('steps with the keyboard, the buttons, the slider and a click', async () => {
    const { page, complaints } = await open(inconsistent);
    await page.keyboard.press('Home');
    expect(await where(page)).toBe('step 0 of 4');
    expect(await page.locator('#previous').isDisabled()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('j');
    expect(await where(page)).toBe('step 2 of 4');
    await page.keyboard.press('k');
    expect(await where(page)).toBe('step 1 of 4');
    await page.click('#next');
    expect(await where(page)).toBe('step 2 of 4');
    await page.locator('#slider').fill('3');
    expect(await where(page)).toBe('step 3 of 4');
    await page.click('[data-step="1"] .title');
    expect(await where(page)).toBe('step 1 of 4');
    await page.keyboard.press('End');
    expect(await where(page)).toBe('step 4 of 4');
    await page.keyboard.press('ArrowRight');
    expect(await where(page)).toBe('step 4 of 4');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('shows the state after each step, and marks what changed', async () => {
    const { page } = await open(inconsistent);
    const expected = ['init', 'init', 'committed', 'committed', 'committed'];
    for (const [i, tmState] of expected.entries()) {
      await page.locator('#slider').fill(String(i));
      expect(await stateText(page, 'tmState')).toBe(tmState);
    }
    await page.locator('#slider').fill('2');
    expect(await page.locator('#state tr.changed td.path').allTextContents()).toEqual([
      'tmState',
      'msgs',
    ]);
    expect(await page.innerText('#changes')).toContain('init → committed');
    await page.close();
  });

  test('marks faults and says what an action is', async () => {
    const { page } = await open(inconsistent);
    await page.locator('#slider').fill('3');
    expect(await page.textContent('#panel .badge')).toBe('fault');
    expect(await page.textContent('.step.fault .title')).toBe('FAULT GiveUp(r2)');
    expect(await page.innerText('#panel')).toContain('fails before it is prepared');
    await page.close();
  });

  test('searches actions, participants and values', async () => {
    const { page } = await open(inconsistent);
    await page.keyboard.press('/');
    await page.keyboard.type('committed');
    expect(await page.textContent('#found')).toBe('2 steps');
    await page.keyboard.press('Enter');
    expect(await where(page)).toBe('step 2 of 4');
    await page.keyboard.press('Enter');
    expect(await where(page)).toBe('step 4 of 4');
    await page.keyboard.press('Escape');
    await page.keyboard.press('N');
    expect(await where(page)).toBe('step 2 of 4');
    await page.fill('#search', 'nothing of the kind');
    expect(await page.textContent('#found')).toBe('0 steps');
    expect(await page.locator('#next-hit').isDisabled()).toBe(true);
    await page.close();
  });

  test('goes round the cycle of an infinite behaviour', async () => {
    const steps = ['Prepare(r1)', 'Decide', 'Wait', 'Wait'];
    const { page } = await open(behaviour(hastyCommit, steps, { property: 'Answered', loop: 3 }));
    await page.keyboard.press('ArrowRight');
    expect(await where(page)).toBe('step 3 of 4');
    await page.close();
  });

  test('is light or dark as the system is, and can be changed', async () => {
    const background = (page: Page): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor');
    const { page } = await open(inconsistent, true);
    expect(await background(page)).toBe('rgb(20, 23, 28)');
    await page.click('#theme');
    expect(await background(page)).toBe('rgb(255, 255, 255)');
    await page.close();
    const light = await open(inconsistent, false);
    expect(await background(light.page)).toBe('rgb(255, 255, 255)');
    await light.page.close();
  });

  test('shows what a deadlock waits for, and a spec error', async () => {
    const dead = await open(behaviour(leases, ['Crash(m1)', 'Crash(m2)'], { verdict: 'deadlock' }));
    expect(await dead.page.innerText('#ending')).toContain('m1 in crashed');
    await dead.page.close();
    const steps = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)', 'Expire(r1)'];
    const all = [...steps, 'Acquire(m2, r1)', 'Acquire(m2, r2)'];
    const failing = await open(behaviour(leases, all, { constants: { limit: 3 } }));
    expect(await failing.page.innerText('#ending')).toContain('has 4 elements');
    await failing.page.close();
  });

  test('stays quick with 100,000 steps', async () => {
    const short = behaviour(leases, twice, { property: 'OnceOnly' });
    const [first, ...taken] = short.trace.steps;
    const steps = [first!, ...Array.from({ length: 100_000 }, (_, i) => taken[i % taken.length]!)];
    const { page, complaints } = await open({ ...short, trace: { steps } });
    expect(await where(page)).toBe('step 100000 of 100000');
    expect(await page.locator('.step').count()).toBeLessThan(60);
    await page.locator('#slider').fill('50000');
    expect(await where(page)).toBe('step 50000 of 100000');
    await page.locator('.step.chosen').waitFor({ state: 'visible' });
    await page.fill('#search', 'expire');
    expect(await page.textContent('#found')).toBe('20000 steps');
    expect(complaints).toEqual([]);
    await page.close();
  });

  const pictures = process.env['KRIPKE_PICTURES'];
  test.runIf(pictures)('has its picture taken', async () => {
    for (const dark of [false, true]) {
      for (const [name, report] of [
        ['commit', inconsistent],
        ['leases', behaviour(leases, twice, { property: 'OnceOnly' })],
      ] as const) {
        const { page } = await open(report, dark);
        const path = join(pictures!, `trace-${name}-${dark ? 'dark' : 'light'}.png`);
        await page.screenshot({ path });
        expect(existsSync(path)).toBe(true);
        await page.close();
      }
    }
  });
});
