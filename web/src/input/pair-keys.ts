/**
 * The keys of two people at one keyboard: places on the board, by `KeyboardEvent.code`.
 *
 * Each has one hand's worth: five keys in a row for the own piles, two below for the spit piles,
 * and one for "spit". A place means the same whatever is printed there. The sets are data, so that
 * they can be changed.
 */

import type { Seat } from '../protocol.gen';
import { at } from '../state/lists';
import type { Command } from './keys';

/** What one of the two presses, as codes; the piles as he sees them, from his left. */
export type KeySet = {
  readonly stocks: readonly string[];
  readonly piles: readonly string[];
  readonly say: string;
};

/** By seat: the first sits on the left. */
export const PAIR_KEYS: readonly KeySet[] = [
  { stocks: ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT'], piles: ['KeyS', 'KeyD'], say: 'KeyA' },
  { stocks: ['KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP'], piles: ['KeyK', 'KeyL'], say: 'Semicolon' },
];

/** The part of a `KeyboardEvent` that is looked at. */
export type PlaceOnBoard = Pick<
  KeyboardEvent,
  'code' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey'
>;

export type SeatCommand = { readonly seat: Seat; readonly command: Command };

/**
 * Whose command a key press is, and which; none for a held key.
 *
 * Shift is no modifier here: one of the two may lean on it.
 */
export function seatCommandOf(
  press: PlaceOnBoard,
  sets: readonly KeySet[] = PAIR_KEYS,
): SeatCommand | null {
  if (press.repeat || press.altKey || press.ctrlKey || press.metaKey) return null;
  for (const [seat, { stocks, piles, say }] of sets.entries()) {
    const slot = stocks.indexOf(press.code);
    if (slot >= 0) return { seat, command: { type: 'pick', slot } };
    const pile = piles.indexOf(press.code);
    if (pile >= 0) return { seat, command: { type: 'pile', pile } };
    if (say === press.code) return { seat, command: { type: 'say' } };
  }
  return null;
}

const PRINTED: Readonly<Record<string, string>> = { Semicolon: ';' };

/** What is printed on a key: as the keyboard's layout says, else as on a US board. */
export function printed(code: string, layout: ReadonlyMap<string, string>): string {
  return (layout.get(code) ?? PRINTED[code] ?? code.replace('Key', '')).toUpperCase();
}

/** The keys of a seat as they are printed. */
export function printedKeys(seat: Seat, layout: ReadonlyMap<string, string>): KeySet {
  const { stocks, piles, say } = at(PAIR_KEYS, seat);
  const print = (code: string) => printed(code, layout);
  return { stocks: stocks.map(print), piles: piles.map(print), say: print(say) };
}
