import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Progress } from '../../checker/result.ts';
import { describeSearch, progressLine } from '../../bin/progress-line.ts';

const progress: Progress = {
  distinct: 1234567,
  generated: 7654321,
  depth: 12,
  queue: 4321,
  memoryBytes: 61e6,
  seconds: 0.5,
};

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean, columns = 200) {
  const written: string[] = [];
  const fake = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
  return { written, stream: fake as unknown as NodeJS.WriteStream };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('shows one line on a terminal and clears it in the end', () => {
  const { written, stream: terminal } = stream(true);
  const line = progressLine(terminal, describeSearch('small'));
  line.update(progress);
  line.end();
  expect(written).toEqual([
    '\x1b[?25l',
    '\rsmall · 1,234,567 distinct · 7,654,321 generated · depth 12 · queue 4,321 · ' +
      '2.47 M/s · 61 MB · 0.50 s\x1b[K',
    '\r\x1b[K\x1b[?25h',
  ]);
});

test('draws the line at most ten times a second', () => {
  const { written, stream: terminal } = stream(true);
  const line = progressLine(terminal, describeSearch('small'));
  for (let i = 0; i < 100; i++) {
    line.update(progress);
    vi.advanceTimersByTime(10);
  }
  expect(written.filter((text) => text.includes('distinct'))).toHaveLength(10);
});

test('is never wider than the terminal', () => {
  const { written, stream: terminal } = stream(true, 40);
  progressLine(terminal, describeSearch('small')).update(progress);
  expect(written[1]!.replace('\r', '').replace('\x1b[K', '')).toHaveLength(39);
});

test('writes nothing at all for a check that ends at once', () => {
  const { written, stream: terminal } = stream(true);
  progressLine(terminal, describeSearch('small')).end();
  expect(written).toEqual([]);
});

test('writes a line every ten seconds where there is no terminal', () => {
  const { written, stream: log } = stream(false);
  const line = progressLine(log, describeSearch('small'));
  for (let second = 0; second < 35; second++) {
    vi.advanceTimersByTime(1000);
    line.update(progress);
  }
  line.end();
  expect(written).toHaveLength(3);
  expect(written[0]).toMatch(/^small · 1,234,567 distinct .*\n$/);
});
