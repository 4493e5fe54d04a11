import { describe, expect, test } from 'vitest';
import type { Play } from '../../src/protocol.gen';
import { step } from '../../src/state/follow';
import { type Pending, project } from '../../src/state/optimist';
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
