/** How numbers are shown to a person. */

/** `1234567` → `1,234,567`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A count with its noun: `1 state`, `2 states`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `0.08 s`, `12.3 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** States per second: `940/s`, `12.3 k/s`, `2.51 M/s`. */
export function rate(states: number, seconds: number): string {
  const perSecond = states / Math.max(seconds, 1e-6);
  if (perSecond < 1000) return `${Math.round(perSecond)}/s`;
  if (perSecond < 1e6) return `${(perSecond / 1e3).toPrecision(3)} k/s`;
  return `${(perSecond / 1e6).toPrecision(3)} M/s`;
}

/** `61 MB`, `1.5 GB`; decimal units. */
export function bytes(value: number): string {
  if (value < 1e9) return `${Math.ceil(value / 1e6)} MB`;
  return `${(value / 1e9).toFixed(1)} GB`;
}
