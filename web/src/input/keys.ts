/** What a key means at the table. Bindings are data, so that they can be changed. */

import type { Slot, SpitPile } from '../protocol.gen';

export type Command =
  | { readonly type: 'pick'; readonly slot: Slot }
  | { readonly type: 'pile'; readonly pile: SpitPile }
  | { readonly type: 'say' }
  | { readonly type: 'unpick' };

/** Commands by `KeyboardEvent.key`. */
export type Bindings = Readonly<Record<string, Command>>;

export const BINDINGS: Bindings = {
  '1': { type: 'pick', slot: 0 },
  '2': { type: 'pick', slot: 1 },
  '3': { type: 'pick', slot: 2 },
  '4': { type: 'pick', slot: 3 },
  '5': { type: 'pick', slot: 4 },
  ArrowLeft: { type: 'pile', pile: 0 },
  ArrowRight: { type: 'pile', pile: 1 },
  ' ': { type: 'say' },
  Escape: { type: 'unpick' },
};

/** The key that a command stands on, null if on none. */
export function keyOf(command: Command, bindings: Bindings = BINDINGS): string | null {
  const wanted = JSON.stringify(command);
  return Object.keys(bindings).find((key) => JSON.stringify(bindings[key]) === wanted) ?? null;
}

/** The part of a `KeyboardEvent` that is looked at. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** The command of a key press; none for a held key or with a modifier. */
export function commandOf(press: KeyPress, bindings: Bindings = BINDINGS): Command | null {
  if (press.repeat || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null;
  return bindings[press.key] ?? null;
}
