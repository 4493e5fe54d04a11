import { beforeEach, describe, expect, test } from 'vitest';
import { Gesture, overlap, type Rect } from '../../src/input/gesture';

const CARD: Rect = { x: 100, y: 500, width: 60, height: 90 };
const LEFT: Rect = { x: 40, y: 200, width: 100, height: 150 };
const RIGHT: Rect = { x: 170, y: 200, width: 100, height: 150 };
const SLOT_4: Rect = { x: 400, y: 500, width: 60, height: 90 };

let calls: unknown[][];
let isLiftable: boolean;
let fitting: readonly number[];
let gesture: Gesture;

beforeEach(() => {
  calls = [];
  isLiftable = true;
  fitting = [0, 1];
  gesture = new Gesture(
    {
      card: () => (isLiftable ? CARD : null),
      spits: () => [
        { pile: 0, rect: LEFT },
        { pile: 1, rect: RIGHT },
      ],
      fits: (_, pile) => fitting.includes(pile),
      slotAt: (x, y) => (overlap({ x, y, width: 0.1, height: 0.1 }, SLOT_4) > 0 ? 4 : null),
    },
    {
      tap: (...args) => calls.push(['tap', ...args]),
      carry: (...args) => calls.push(['carry', ...args]),
      touch: (...args) => calls.push(['touch', ...args]),
      drop: (...args) => calls.push(['drop', ...args]),
    },
  );
});

const at = (x: number, y: number, timeMs = 0, pointer = 1) => ({ pointer, x, y, timeMs });
const touches = () => calls.filter(([name]) => name === 'touch');

describe('a tap', () => {
  test('is a pointer that goes up about where it went down', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(133, 541, 5));
    gesture.up(at(133, 541, 80));
    expect(calls).toEqual([['tap', 1, 80]]);
  });

  test('of a pile that cannot be lifted is a tap too', () => {
    isLiftable = false;
    gesture.down(1, at(130, 540));
    gesture.move(at(140, 530));
    gesture.up(at(140, 530, 80));
    expect(calls).toEqual([['tap', 1, 80]]);
  });

  test('follows a first-touch play as if nothing had been (fault 1 of the sketch)', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(130, 300, 50));
    expect(touches().length).toBe(1);
    calls = [];
    gesture.up(at(130, 300, 60));
    expect(calls).toEqual([]);
    gesture.down(2, at(130, 540, 100));
    gesture.up(at(130, 540, 160));
    expect(calls).toEqual([['tap', 2, 160]]);
  });
});

describe('a drag', () => {
  test('plays the card the moment its rectangle overlaps a pile, without a drop (R4.3)', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(125, 391, 30));
    expect(touches()).toEqual([]);
    gesture.move(at(125, 389, 40));
    expect(touches()).toEqual([['touch', 1, 0, 40]]);
  });

  test('is judged once: the card cannot hover or go on to the other pile', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(100, 380, 10));
    gesture.move(at(240, 380, 20));
    gesture.move(at(240, 300, 30));
    gesture.up(at(240, 300, 40));
    expect(touches()).toEqual([['touch', 1, 0, 10]]);
    expect(gesture.isActive).toBe(false);
  });

  test('touches the pile it reaches first, however fast it flies over it', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(260, 540, 10));
    gesture.move(at(260, 60, 12));
    expect(touches()).toEqual([['touch', 1, 1, 12]]);
  });

  test('of two piles at once it means the one that it covers more of', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(145, 540, 5));
    gesture.move(at(158, 385, 10));
    expect(touches()).toEqual([['touch', 1, 1, 10]]);
  });

  test('passes over a pile that it does not fit, and is played on the one that it does', () => {
    fitting = [1];
    gesture.down(1, at(130, 540));
    gesture.move(at(100, 380, 10));
    expect(touches()).toEqual([]);
    gesture.move(at(240, 380, 20));
    expect(touches()).toEqual([['touch', 1, 1, 20]]);
  });

  test('is judged as it enters: it cannot hover over a pile until it fits', () => {
    fitting = [];
    gesture.down(1, at(130, 540));
    gesture.move(at(100, 380, 10));
    fitting = [0];
    gesture.move(at(100, 370, 20));
    expect(touches()).toEqual([]);
    gesture.move(at(100, 480, 30));
    gesture.move(at(100, 380, 40));
    expect(touches()).toEqual([['touch', 1, 0, 40]]);
  });

  test('let go on a pile that it does not fit, it is a misplay', () => {
    fitting = [];
    gesture.down(1, at(130, 540));
    gesture.move(at(100, 380, 10));
    gesture.up(at(100, 380, 20));
    expect(touches()).toEqual([['touch', 1, 0, 20]]);
  });

  test('let go short of a pile, the card goes home', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(150, 500, 10));
    gesture.up(at(150, 500, 20));
    expect(calls.at(-1)).toEqual(['carry', 1, null]);
    expect(touches()).toEqual([]);
  });

  test('let go over another own slot, it is dropped there', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(430, 540, 10));
    gesture.up(at(430, 540, 20));
    expect(calls.filter(([name]) => name === 'drop')).toEqual([['drop', 1, 4, 20]]);
  });

  test('taken away by the system, the card goes home and nothing is played', () => {
    gesture.down(1, at(130, 540));
    gesture.move(at(150, 500, 10));
    gesture.cancel();
    gesture.move(at(130, 300, 20));
    expect(calls.at(-1)).toEqual(['carry', 1, null]);
  });
});

describe('one hand (R4.2)', () => {
  test('a second pointer is ignored while one is down', () => {
    expect(gesture.down(1, at(130, 540))).toBe(true);
    expect(gesture.down(2, at(200, 540, 5, 2))).toBe(false);
    gesture.move(at(130, 300, 10, 2));
    gesture.up(at(200, 540, 20, 2));
    expect(calls).toEqual([]);
    gesture.up(at(130, 540, 30));
    expect(calls).toEqual([['tap', 1, 30]]);
  });
});

test('rectangles that only meet at an edge do not overlap', () => {
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 5, height: 5 })).toBe(
    0,
  );
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 9, y: 0, width: 5, height: 5 })).toBe(
    5,
  );
});
