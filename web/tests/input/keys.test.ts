import { expect, test } from 'vitest';
import { commandOf, type KeyPress } from '../../src/input/keys';

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
  expect(commandOf(press('x'))).toBeNull();
});

test('a held key and a key with a modifier do nothing', () => {
  expect(commandOf(press('3', { repeat: true }))).toBeNull();
  expect(commandOf(press('3', { ctrlKey: true }))).toBeNull();
});

test('bindings can be changed', () => {
  expect(commandOf(press('q'), { q: { type: 'say' } })).toEqual({ type: 'say' });
});
