import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '../../src/protocol.gen';
import { follow, step } from '../../src/state/follow';
import { viewOf } from '../fake-server';

const view = viewOf();
const played: AnyEvent = {
  type: 'played',
  seat: 1,
  stock: 0,
  pile: 0,
  card: '9c',
  tentative: true,
};

function updateTo(version: number, events: readonly AnyEvent[], epoch = 1) {
  return { type: 'update' as const, epoch, version, events };
}

describe('positions', () => {
  test('each event raises the version by one', () => {
    expect(follow(view, updateTo(102, [played, { type: 'pause-ended' }]))?.version).toBe(102);
  });

  test('an update that was followed already changes nothing', () => {
    expect(follow(view, updateTo(100, [played]))).toBe(view);
    expect(follow(view, updateTo(900, [played], 0))).toBe(view);
  });

  test('a gap, and a newer epoch, cannot be followed', () => {
    expect(follow(view, updateTo(103, [played]))).toBeNull();
    expect(follow(view, updateTo(101, [played], 2))).toBeNull();
  });

  test('an event of a newer server only counts', () => {
    const unknown = { type: 'applauded', seat: 1 } as unknown as AnyEvent;
    expect(step(view, unknown)).toEqual({ ...view, version: 101 });
  });
});

describe('plays shown as tentative', () => {
  const shown = step(view, played);

  test('the card lies on top, and what it covers is remembered', () => {
    expect(shown.spits[0]).toEqual({ cards: 10, top: '9c', version: 101 });
    expect(shown.tentative).toEqual([
      {
        version: 101,
        seat: 1,
        stock: 0,
        pile: 0,
        card: '9c',
        under: 98,
        under_card: '8s',
      },
    ]);
  });

  test('settled, it stays', () => {
    const settled = step(shown, { type: 'settled', plays: [101] });
    expect(settled.spits).toEqual(shown.spits);
    expect(settled.tentative).toEqual([]);
  });

  test('taken back, all is as before but for the version', () => {
    const back = step(shown, { type: 'taken-back', plays: [101], margin_ms: 12 });
    expect(back).toEqual({ ...view, version: 102 });
  });

  test('two on one pile are taken back newest first', () => {
    const two = step(shown, { ...played, stock: 2, card: 'Ks' });
    const back = step(two, { type: 'taken-back', plays: [102, 101], margin_ms: null });
    expect(back).toEqual({ ...view, version: 103 });
  });
});
