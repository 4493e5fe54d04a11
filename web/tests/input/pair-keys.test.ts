import { expect, test } from 'vitest';
import {
  PAIR_KEYS,
  type PlaceOnBoard,
  printed,
  printedKeys,
  seatCommandOf,
} from '../../src/input/pair-keys';

const press = (code: string, change: Partial<PlaceOnBoard> = {}): PlaceOnBoard => ({
  code,
  repeat: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...change,
});

test('each hand has five keys for its piles, two for the spit piles and one for "spit"', () => {
  expect(seatCommandOf(press('KeyE'))).toEqual({ seat: 0, command: { type: 'pick', slot: 2 } });
  expect(seatCommandOf(press('KeyY'))).toEqual({ seat: 1, command: { type: 'pick', slot: 0 } });
  expect(seatCommandOf(press('KeyD'))).toEqual({ seat: 0, command: { type: 'pile', pile: 1 } });
  expect(seatCommandOf(press('KeyK'))).toEqual({ seat: 1, command: { type: 'pile', pile: 0 } });
  expect(seatCommandOf(press('KeyA'))).toEqual({ seat: 0, command: { type: 'say' } });
  expect(seatCommandOf(press('Semicolon'))).toEqual({ seat: 1, command: { type: 'say' } });
  expect(seatCommandOf(press('Space'))).toBeNull();
});

test('no key belongs to both', () => {
  const codes = PAIR_KEYS.flatMap(({ stocks, piles, say }) => [...stocks, ...piles, say]);
  expect(codes.length).toBe(16);
  expect(new Set(codes).size).toBe(16);
});

test('a held key and a key with a modifier do nothing', () => {
  expect(seatCommandOf(press('KeyE', { repeat: true }))).toBeNull();
  expect(seatCommandOf(press('KeyE', { ctrlKey: true }))).toBeNull();
});

test('keys are places: what is printed on them follows the layout', () => {
  const german = new Map([
    ['KeyY', 'z'],
    ['Semicolon', 'ö'],
  ]);
  expect(printed('KeyY', german)).toBe('Z');
  expect(printedKeys(1, german)).toEqual({
    stocks: ['Z', 'U', 'I', 'O', 'P'],
    piles: ['K', 'L'],
    say: 'Ö',
  });
  expect(printedKeys(1, new Map()).say).toBe(';');
});
