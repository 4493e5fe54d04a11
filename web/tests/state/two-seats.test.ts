/** One connection that plays both seats: two people at one screen. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyInbound } from '../../src/protocol.gen';
import type { Cue } from '../../src/state/live';
import { TableStore } from '../../src/state/table-store';
import { row, viewOf, welcomeOf } from '../fake-server';

let sent: AnyInbound[];
let cues: Cue[];
let store: TableStore;

function sitDown(view = viewOf()): void {
  store.receive(
    welcomeOf([
      [0, 7],
      [1, 40],
    ]),
    0,
  );
  store.setLink('open', 0);
  store.receive({ type: 'snapshot', view }, 0);
}

beforeEach(() => {
  sent = [];
  cues = [];
  store = new TableStore((message) => sent.push(message));
  store.onCue((cue) => cues.push(cue));
  sitDown();
});

describe('two seats on one connection', () => {
  test('the first is at the bottom, and each counts its own actions', () => {
    expect(store.live.me).toBe(0);
    store.play(4, 1, 0);
    store.play(0, 0, 0, 1);
    store.play(0, 1, 0);
    expect(sent).toEqual([
      expect.objectContaining({ type: 'play', seat: 0, id: 7, card: '6h' }),
      expect.objectContaining({ type: 'play', seat: 1, id: 40, card: '9c' }),
      expect.objectContaining({ type: 'play', seat: 0, id: 8, card: '4s' }),
    ]);
  });

  test('the time since the last touch is each one’s own', () => {
    store.play(4, 1, 1_000);
    store.play(0, 0, 1_010, 1);
    store.play(0, 1, 1_300);
    store.play(3, 1, 1_500, 1);
    expect(sent.map((message) => 'since_touch_ms' in message && message.since_touch_ms)).toEqual([
      null,
      null,
      300,
      490,
    ]);
  });

  test('the moves of both are laid over the view', () => {
    store.play(4, 1, 0);
    store.play(0, 0, 0, 1);
    const shown = store.live.shown?.view;
    expect(shown?.spits.map(({ top }) => top)).toEqual(['9c', '6h']);
    expect(shown?.stocks[0]?.[4]).toEqual({ down: 1, up: [] });
    expect(shown?.stocks[1]?.[0]).toEqual({ down: 0, up: [] });
  });

  test('an answer is for the seat that it names, though ids may be the same', () => {
    sitDown();
    store.receive(
      welcomeOf([
        [0, 5],
        [1, 5],
      ]),
      0,
    );
    store.play(4, 1, 0);
    store.play(0, 0, 0, 1);
    const refusal = { reason: 'misplay', wait_ms: 600, margin_ms: null } as const;
    store.receive({ type: 'refused', id: 5, seat: 1, ...refusal }, 100);
    expect(store.live.shown?.view.spits.map(({ top }) => top)).toEqual(['8s', '6h']);
    expect(store.live.waitsUntilMs).toEqual([0, 700]);
    expect(cues.at(-1)).toMatchObject({ type: 'refused', seat: 1, stock: 0 });
  });

  test('both flip and slap at once, each once', () => {
    sitDown(viewOf({ stocks: [row('2'), row('3')] }));
    store.flip(0, 1);
    store.flip(0, 2, 1);
    store.flip(0, 3, 1);
    expect(sent.map((message) => 'seat' in message && message.seat)).toEqual([0, 1]);
    expect(store.live.shown?.hands.map(({ turning }) => turning)).toEqual([[0], [0]]);
    sent = [];
    sitDown(viewOf({ phase: 'slap' }));
    store.slap(1, 10);
    store.slap(1, 11, 1);
    store.slap(0, 12, 1);
    expect(sent.length).toBe(2);
    expect(store.live.shown?.hands.map(({ slapping }) => slapping)).toEqual([1, 1]);
  });

  test('"spit" names the pile of the seat that says it', () => {
    store.call(null, 1);
    expect(sent.at(-1)).toMatchObject({ type: 'spit', seat: 1, id: 40, pile: 1 });
  });

  test('what is done to the match names who did it', () => {
    store.do('pause', 1);
    expect(sent).toEqual([{ type: 'pause', id: 40, seat: 1 }]);
  });

  test('a word about a touch that does nothing goes to whose it was', () => {
    store.setLink('lost', 0);
    store.play(4, 1, 0, 1);
    expect(cues.at(-1)).toEqual({ type: 'hint', seat: 1, hint: 'offline' });
  });
});
