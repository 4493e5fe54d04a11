/**
 * A stand-in for the server: one table that can be set up in any state and answers the hand.
 *
 * It speaks the wire and nothing else. Hidden cards are drawn when they are turned up. It judges
 * plays by the top card, as the server does in plain arrival order.
 */

import type { SocketLike } from '../src/net/connection';
import type {
  AnyEvent,
  AnyInbound,
  AnyOutbound,
  CardCode,
  ErrorCode,
  Play,
  Reason,
  Seat,
  TableView,
  Welcome,
} from '../src/protocol.gen';
import { step } from '../src/state/follow';
import { at } from '../src/state/lists';
import { callMeaning, fits, hasPlay, stockLeft, stockOf, topOf } from '../src/state/rules';

const PACK: readonly CardCode[] = [...'23456789TJQKA'].flatMap((rank) =>
  [...'shdc'].map((suit) => rank + suit),
);

/** A stock of five piles from short words: `"3 7h"` is three face down and a 7, missing is empty. */
export function row(...piles: string[]): TableView['stocks'][number] {
  return Array.from({ length: 5 }, (_, slot) => {
    const pile = piles[slot] ?? '0';
    const [down = '0', ...up] = pile.split(' ').filter((word) => word !== '');
    return { down: Number(down), up };
  });
}

/** A welcome to these seats, each with the first action id that it may use. */
export function welcomeOf(seats: readonly (readonly [Seat, number])[]): Welcome {
  return {
    type: 'welcome',
    version: 1,
    table: 't1',
    seats: seats.map(([seat, next_id]) => ({ seat, next_id, away_ms: 30_000 })),
    grace_ms: 30_000,
  };
}

/** A view of the second round under way; `change` sets it up otherwise. */
export function viewOf(change: Partial<TableView> = {}): TableView {
  return {
    epoch: 1,
    version: 100,
    match: 'm1',
    names: ['Anna', 'Mina'],
    bots: [false, true],
    rules: { name: 'standard' },
    phase: 'play',
    round: 3,
    stocks: [
      row('0 4s', '0 Qh', '1 Tc', '2 Ad', '1 6h'),
      row('0 9c', '1 2h', '2 Ks', '1 6d', '2 Jh'),
    ],
    hands: [10, 8],
    spits: [
      { cards: 9, top: '8s', version: 98 },
      { cards: 5, top: '5d', version: 99 },
    ],
    calls: [
      { said: false, pile: null },
      { said: false, pile: null },
    ],
    spit_choices: [
      [0, 1],
      [0, 1],
    ],
    tentative: [],
    stopped: null,
    cards: [26, 26],
    points: [0, 0],
    online: [true, true],
    paused: null,
    countdown: null,
    claimable: null,
    rematch: [false, false],
    result: null,
    wins: [0, 0],
    free: [false, false],
    watching: 0,
    round_trips: [null, null],
    saved: true,
    ...change,
  };
}

export class FakeServer {
  view: TableView;
  /** All that the client has sent. */
  readonly received: AnyInbound[] = [];
  /** If false the server reads but does not answer. */
  answers = true;
  /** If false it is as dead as a server can be. */
  answersPings = true;
  /** What it refuses the next play with, whatever fits. */
  refusal: { reason: Reason; wait_ms: number; margin_ms: number | null } | null = null;
  /** Why it lets nobody in. */
  refuses: ErrorCode | null = null;
  #socket: FakeSocket | null = null;

  constructor(view: TableView) {
    this.view = view;
  }

  /** A socket to this server, open in a moment. */
  connect(): SocketLike {
    const socket = new FakeSocket((text) => this.#hear(JSON.parse(text) as AnyInbound));
    this.#socket = socket;
    queueMicrotask(() => socket.onopen?.(new Event('open')));
    return socket;
  }

  /** Breaks the connection. */
  drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.onclose?.({} as CloseEvent);
  }

  send(message: AnyOutbound): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  /** Lets events happen, in one update. */
  happen(...events: AnyEvent[]): void {
    this.view = events.reduce(step, this.view);
    this.send({ type: 'update', epoch: this.view.epoch, version: this.view.version, events });
  }

  #hear(message: AnyInbound): void {
    this.received.push(message);
    if (message.type === 'hello' && this.refuses) {
      this.send({ type: 'problem', code: this.refuses, detail: '', fatal: true });
    } else if (message.type === 'hello') {
      this.send(welcomeOf(message.secrets.map((_, seat) => [seat, 1])));
      this.send({ type: 'snapshot', view: this.view });
    } else if (message.type === 'ping') {
      if (this.answersPings) this.send({ type: 'pong', n: message.n });
    } else if (message.type === 'resync') {
      this.send({ type: 'snapshot', view: this.view });
    } else if (this.answers) {
      this.#act(message);
    }
  }

  #act(message: Exclude<AnyInbound, { type: 'hello' | 'ping' | 'resync' }>): void {
    const { id, seat } = message;
    const accept = (...events: AnyEvent[]) => {
      this.happen(...events);
      this.send({ type: 'accepted', id, seat, version: this.view.version });
    };
    switch (message.type) {
      case 'play':
        this.#play(message, accept);
        return;
      case 'flip':
        accept({ type: 'flipped', seat, stock: message.stock, card: this.#unseen() });
        return;
      case 'shift': {
        const { stock, slot, card } = message;
        accept({ type: 'shifted', seat, stock, slot, card });
        return;
      }
      case 'spit': {
        accept({ type: 'called', seat, pile: message.pile ?? null });
        return;
      }
      case 'slap':
        accept({ type: 'slapped', seat, pile: message.pile, takes: takes(message.pile) });
        return;
      case 'resign':
        accept({ type: 'match-ended', winner: 1 - seat, reason: 'resigned', races: [] });
        return;
      case 'claim':
        accept({ type: 'match-ended', winner: seat, reason: 'timeout', races: [] });
        return;
      case 'pause':
        accept({ type: 'pause-started', seats: [seat], left_ms: [30_000, 30_000] });
        return;
      case 'resume':
        accept({ type: 'pause-ended' });
        return;
      case 'rematch':
        accept({ type: 'rematch-asked', seat });
        return;
      case 'emote':
        accept({ type: 'emoted', seat, emote: message.emote });
        return;
    }
  }

  #play(play: Play, accept: (...events: AnyEvent[]) => void): void {
    const { id, seat, stock, pile, card } = play;
    const top = this.view.spits[pile]?.top ?? null;
    const isThere = topOf(stockOf(this.view, seat, stock)) === card;
    const isFit = top !== null && fits(this.view.rules, card, top);
    if (this.refusal || !isThere || !isFit) {
      const refusal = this.refusal ?? { reason: 'misplay', wait_ms: 600, margin_ms: null };
      this.refusal = null;
      this.send({ type: 'refused', id, seat, ...refusal });
      return;
    }
    accept({ type: 'played', seat, stock, pile, card, tentative: false });
  }

  /** A move of the opponent, if it has one: for a gallery that lives. */
  moveRival(): void {
    if (this.view.phase !== 'play' || this.view.paused) return;
    if (!hasPlay(this.view) && callMeaning(this.view, 1) !== null) {
      this.happen({ type: 'called', seat: 1, pile: null });
      return;
    }
    for (const [stock, pile] of at(this.view.stocks, 1).entries()) {
      const card = topOf(pile);
      if (card === null && pile.down > 0) {
        this.happen({ type: 'flipped', seat: 1, stock, card: this.#unseen() });
        return;
      }
      const on = this.view.spits.findIndex(
        (spit) => card !== null && spit.top !== null && fits(this.view.rules, card, spit.top),
      );
      if (card !== null && on >= 0 && stockLeft(this.view, 1) > 1) {
        this.happen({ type: 'played', seat: 1, stock, pile: on, card, tentative: false });
        return;
      }
    }
  }

  /** A card that nobody has seen yet. */
  #unseen(): CardCode {
    const seen = new Set(
      [
        this.view.stocks.flat().flatMap((stock) => stock.up),
        this.view.spits.map((s) => s.top),
      ].flat(),
    );
    return PACK.find((card, index) => index % 7 === 3 && !seen.has(card)) ?? '2c';
  }
}

const takes = (pile: number): number[] => [pile, 1 - pile];

/** One end of a connection that goes nowhere. */
export class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  readonly #hear: (text: string) => void;

  constructor(hear: (text: string) => void) {
    this.#hear = hear;
  }

  send(data: string): void {
    this.#hear(data);
  }

  close(): void {}
}
