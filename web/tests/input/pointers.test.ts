import { beforeEach, expect, test } from 'vitest';
import { Pointers } from '../../src/input/pointers';

let pointers: Pointers;

beforeEach(() => {
  pointers = new Pointers();
});

test('two people have a pointer each, at the same time (R4.2)', () => {
  expect(pointers.down(1, 0)).toBe(true);
  expect(pointers.down(2, 1)).toBe(true);
  expect([pointers.isOf(1, 0), pointers.isOf(2, 1)]).toEqual([true, true]);
});

test('a second pointer of one person is nobody’s while the first is down', () => {
  pointers.down(1, 0);
  expect(pointers.down(2, 0)).toBe(false);
  expect([pointers.isOf(2, 0), pointers.isOf(2, 1)]).toEqual([false, false]);
});

test('it stays nobody’s when the first is lifted, and the next one counts', () => {
  pointers.down(1, 0);
  pointers.down(2, 0);
  pointers.up(1);
  expect(pointers.isOf(2, 0)).toBe(false);
  expect(pointers.down(3, 0)).toBe(true);
});

test('lifting a pointer that is nobody’s frees nobody', () => {
  pointers.down(1, 0);
  pointers.down(2, 0);
  pointers.up(2);
  expect(pointers.down(3, 0)).toBe(false);
});

test('a mouse that was let go outside the window counts again, for whoever it goes down at', () => {
  pointers.down(1, 0);
  expect(pointers.down(1, 1)).toBe(true);
  expect([pointers.isOf(1, 0), pointers.isOf(1, 1)]).toEqual([false, true]);
});
