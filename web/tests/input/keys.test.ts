import { expect, test } from 'vitest';
import {
  clashesOf,
  commandOf,
  isFree,
  type KeyPress,
  keyFor,
  NAMED,
  namedBy,
  stepBy,
} from '../../src/input/keys';

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  repeat: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...change,
});

test('numbers pick, arrows name a pile, the space bar says "spit"', () => {
  expect(commandOf(press('3'))).toEqual({ type: 'pick', slot: 2 });
  expect(commandOf(press('ArrowRight'))).toEqual({ type: 'pile', pile: 1 });
  expect(commandOf(press(' '))).toEqual({ type: 'say' });
  expect(commandOf(press('Escape'))).toEqual({ type: 'unpick' });
  expect(commandOf(press('x'))).toBeNull();
});

test('a held key and a key with a modifier do nothing', () => {
  expect(commandOf(press('3', { repeat: true }))).toBeNull();
  expect(commandOf(press('3', { ctrlKey: true }))).toBeNull();
});

test('a changed key does what it was given, and the first key nothing any more', () => {
  const changed = { say: 'x' };
  expect(commandOf(press('x'), changed)).toEqual({ type: 'say' });
  expect(commandOf(press('X'), changed)).toEqual({ type: 'say' });
  expect(commandOf(press(' '), changed)).toBeNull();
  expect(keyFor('say', changed)).toBe('x');
});

test('letters ask, and are no commands', () => {
  expect(namedBy(press('q'))).toBe('ask-middle');
  expect(commandOf(press('q'))).toBeNull();
});

test('two keys step through everything, and are looked for alone', () => {
  expect(stepBy(press(' '))).toBe('next');
  expect(stepBy(press('Enter'))).toBe('do');
  expect(stepBy(press('3'))).toBeNull();
});

test('no key is given twice at first; two on one key are told of each other', () => {
  for (const name of NAMED) expect(clashesOf(name, {})).toEqual([]);
  expect(clashesOf('left', { left: '3' })).toEqual(['pick-3']);
  expect(clashesOf('pick-3', { left: '3' })).toEqual(['left']);
  expect(clashesOf('next', { next: '3' })).toEqual([]);
});

test('keys that lead out and about are given to nothing', () => {
  expect(['Escape', 'Tab', 'Shift', 'z', ' '].filter(isFree)).toEqual(['z', ' ']);
});
