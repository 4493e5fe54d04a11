import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyEvent, AnyInbound } from '../../src/protocol.gen';
import { step } from '../../src/state/follow';
import type { Cue } from '../../src/state/live';
import { TableStore } from '../../src/state/table-store';
import { row, viewOf, welcomeOf } from '../fake-server';

let sent: AnyInbound[];
let cues: Cue[];
let store: TableStore;
let view = viewOf();

beforeEach(() => {
  sent = [];
  cues = [];
  view = viewOf();
  store = new TableStore((message) => sent.push(message));
  store.onCue((cue) => cues.push(cue));
});

function sitDown(first = view): void {
  view = first;
  store.receive(welcomeOf([[0, 7]]), 0);
  store.setLink('open', 0);
  store.receive({ type: 'snapshot', view }, 0);
}

function happen(...events: AnyEvent[]): void {
  view = events.reduce(step, view);
  store.receive({ type: 'update', epoch: 1, version: view.version, events }, 0);
}

describe('own actions', () => {
  test('a play says the card, the top it was thrown on, and how long that was shown', () => {
    sitDown();
    store.exposure.painted(1_000);
    store.play(4, 1, 1_200);
    store.play(0, 1, 1_450);
    expect(sent).toEqual([
      {
        type: 'play',
        id: 7,
        seat: 0,
        stock: 4,
        pile: 1,
        card: '6h',
        top: '5d',
        top_version: 99,
        reacted_ms: 200,
        since_touch_ms: null,
      },
      expect.objectContaining({ id: 8, top: '6h', reacted_ms: 250, since_touch_ms: 250 }),
    ]);
  });

  test('a touch before the frame is for the top that was painted', () => {
    sitDown();
    store.exposure.painted(1_000);
    happen({ type: 'played', seat: 1, stock: 0, pile: 1, card: '4c', tentative: false });
    store.play(4, 1, 1_200);
    expect(sent).toEqual([
      expect.objectContaining({ top: '5d', top_version: 99, reacted_ms: 200 }),
    ]);
  });

  test('it is shown before the server has answered', () => {
    sitDown();
    store.play(4, 1, 0);
    expect(store.live.shown?.view.spits[1]?.top).toBe('6h');
    expect(store.live.confirmed?.spits[1]?.top).toBe('5d');
  });

  test('accepted, it stays whichever of answer and event comes first', () => {
    sitDown();
    store.play(4, 1, 0);
    store.receive({ type: 'accepted', id: 7, seat: 0, version: 101 }, 0);
    expect(store.live.shown?.view.spits[1]?.top).toBe('6h');
    happen({ type: 'played', seat: 0, stock: 4, pile: 1, card: '6h', tentative: false });
    expect(store.live.shown?.view).toEqual(view);
    expect(store.live.pending).toEqual([]);
  });

  test('refused, it goes home and the player is told by how much', () => {
    sitDown();
    store.play(4, 1, 0);
    store.receive(
      { type: 'refused', id: 7, seat: 0, reason: 'lost-race', wait_ms: 0, margin_ms: 38 },
      0,
    );
    expect(store.live.shown?.view).toEqual(view);
    expect(cues.at(-1)).toEqual({
      type: 'refused',
      seat: 0,
      reason: 'lost-race',
      stock: 4,
      pile: 1,
      waitMs: 0,
      marginMs: 38,
    });
  });

  test('a misplay makes the hand wait', () => {
    sitDown();
    store.play(0, 1, 0);
    store.receive(
      { type: 'refused', id: 7, seat: 0, reason: 'misplay', wait_ms: 600, margin_ms: null },
      50,
    );
    expect(store.live.waitsUntilMs).toEqual([650, 0]);
  });

  test('taken back by the server it goes home before the refusal comes', () => {
    sitDown();
    store.play(4, 1, 0);
    happen({ type: 'played', seat: 0, stock: 4, pile: 1, card: '6h', tentative: true });
    expect(store.live.shown?.view.spits[1]?.top).toBe('6h');
    happen({ type: 'taken-back', plays: [101], margin_ms: 12 });
    expect(store.live.shown?.view.spits[1]?.top).toBe('5d');
    expect(store.live.shown?.view.stocks[0]?.[4]?.up).toEqual(['6h']);
  });

  test('a flip is sent once while it is under way', () => {
    sitDown(viewOf({ stocks: [row('2', '0', '0', '0', '0'), row('0')] }));
    store.flip(0, 10);
    store.flip(0, 20);
    expect(sent.map((message) => message.type)).toEqual(['flip']);
    expect(store.live.shown?.hands[0]?.turning).toEqual([0]);
  });

  test('ready names no pile, spit names the own one, a seat without spit cards none', () => {
    sitDown(viewOf({ phase: 'ready' }));
    store.call();
    expect(sent.at(-1)).toMatchObject({ type: 'spit', pile: null });
    sitDown(viewOf());
    store.call();
    expect(sent.at(-1)).toMatchObject({ type: 'spit', pile: 0 });
    sitDown(viewOf({ spit_choices: [[], [0]] }));
    store.call();
    expect(sent.at(-1)).toMatchObject({ type: 'spit', pile: null });
  });

  test('a slap says how long the end of the round was shown, and is said once', () => {
    sitDown(viewOf({ phase: 'slap' }));
    store.exposure.painted(100);
    store.slap(1, 390);
    store.slap(0, 395);
    expect(sent).toEqual([{ type: 'slap', id: 7, seat: 0, pile: 1, reacted_ms: 290 }]);
  });
});

describe('the connection', () => {
  test('without one nothing is sent or kept, and the player is told', () => {
    sitDown();
    store.setLink('lost', 0);
    store.play(4, 1, 0);
    store.do('resign');
    expect(sent).toEqual([]);
    expect(store.live.pending).toEqual([]);
    expect(cues.filter((cue) => cue.type === 'hint')).toEqual([
      { type: 'hint', seat: 0, hint: 'offline' },
      { type: 'hint', seat: 0, hint: 'offline' },
    ]);
  });

  test('it is known for how long the match waits for whoever loses it', () => {
    sitDown();
    expect(store.live.awayMs).toEqual([30_000, 0]);
    store.setLink('lost', 5_000);
    expect(store.live.lostAtMs).toBe(5_000);
    store.receive({ ...welcomeOf([[0, 9]]), seats: [{ seat: 0, next_id: 9, away_ms: 7_000 }] }, 0);
    store.setLink('open', 9_000);
    expect([store.live.awayMs, store.live.lostAtMs]).toEqual([[7_000, 0], null]);
    const left_ms = [4_000, 21_000];
    happen({ type: 'pause-started', seats: [], left_ms });
    expect(store.live.awayMs).toEqual(left_ms);
    happen({ type: 'match-started', match: 'm2' });
    expect(store.live.awayMs).toEqual([30_000, 30_000]);
  });

  test('after a gap it asks once for what it missed, and goes on with the answer', () => {
    sitDown();
    const late = { type: 'update' as const, epoch: 1, version: 104, events: [] };
    store.receive(late, 0);
    store.receive(late, 0);
    expect(sent).toEqual([{ type: 'resync', have: { epoch: 1, version: 100 } }]);
    store.receive({ type: 'snapshot', view: viewOf({ version: 104 }) }, 0);
    expect(store.position).toEqual({ epoch: 1, version: 104 });
  });

  test('a spectator sees all and moves nothing', () => {
    store.receive(welcomeOf([]), 0);
    store.setLink('open', 0);
    store.receive({ type: 'snapshot', view }, 0);
    store.play(4, 1, 0);
    expect(store.live.shown?.view).toEqual(view);
    expect(sent).toEqual([]);
  });
});

describe('the course of a round', () => {
  test('its end is kept as a summary until the next deal', () => {
    sitDown();
    happen({ type: 'round-stopped', reason: 'cleared', cleared: 0, slap: true });
    happen(
      { type: 'slapped', seat: 1, pile: 1, takes: [0, 1] },
      {
        type: 'round-ended',
        round: 3,
        reason: 'cleared',
        cleared: 0,
        cards: [31, 21],
        points: [0, 0],
      },
    );
    expect(store.live.summary).toMatchObject({
      round: 3,
      cleared: 0,
      piles: [9, 5],
      takes: [0, 1],
      slappedBy: 1,
      cards: [31, 21],
    });
  });

  test('clocks run from the moment the server said them', () => {
    sitDown();
    view = step(view, { type: 'countdown-started', kind: 'spit', left_ms: 2_000 });
    store.receive(
      {
        type: 'update',
        epoch: 1,
        version: view.version,
        events: [{ type: 'countdown-started', kind: 'spit', left_ms: 2_000 }],
      },
      500,
    );
    expect(store.live.clock).toEqual({ kind: 'spit', endsAtMs: 2_500 });
    happen({ type: 'countdown-stopped' });
    expect(store.live.clock).toBeNull();
  });
});
