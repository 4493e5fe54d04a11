/** What a key means at the table. Bindings are data, so that they can be changed. */

import type { Slot, SpitPile } from '../protocol.gen';

export type Command =
  | { readonly type: 'pick'; readonly slot: Slot }
  | { readonly type: 'pile'; readonly pile: SpitPile }
  | { readonly type: 'say' }
  | { readonly type: 'unpick' };

const COMMANDS = {
  'pick-1': { type: 'pick', slot: 0 },
  'pick-2': { type: 'pick', slot: 1 },
  'pick-3': { type: 'pick', slot: 2 },
  'pick-4': { type: 'pick', slot: 3 },
  'pick-5': { type: 'pick', slot: 4 },
  left: { type: 'pile', pile: 0 },
  right: { type: 'pile', pile: 1 },
  say: { type: 'say' },
} as const satisfies Record<string, Command>;

/** The commands that name an own pile, by slot. */
export const PICKS = ['pick-1', 'pick-2', 'pick-3', 'pick-4', 'pick-5'] as const;

/** Questions that are answered aloud. */
export const QUESTIONS = ['ask-middle', 'ask-yours', 'ask-theirs', 'ask-left'] as const;
export type Question = (typeof QUESTIONS)[number];

/** For two keys alone: what is next, and do it. */
export const STEPS = ['next', 'do'] as const;
export type Step = (typeof STEPS)[number];

export type Named = keyof typeof COMMANDS | Question | Step;

/** The key of each command until it is changed. */
export const KEYS: Readonly<Record<Named, string>> = {
  'pick-1': '1',
  'pick-2': '2',
  'pick-3': '3',
  'pick-4': '4',
  'pick-5': '5',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  say: ' ',
  'ask-middle': 'q',
  'ask-yours': 'w',
  'ask-theirs': 'e',
  'ask-left': 'r',
  next: ' ',
  do: 'Enter',
};

export const NAMED = Object.keys(KEYS) as readonly Named[];

/** The keys that were changed, by command. */
export type Changed = Readonly<Record<string, string>>;

/** Keys that can be nothing else: they lead out and about. */
const RESERVED: readonly string[] = ['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'];

/** The part of a `KeyboardEvent` that is looked at. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

export function keyFor(name: Named, changed: Changed = {}): string {
  return changed[name] ?? KEYS[name];
}

/** A key as it is compared: a letter is the same whether it is large or small. */
export function sameKey(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether a key can be given to a command. */
export function isFree(key: string): boolean {
  return !RESERVED.includes(key) && key !== 'Dead' && key !== 'Unidentified';
}

function isStep(name: Named): boolean {
  return (STEPS as readonly string[]).includes(name);
}

/** The other commands on the same key, that are looked for at the same time. */
export function clashesOf(name: Named, changed: Changed): readonly Named[] {
  const key = keyFor(name, changed);
  return NAMED.filter(
    (other) => other !== name && isStep(other) === isStep(name) && keyFor(other, changed) === key,
  );
}

/** What is on a key; of two that clash the first. None for a held key or one with a modifier. */
export function namedBy(press: KeyPress, changed: Changed = {}): Named | null {
  return foundAmong(press, changed, (name) => !isStep(name));
}

/** The same for whoever plays with two keys. */
export function stepBy(press: KeyPress, changed: Changed = {}): Step | null {
  return foundAmong(press, changed, isStep) as Step | null;
}

function foundAmong(
  press: KeyPress,
  changed: Changed,
  counts: (name: Named) => boolean,
): Named | null {
  if (press.repeat || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null;
  const key = sameKey(press.key);
  return NAMED.find((name) => counts(name) && keyFor(name, changed) === key) ?? null;
}

/** What a name does at the table; null for a question or a step. */
export function commandBy(name: Named): Command | null {
  return name in COMMANDS ? COMMANDS[name as keyof typeof COMMANDS] : null;
}

/** The command of a key press; none for a held key or with a modifier. */
export function commandOf(press: KeyPress, changed: Changed = {}): Command | null {
  if (press.key === 'Escape' && !press.repeat) return { type: 'unpick' };
  const name = namedBy(press, changed);
  return name === null ? null : commandBy(name);
}
