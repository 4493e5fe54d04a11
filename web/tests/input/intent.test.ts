import { describe, expect, test } from 'vitest';
import {
  dragOnto,
  dropOn,
  keptPick,
  nearerPile,
  pickStock,
  say,
  tapStock,
  touchSpit,
} from '../../src/input/intent';
import type { TableView } from '../../src/protocol.gen';
import { row, viewOf } from '../fake-server';

const see = (change: Partial<TableView> = {}, seat = 0) => ({ view: viewOf(change), seat });
const tops = (left: string, right: string) => ({
  spits: [
    { cards: 3, top: left, version: 1 },
    { cards: 3, top: right, version: 1 },
  ],
});
const open = { stocks: [row('1 4s', '0', '0 Tc', '2 Ad', '1 6h'), row('0 9c')] };

describe('a tap on an own pile', () => {
  test('plays on the only pile that fits', () => {
    expect(tapStock(see(), null, 4)).toEqual({ type: 'play', stock: 4, pile: 1 });
  });

  test('plays on the nearer of two that fit, from the middle on the own', () => {
    const both = tops('5s', '5d');
    expect(tapStock(see({ ...both, stocks: [row('0 4s'), row('0')] }), null, 0)).toMatchObject({
      pile: 0,
    });
    expect(tapStock(see(both), null, 4)).toMatchObject({ pile: 1 });
    expect([nearerPile(see(), 2), nearerPile(see({}, 1), 2)]).toEqual([0, 1]);
  });

  test('turns up a face-down top, and does nothing on an empty slot', () => {
    const view = { stocks: [row('2', '0', '0', '0', '0'), row('0')] };
    expect(tapStock(see(view), null, 0)).toEqual({ type: 'flip', stock: 0 });
    expect(tapStock(see(view), null, 1)).toEqual({ type: 'none' });
  });

  test('that fits nowhere picks it when there is an empty slot, and the slot takes it', () => {
    const picked = { slot: 3, purpose: 'shift' as const };
    expect(tapStock(see(open), null, 3)).toEqual({ type: 'pick', pick: picked });
    expect(tapStock(see(open), picked, 1)).toEqual({ type: 'shift', stock: 3, slot: 1 });
    expect(tapStock(see(open), picked, 3)).toEqual({ type: 'pick', pick: null });
  });

  test('that fits nowhere is a misplay on the nearer pile when nothing can be moved', () => {
    expect(tapStock(see(), null, 3)).toEqual({ type: 'play', stock: 3, pile: 1 });
    expect(tapStock(see(open), null, 2)).toEqual({ type: 'play', stock: 2, pile: 0 });
  });

  test('before the first spit only reminds to say "ready"', () => {
    expect(tapStock(see({ phase: 'ready' }), null, 0)).toEqual({ type: 'hint', hint: 'say-ready' });
  });

  test('does nothing in a pause, in the slap and after the match', () => {
    const paused = { seats: [1], left_ms: [1, 1] };
    for (const change of [{ paused }, { phase: 'slap' as const }, { phase: 'over' as const }]) {
      expect(tapStock(see(change), null, 4)).toEqual({ type: 'none' });
    }
  });
});

describe('keys and spit piles', () => {
  test('a number picks a pile, turns it up, or takes the picked card', () => {
    expect(pickStock(see(), null, 4)).toEqual({ type: 'pick', pick: { slot: 4, purpose: 'any' } });
    const down = { stocks: [row('1', '0', '1 5c', '0', '0'), row('0')] };
    expect(pickStock(see(down), null, 0)).toEqual({ type: 'flip', stock: 0 });
    expect(pickStock(see(down), { slot: 2, purpose: 'any' }, 1)).toEqual({
      type: 'shift',
      stock: 2,
      slot: 1,
    });
  });

  test('a spit pile takes the picked card, fitting or not', () => {
    const picked = { slot: 0, purpose: 'any' as const };
    expect(touchSpit(see(), picked, 1)).toEqual({ type: 'play', stock: 0, pile: 1 });
  });

  test('when stuck it is chosen for the call, if it may be', () => {
    const stuck = { ...tops('7s', '7d'), stocks: [row('0 4s'), row('0 9c')] };
    expect(touchSpit(see(stuck), null, 1)).toEqual({ type: 'call', pile: 1 });
    const own = { ...stuck, spit_choices: [[0], [1]] };
    expect(touchSpit(see(own), null, 1)).toEqual({ type: 'call', pile: null });
  });

  test('after the round it is slapped, also the empty one (R6.5)', () => {
    const one = { phase: 'slap' as const, spits: [{ cards: 9, top: '7s', version: 1 }] };
    expect(touchSpit(see(one), null, 1)).toEqual({ type: 'slap', pile: 1 });
  });

  test('near the end a hand on it is a slap too early; before that a reminder', () => {
    expect(touchSpit(see(), null, 1)).toEqual({ type: 'hint', hint: 'pick-first' });
    const near = { stocks: [row('0 6h'), row('1 9c', '0 8s')] };
    expect(touchSpit(see(near), null, 1)).toEqual({ type: 'slap', pile: 1 });
  });

  test('both arrows mean the only pile of a one-pile round', () => {
    const one = { spits: [{ cards: 9, top: '7s', version: 1 }] };
    const picked = { slot: 4, purpose: 'any' as const };
    expect(touchSpit(see(one), picked, 1)).toEqual({ type: 'play', stock: 4, pile: 0 });
  });

  test('saying "spit" is nothing while a play exists (R3.4)', () => {
    expect(say(see())).toEqual({ type: 'none' });
    expect(say(see({ phase: 'ready' }))).toEqual({ type: 'call', pile: null });
  });
});

describe('dragging', () => {
  test('a card that touches a pile is played there, fitting or not, but only in play', () => {
    expect(dragOnto(see(), 0, 1)).toEqual({ type: 'play', stock: 0, pile: 1 });
    expect(dragOnto(see({ phase: 'ready' }), 0, 1)).toEqual({ type: 'none' });
  });

  test('a card dropped on an empty slot is shifted, on another pile not', () => {
    expect(dropOn(see(open), 3, 1)).toEqual({ type: 'shift', stock: 3, slot: 1 });
    expect(dropOn(see(open), 3, 0)).toEqual({ type: 'none' });
  });
});

test('a pick is let go when its card is gone or has nowhere to go', () => {
  const picked = { slot: 3, purpose: 'shift' as const };
  expect(keptPick(see(open), picked)).toBe(picked);
  expect(keptPick(see(), picked)).toBeNull();
  expect(keptPick(see({ phase: 'slap' }), { slot: 0, purpose: 'any' })).toBeNull();
});
