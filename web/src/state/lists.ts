/** Reading and copying short immutable lists (piles, seats) without silent `undefined`. */

/** The element at `index`; a missing one is a bug in the caller and throws. */
export function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return value;
}

/** A copy of `list` with the element at `index` replaced. */
export function replaced<T>(list: readonly T[], index: number, value: T): readonly T[] {
  const copy = list.slice();
  copy[index] = value;
  return copy;
}

/** The last element, or null of an empty list. */
export function last<T>(list: readonly T[]): T | null {
  return list[list.length - 1] ?? null;
}
