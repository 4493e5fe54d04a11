import { describe, expect, test } from 'vitest';
import { Exposure, isCoarse, spanMs } from '../../src/state/exposure';
import { viewOf } from '../fake-server';

describe('since when a top is shown', () => {
  test('it counts from the first painted frame, not from the message', () => {
    const exposure = new Exposure();
    exposure.note(viewOf());
    expect(exposure.seenTop(0, 500)?.reactedMs).toBeNull();
    exposure.painted(1_000);
    exposure.painted(1_016);
    expect(exposure.seenTop(0, 1_240.4)?.reactedMs).toBe(240);
  });

  test('a new top starts anew, the other pile counts on', () => {
    const exposure = new Exposure();
    exposure.note(viewOf());
    exposure.painted(1_000);
    const [left] = viewOf().spits;
    exposure.note(viewOf({ spits: [left ?? fail(), { cards: 6, top: '6h', version: 101 }] }));
    expect(exposure.isWaiting).toBe(true);
    exposure.painted(1_100);
    expect(exposure.seenTop(0, 1_200)?.reactedMs).toBe(200);
    expect(exposure.seenTop(1, 1_200)?.reactedMs).toBe(100);
    expect(exposure.isWaiting).toBe(false);
  });

  test('the own card keeps its moment when the server gives it its version', () => {
    const exposure = new Exposure();
    exposure.note(viewOf({ spits: [{ cards: 2, top: '7h', version: 101 }] }));
    exposure.painted(1_000);
    exposure.note(viewOf({ spits: [{ cards: 2, top: '7h', version: 104 }] }));
    expect(exposure.seenTop(0, 1_050)?.reactedMs).toBe(50);
  });

  test('an own card is seen from the touch that put it there', () => {
    const exposure = new Exposure();
    exposure.note(viewOf({ spits: [{ cards: 2, top: '7h', version: 101 }] }));
    exposure.placed(0, '7h', 990);
    exposure.painted(1_000);
    expect(exposure.seenTop(0, 1_050)?.reactedMs).toBe(60);
    exposure.placed(0, '8h', 1_020);
    expect(exposure.seenTop(0, 1_050)?.reactedMs).toBe(60);
  });

  test('a touch is for the top that was painted by then', () => {
    const exposure = new Exposure();
    const before = viewOf({ spits: [{ cards: 2, top: '7h', version: 101 }] });
    const after = viewOf({ spits: [{ cards: 3, top: '8d', version: 102 }] });
    exposure.note(before);
    exposure.painted(1_000);
    exposure.note(after);
    expect(exposure.seenTop(0, 1_200)).toEqual({ card: '7h', version: 101, reactedMs: 200 });
    exposure.painted(1_210);
    expect(exposure.seenTop(0, 1_205)?.card).toBe('7h');
    expect(exposure.seenTop(0, 1_250)).toEqual({ card: '8d', version: 102, reactedMs: 40 });
    expect(exposure.seen(after, 1_205).spits).toEqual([{ cards: 3, top: '7h', version: 101 }]);
    expect(exposure.seen(after, 1_250)).toBe(after);
  });

  test('a top that was never painted is passed over', () => {
    const exposure = new Exposure();
    exposure.note(viewOf({ spits: [{ cards: 2, top: '7h', version: 101 }] }));
    exposure.painted(1_000);
    exposure.note(viewOf({ spits: [{ cards: 3, top: '8d', version: 102 }] }));
    exposure.note(viewOf({ spits: [{ cards: 4, top: '9d', version: 103 }] }));
    expect(exposure.seenTop(0, 1_100)?.card).toBe('7h');
    exposure.painted(1_110);
    expect(exposure.seenTop(0, 1_120)?.card).toBe('9d');
  });

  test('the end of the round is counted by itself', () => {
    const exposure = new Exposure();
    exposure.note(viewOf());
    exposure.painted(1_000);
    exposure.note(viewOf({ phase: 'slap' }));
    exposure.painted(2_000);
    expect(exposure.reactedToStopMs(2_300)).toBe(300);
  });

  test('a span is whole, bounded and never negative', () => {
    expect(spanMs(10, 8)).toBe(0);
    expect(spanMs(0, 1e9)).toBe(3_600_000);
    expect(spanMs(null, 8)).toBeNull();
  });
});

describe('coarse clocks', () => {
  test('a clock that steps by 100 ms is coarse, one that steps by 0.1 ms is not', () => {
    expect(isCoarse(ticking(100))).toBe(true);
    expect(isCoarse(ticking(0.1))).toBe(false);
  });

  test('a clock that stands still is coarse', () => {
    expect(isCoarse(() => 7, 50)).toBe(true);
  });
});

/** A clock that is rounded down to steps, read every tenth of a millisecond. */
function ticking(stepMs: number): () => number {
  let trueMs = 0.05;
  return () => {
    trueMs += 0.1;
    return Math.floor(trueMs / stepMs) * stepMs;
  };
}

function fail(): never {
  throw new Error('the view has no spit pile');
}
