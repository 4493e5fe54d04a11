import { describe, expect, test } from 'vitest';
import {
  callMeaning,
  canFlip,
  canStillAct,
  fits,
  hasPlay,
  ownPile,
  pilesFor,
  shiftTargets,
} from '../../src/state/rules';
import { row, viewOf } from '../fake-server';

describe('fits', () => {
  test.each([
    ['7h', '8s', true],
    ['9h', '8s', true],
    ['8h', '8s', false],
    ['6h', '8s', false],
    ['Ks', 'Ad', true],
    ['As', 'Kd', true],
  ])('%s on %s: %s by the standard rules (R1.3)', (card, top, expected) => {
    expect(fits({ name: 'standard' }, card, top)).toBe(expected);
  });

  test.each([
    ['cyclic', true, true],
    ['literal', true, false],
    ['none', false, false],
  ])('wrap=%s: a 2 on an ace %s, an ace on a 2 %s (R1.3)', (wrap, twoOnAce, aceOnTwo) => {
    expect(fits({ wrap }, '2s', 'Ah')).toBe(twoOnAce);
    expect(fits({ wrap }, 'Ah', '2s')).toBe(aceOnTwo);
  });

  test('an equal rank fits with same_rank=on alone (R4.6)', () => {
    expect(fits({ same_rank: 'on' }, '8h', '8s')).toBe(true);
    expect(fits({ same_rank: 'off' }, '8h', '8s')).toBe(false);
  });
});

describe('what may be done', () => {
  test('a card is offered the piles that it fits, in order (R4.1)', () => {
    const view = viewOf({
      spits: [
        { cards: 1, top: '5s', version: 1 },
        { cards: 1, top: '7s', version: 1 },
      ],
    });
    expect(pilesFor(view, '6h')).toEqual([0, 1]);
    expect(pilesFor(view, 'Th')).toEqual([]);
  });

  test('a face-down top may be turned up, a face-up one not (R5.1)', () => {
    const view = viewOf({ stocks: [row('1', '1 2h', '0', '0', '0'), row('0')] });
    expect([0, 1, 2].map((slot) => canFlip(view, 0, slot))).toEqual([true, false, false]);
  });

  test('a shift needs an empty slot and a pile of two cards (R5.2)', () => {
    const view = viewOf({ stocks: [row('1 2h', '0 3h', '0', '0', '2 9s'), row('0')] });
    expect(shiftTargets(view, 0, 0)).toEqual([2, 3]);
    expect(shiftTargets(view, 0, 1)).toEqual([]);
  });

  test('equal ranks may be stacked with stacking=on alone (R5.4)', () => {
    const stocks = [row('0 2h', '0 2s', '1 9s', '1 Ts', '1 Js'), row('0')];
    expect(shiftTargets(viewOf({ stocks }), 0, 0)).toEqual([]);
    expect(shiftTargets(viewOf({ stocks, rules: { stacking: 'on' } }), 0, 0)).toEqual([1]);
  });
});

describe('saying "spit"', () => {
  const stuck = {
    stocks: [row('0 4s', '0 Qh', '0 Tc', '0 Ad', '0 2h'), row('0 9c', '0 2s', '0', '0', '0')],
    spits: [
      { cards: 3, top: '7s', version: 1 },
      { cards: 3, top: '7d', version: 1 },
    ],
  };

  test('while any legal play exists nobody may spit (R3.4)', () => {
    expect(hasPlay(viewOf())).toBe(true);
    expect(callMeaning(viewOf(), 0)).toBeNull();
  });

  test('it means ready, spit, watching, or blocked, by the hands (R3.1 to R3.3, R6.2)', () => {
    expect(callMeaning(viewOf({ phase: 'ready' }), 0)).toBe('ready');
    expect(callMeaning(viewOf(stuck), 0)).toBe('spit');
    expect(callMeaning(viewOf({ ...stuck, hands: [0, 3] }), 0)).toBe('watch');
    expect(callMeaning(viewOf({ ...stuck, hands: [0, 0] }), 0)).toBe('blocked');
  });

  test('who has said it says it no more', () => {
    const calls = [
      { said: true, pile: 0 },
      { said: false, pile: null },
    ];
    expect(callMeaning(viewOf({ ...stuck, calls }), 0)).toBeNull();
    expect(callMeaning(viewOf({ ...stuck, calls }), 1)).toBe('spit');
  });

  test('with a choice the own pile is named, else the only one, else none (R3.2)', () => {
    expect(
      ownPile(
        viewOf({
          spit_choices: [
            [0, 1],
            [0, 1],
          ],
        }),
        1,
      ),
    ).toBe(1);
    expect(ownPile(viewOf({ spit_choices: [[0], [0]] }), 1)).toBe(0);
    expect(ownPile(viewOf({ spit_choices: [[], []] }), 1)).toBeNull();
  });

  test('a stuck seat that can shift could still act (R3.5)', () => {
    expect(canStillAct(viewOf(stuck), 0)).toBe(false);
    expect(canStillAct(viewOf(stuck), 1)).toBe(false);
    const open = { ...stuck, stocks: [row('1 4s', '0', '0', '0', '0'), row('0 9c')] };
    expect(canStillAct(viewOf(open), 0)).toBe(true);
  });
});
