import { Control } from '../store/control.ts';

/**
 * Takes `count` numbers in a row for new states: the first of them, or null if the table and the
 * memory, as they are now, have no room for so many. A number that was taken is nobody else's, and
 * those that were refused to one thread are there for another that wants fewer.
 *
 * A counter that is raised and, beyond the limit, lowered again would not do: what one thread takes
 * while another's refused numbers are counted is handed out twice once they are not.
 */
export function takeIds(control: Int32Array, count: number): number | null {
  const limit = control[Control.idLimit]!;
  let first = Atomics.load(control, Control.nextId);
  while (first + count <= limit) {
    const found = Atomics.compareExchange(control, Control.nextId, first, first + count);
    if (found === first) return first;
    first = found;
  }
  return null;
}
