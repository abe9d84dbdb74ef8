import { UsageError } from './usage-error.ts';

/** Reads a whole number, with `_` between digits and `k`, `M` or `G` (powers of 1000) after it. */
export function parseCount(flag: string, text: string): number {
  const parts = /^(\d[\d_]*)([kKmMgG]?)$/.exec(text.trim());
  if (parts === null) {
    throw new UsageError(`${flag} ${shown(text)}: not a whole number`, 'As in 5000, 200k or 10M.');
  }
  const scale = { '': 1, k: 1e3, m: 1e6, g: 1e9 }[parts[2]!.toLowerCase()]!;
  return within(flag, text, Number(parts[1]!.replaceAll('_', '')) * scale);
}

/** Reads an amount of memory in bytes: `512M`, `4G`, `1.5GB`; powers of 1024. */
export function parseMemory(flag: string, text: string): number {
  const parts = /^(\d+(?:\.\d+)?)\s*([kmgt])(?:i?b)?$/i.exec(text.trim());
  if (parts === null) {
    throw new UsageError(`${flag} ${shown(text)}: not an amount of memory`, 'As in 512M or 4G.');
  }
  const exponent = 'kmgt'.indexOf(parts[2]!.toLowerCase()) + 1;
  return within(flag, text, Math.floor(Number(parts[1]) * 1024 ** exponent));
}

/** Reads a time in seconds: `90`, `90s`, `5m`, `1.5h`. */
export function parseDuration(flag: string, text: string): number {
  const parts = /^(\d+(?:\.\d+)?)\s*(s|m|min|h)?$/.exec(text.trim());
  if (parts === null) {
    throw new UsageError(`${flag} ${shown(text)}: not a time`, 'As in 90 (seconds), 5m or 1h.');
  }
  const scale = { s: 1, m: 60, min: 60, h: 3600 }[parts[2] ?? 's']!;
  return Number(parts[1]) * scale;
}

/** Reads a number from 0: `2`, `0.25`. */
export function parseWeight(flag: string, text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text.trim())) {
    throw new UsageError(`${flag} ${shown(text)}: not a number from 0`, 'As in fault=0.2.');
  }
  return Number(text);
}

/** Reads `--constant NAME=VALUE`. */
export function parseBinding(flag: string, text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at <= 0) {
    throw new UsageError(`${flag} ${shown(text)}: a name, '=' and a value`, `As in ${flag} N=3.`);
  }
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** The value, if it is one that numbers hold exactly. */
function within(flag: string, text: string, value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new UsageError(`${flag} ${text}: too large`, `At most ${Number.MAX_SAFE_INTEGER}.`);
}

function shown(text: string): string {
  return text === '' ? "''" : text;
}
