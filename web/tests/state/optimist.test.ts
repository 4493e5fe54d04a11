import { describe, expect, test } from 'vitest';
import type { Play } from '../../src/protocol.gen';
import { step } from '../../src/state/follow';
import { isHeldBack, type Pending, project } from '../../src/state/optimist';
import { row, viewOf } from '../fake-server';

const view = viewOf();
const play: Play = {
  type: 'play',
  id: 1,
  seat: 0,
  stock: 4,
  pile: 1,
  card: '6h',
  top: '5d',
  top_version: 99,
};

function pending(action: Pending['action'], landed = false): Pending {
  return { action, landed, settledBy: null };
}

describe('the own moves laid over the view', () => {
  test('a play lies on its pile and has left its stock', () => {
    const shown = project(view, [pending(play)]).view;
    expect(shown.spits[1]?.top).toBe('6h');
    expect(shown.stocks[0]?.[4]).toEqual({ down: 1, up: [] });
  });

  test('it stays on top of what the rival put there meanwhile, until it is judged', () => {
    const contested = step(view, {
      type: 'played',
      seat: 1,
      stock: 3,
      pile: 1,
      card: '6d',
      tentative: false,
    });
    expect(project(contested, [pending(play)]).view.spits[1]?.top).toBe('6h');
    expect(project(contested, []).view.spits[1]?.top).toBe('6d');
  });

  test('a rival’s tentative card on the same top stays in its stock until that is judged', () => {
    const open = viewOf({
      stocks: [row('0', '0', '0', '0', '1 6h'), row('0 7c', '0', '0', '1 6d')],
    });
    const thrown = { type: 'played', seat: 1, pile: 1, tentative: true } as const;
    const first = step(open, { ...thrown, stock: 3, card: '6d' });
    const raced = step(first, { ...thrown, stock: 0, card: '7c' });
    const { view: shown } = project(raced, [pending(play)]);
    const { view: alone } = project(open, [pending(play)]);
    expect([shown.stocks, shown.spits[1]?.cards]).toEqual([alone.stocks, alone.spits[1]?.cards]);
    expect([101, 102].map((version) => isHeldBack(raced, shown, version))).toEqual([true, true]);
    expect(isHeldBack(raced, raced, 101)).toBe(false);
  });

  test('one on another top, or on the other pile, is shown', () => {
    const thrown = { type: 'played', seat: 1, tentative: true } as const;
    const other = step(view, { ...thrown, stock: 0, pile: 0, card: '9c' });
    const below = step(other, { ...thrown, stock: 3, pile: 1, card: '6d' });
    const onTop = { ...play, top: '6d', card: '6h' };
    const { view: shown } = project(below, [pending(onTop)]);
    expect(shown.tentative.map(({ card }) => card)).toEqual(['9c', '6d']);
  });

  test('what was thrown on an own card goes home with it, unless it fits what lies there', () => {
    const open = viewOf({
      stocks: [row('0 7h', '0', '0', '0', '1 6h'), row('0 4d', '0', '0', '1 6d')],
    });
    const next = { ...play, id: 2, stock: 0, card: '7h', top: '6h', top_version: 101 };
    const both = [pending(play, true), pending(next)];
    const rival = { type: 'played', seat: 1, pile: 1, tentative: false } as const;
    const lost = step(open, { ...rival, stock: 0, card: '4d' });
    expect(project(lost, both).view).toBe(lost);
    const fitting = step(open, { ...rival, stock: 3, card: '6d' });
    expect(project(fitting, both).view.spits[1]?.top).toBe('7h');
  });

  test('once its event has come it is not laid over twice', () => {
    const after = step(view, { ...play, type: 'played', tentative: false });
    expect(project(after, [pending(play)]).view).toEqual(after);
    expect(project(after, [pending(play, true)]).view).toBe(after);
  });

  test('taken back after it landed, it goes home at once', () => {
    const shown = step(view, { ...play, type: 'played', tentative: true });
    const back = step(shown, { type: 'taken-back', plays: [101], margin_ms: 5 });
    expect(project(back, [pending(play, true)]).view.stocks[0]?.[4]?.up).toEqual(['6h']);
  });

  test('a shift moves the card, a call is said, a slap is a hand on the pile', () => {
    const open = viewOf({ stocks: [row('1 4s', '0', '0', '0', '0'), row('0')] });
    const shift = { type: 'shift' as const, id: 2, seat: 0, stock: 0, slot: 1, card: '4s' };
    expect(project(open, [pending(shift)]).view.stocks[0]?.[1]?.up).toEqual(['4s']);
    const call = { type: 'spit' as const, id: 3, seat: 0, pile: 1 };
    expect(project(view, [pending(call)]).view.calls[0]).toEqual({ said: true, pile: 1 });
    const slap = { type: 'slap' as const, id: 4, seat: 0, pile: 1 };
    const slapped = project(viewOf({ phase: 'slap' }), [pending(slap)]);
    expect(slapped.hands[0]?.slapping).toBe(1);
    expect(project(view, [pending(slap)]).hands[0]?.slapping).toBeNull();
  });

  test('a flip names no card: the pile is only turning', () => {
    const down = viewOf({ stocks: [row('2', '0', '0', '0', '0'), row('0')] });
    const flip = { type: 'flip' as const, id: 5, seat: 0, stock: 0 };
    const shown = project(down, [pending(flip)]);
    expect(shown.hands[0]?.turning).toEqual([0]);
    expect(shown.view).toBe(down);
  });
});
