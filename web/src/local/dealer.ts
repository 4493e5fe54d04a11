/**
 * A table in the browser alone: it deals, judges and ends rounds by the standard rules.
 *
 * It speaks the wire of the server, so that the page at it is the page at any table. Time and chance
 * are handed in. It knows no lesson and no opponent's mind: whoever plays seat 1 acts on it too.
 */

import type {
  AnyEvent,
  AnyInbound,
  AnyOutbound,
  CardCode,
  Reason,
  Seat,
  SpitFlip,
  SpitPile,
  TableView,
} from '../protocol.gen';
import { step } from '../state/follow';
import { at } from '../state/lists';
import {
  callMeaning,
  canFlip,
  fits,
  hasPlay,
  SEATS,
  shiftTargets,
  stockLeft,
  stockOf,
  topOf,
} from '../state/rules';
import { layOut, PACK, type Secrets, shuffled } from './packets';

type Said = Exclude<AnyInbound, { type: 'hello' | 'ping' | 'resync' }>;
/** An action without what the wire needs: for whoever plays the other seat. */
export type Move =
  | { readonly type: 'play'; readonly stock: number; readonly pile: SpitPile }
  | { readonly type: 'flip'; readonly stock: number }
  | { readonly type: 'shift'; readonly stock: number; readonly slot: number }
  | { readonly type: 'spit'; readonly pile: SpitPile | null }
  | { readonly type: 'slap'; readonly pile: SpitPile };

/** A match as it stands, to be kept and taken up again. */
export type Standing = { readonly view: TableView; readonly secrets: Secrets };

export type DealerOptions = {
  readonly standing: Standing;
  /** 0 to 1, less than 1. */
  readonly random: () => number;
  /** Calls back once; the answer cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Called after each change. */
  readonly onChange: () => void;
};

const DEAL_MS = 3_500;
const FIRST_DEAL_MS = 300;
const FOREVER_MS = 3_600_000;

export class Dealer {
  #view: TableView;
  readonly #secrets: Secrets;
  readonly #options: DealerOptions;
  #send: (message: AnyOutbound) => void = () => {};
  #cancel = () => {};
  /** Who said "spit" first. */
  #first: Seat = 0;

  constructor(options: DealerOptions) {
    this.#options = options;
    this.#view = options.standing.view;
    this.#secrets = structuredClone(options.standing.secrets);
  }

  /** Goes on where the match stands: deals, if that is next. */
  begin(): void {
    if (this.#view.phase === 'deal' && !this.#view.result) this.#dealSoon();
  }

  get view(): TableView {
    return this.#view;
  }

  get standing(): Standing {
    return { view: this.#view, secrets: this.#secrets };
  }

  /** Where answers and updates go: to the page that sits down last. */
  seat(send: (message: AnyOutbound) => void): void {
    this.#send = send;
  }

  stop(): void {
    this.#cancel();
    this.#send = () => {};
  }

  /** Takes one message of the page. */
  hear(message: AnyInbound): void {
    if (message.type === 'hello') {
      const own = { seat: 0, next_id: 1, away_ms: FOREVER_MS };
      this.#send({
        type: 'welcome',
        version: message.version,
        table: 'here',
        seats: [own],
        grace_ms: FOREVER_MS,
      });
      this.#send({ type: 'snapshot', view: this.#view });
    } else if (message.type === 'ping') {
      this.#send({ type: 'pong', n: message.n });
    } else if (message.type === 'resync') {
      this.#send({ type: 'snapshot', view: this.#view });
    } else {
      this.#answer(message);
    }
  }

  /** Moves for a seat; the answer is why not, null if it was done. */
  move(seat: Seat, move: Move): Reason | null {
    if (this.#view.paused) return 'paused';
    switch (move.type) {
      case 'play':
        return this.#play(seat, move.stock, move.pile);
      case 'flip':
        return this.#flip(seat, move.stock);
      case 'shift':
        return this.#shift(seat, move.stock, move.slot);
      case 'spit':
        return this.#call(seat, move.pile);
      case 'slap':
        return this.#slap(seat, move.pile);
    }
  }

  #answer(message: Said): void {
    const { id, seat } = message;
    const refusal = this.#act(message);
    if (refusal === null) this.#send({ type: 'accepted', id, seat, version: this.#view.version });
    else this.#send({ type: 'refused', id, seat, reason: refusal, wait_ms: 0, margin_ms: null });
  }

  #act(message: Said): Reason | null {
    const { seat } = message;
    switch (message.type) {
      case 'play':
      case 'flip':
      case 'shift':
      case 'slap':
        return this.move(seat, message);
      case 'spit':
        return this.move(seat, { type: 'spit', pile: message.pile ?? null });
      case 'resign':
        this.#end(1 - seat, 'resigned');
        return null;
      case 'pause':
        this.#happen({ type: 'pause-started', seats: [seat], left_ms: [FOREVER_MS, FOREVER_MS] });
        return null;
      case 'resume':
        this.#happen({ type: 'pause-ended' });
        return null;
      case 'rematch':
        this.#happen({ type: 'match-started', match: 'here' });
        this.#deal([26, 26], shuffled(PACK, this.#options.random));
        return null;
      default:
        return 'not-offered';
    }
  }

  // ------------------------------------------------------------ the cards

  #play(seat: Seat, stock: number, pile: SpitPile): Reason | null {
    const view = this.#view;
    const card = topOf(stockOf(view, seat, stock));
    const top = view.spits[pile]?.top ?? null;
    if (view.phase !== 'play') return 'wrong-phase';
    if (card === null || top === null || !fits(view.rules, card, top)) return 'does-not-fit';
    at(this.#secrets.spits, pile).push(card);
    this.#happen(
      { type: 'played', seat, stock, pile, card, tentative: false },
      ...this.#ifCleared(seat, stock),
    );
    this.#withdrawCalls();
    return null;
  }

  /** What else happens when this was the last card of a stock (R6.1). */
  #ifCleared(seat: Seat, stock: number): AnyEvent[] {
    const pile = stockOf(this.#view, seat, stock);
    if (stockLeft(this.#view, seat) > 1 || pile.up.length === 0) return [];
    const slap = this.#view.spits.length === 2;
    const stopped: AnyEvent = { type: 'round-stopped', reason: 'cleared', cleared: seat, slap };
    // Without a slap the other seat takes the pile (R6.4).
    if (!slap) queueMicrotask(() => this.#settle(seat === 0 ? [1, 0] : [0, 1]));
    return [stopped];
  }

  #flip(seat: Seat, stock: number): Reason | null {
    if (!canFlip(this.#view, seat, stock)) return 'face-up';
    const card = at(at(this.#secrets.down, seat), stock).pop();
    if (card === undefined) return 'empty-pile';
    this.#happen({ type: 'flipped', seat, stock, card });
    this.#withdrawCalls();
    return null;
  }

  #shift(seat: Seat, stock: number, slot: number): Reason | null {
    const card = topOf(stockOf(this.#view, seat, stock));
    if (card === null || !shiftTargets(this.#view, seat, stock).includes(slot)) return 'slot-taken';
    this.#happen({ type: 'shifted', seat, stock, slot, card });
    this.#withdrawCalls();
    return null;
  }

  #withdrawCalls(): void {
    const isSaid = this.#view.calls.some(({ said }) => said);
    if (isSaid && hasPlay(this.#view)) this.#happen({ type: 'calls-withdrawn' });
  }

  #call(seat: Seat, pile: SpitPile | null): Reason | null {
    if (callMeaning(this.#view, seat) === null) return 'play-exists';
    if (!this.#view.calls.some(({ said }) => said)) this.#first = seat;
    this.#happen({ type: 'called', seat, pile });
    if (!this.#view.calls.every(({ said }) => said)) return null;
    if (this.#secrets.hands.some((hand) => hand.length > 0)) this.#spit();
    else this.#happen({ type: 'round-stopped', reason: 'blocked', cleared: null, slap: true });
    return null;
  }

  /** Both have said it: the next spit cards are turned up (R3.1, R3.2). */
  #spit(): void {
    const isFirst = this.#view.phase === 'ready';
    const flips: SpitFlip[] = [];
    for (const seat of [this.#first, 1 - this.#first]) {
      const card = at(this.#secrets.hands, seat).shift();
      if (card === undefined) continue;
      const own = this.#view.spits.length < 2 ? 0 : seat;
      const pile = isFirst ? own : (at(this.#view.calls, seat).pile ?? own);
      at(this.#secrets.spits, pile).push(card);
      flips.push({ seat, card, pile });
    }
    const choices = this.#view.spits.map((_, pile) => pile);
    const spit_choices = this.#secrets.hands.map((hand) => (hand.length > 0 ? choices : []));
    this.#happen({ type: 'spat', flips, spit_choices });
  }

  // ------------------------------------------------------------ the end of a round

  #slap(seat: Seat, pile: SpitPile): Reason | null {
    if (this.#view.phase !== 'slap') return 'wrong-phase';
    const takes = seat === 0 ? [pile, 1 - pile] : [1 - pile, pile];
    this.#happen({ type: 'slapped', seat, pile, takes });
    this.#settle(takes);
    return null;
  }

  /** Each seat owns what it took and what it had left (R6.6), and may have won by it (R7). */
  #settle(takes: readonly number[]): void {
    const { round, stopped, stocks, spits } = this.#view;
    const cleared = stopped?.cleared ?? null;
    const packets = SEATS.map((seat) => [
      ...(this.#secrets.spits[at(takes, seat)] ?? []),
      ...at(this.#secrets.hands, seat),
      ...at(this.#secrets.down, seat).flat(),
      ...at(stocks, seat).flatMap(({ up }) => up),
    ]);
    const cards = packets.map((packet) => packet.length);
    const reason = stopped?.reason ?? 'cleared';
    this.#happen({ type: 'round-ended', round, reason, cleared, cards, points: [0, 0] });
    const isOnePile = spits.length < 2;
    if (cleared !== null && isOnePile && this.#secrets.hadNone[cleared])
      this.#end(cleared, 'cleared');
    else if (cards.includes(0)) this.#end(cards.indexOf(0), 'no-cards');
    else {
      this.#secrets.hands.splice(0, 2, ...packets);
      this.#dealSoon();
    }
  }

  #end(winner: Seat, reason: 'cleared' | 'no-cards' | 'resigned'): void {
    this.#cancel();
    this.#happen({ type: 'match-ended', winner, reason, races: [] });
  }

  #dealSoon(): void {
    const left_ms = this.#view.round === 0 ? FIRST_DEAL_MS : DEAL_MS;
    this.#happen({ type: 'countdown-started', kind: 'deal', left_ms });
    this.#cancel = this.#options.after(left_ms, () => {
      const { hands } = this.#secrets;
      const sizes = hands.map((hand) => hand.length);
      this.#deal(
        sizes,
        hands.flatMap((hand) => shuffled(hand, this.#options.random)),
      );
    });
  }

  /** Deals a new round: so many of the cards to each seat. */
  #deal(sizes: readonly number[], cards: readonly CardCode[]): void {
    const mine = layOut(cards.slice(0, sizes[0]));
    const theirs = layOut(cards.slice(sizes[0]));
    const laid = [mine, theirs];
    this.#secrets.down.splice(0, 2, ...laid.map(({ down }) => down));
    this.#secrets.hands.splice(0, 2, ...laid.map(({ hand }) => hand));
    this.#secrets.spits.splice(0, 2, [], []);
    const piles = laid.every(({ hand }) => hand.length > 0) ? 2 : 1;
    this.#secrets.hadNone = laid.map(({ hand }) => piles === 1 && hand.length === 0);
    this.#happen(
      { type: 'countdown-stopped' },
      {
        type: 'dealt',
        round: this.#view.round + 1,
        stocks: laid.map(({ stocks }) => stocks),
        hands: laid.map(({ hand }) => hand.length),
        piles,
      },
    );
  }

  #happen(...events: AnyEvent[]): void {
    this.#view = events.reduce(step, this.#view);
    const { epoch, version } = this.#view;
    this.#send({ type: 'update', epoch, version, events });
    this.#options.onChange();
  }
}

/** A match about to be dealt, against a named opponent. */
export function newMatch(names: readonly [string, string], random: () => number): Standing {
  const pack = shuffled(PACK, random);
  const empty = () => Array.from({ length: 5 }, () => ({ down: 0, up: [] }));
  const said = { said: false, pile: null };
  return {
    secrets: {
      down: [[], []],
      hands: [pack.slice(0, 26), pack.slice(26)],
      spits: [[], []],
      hadNone: [false, false],
    },
    view: {
      epoch: 1,
      version: 1,
      match: 'here',
      names,
      bots: [false, true],
      rules: { name: 'standard' },
      phase: 'deal',
      round: 0,
      stocks: [empty(), empty()],
      hands: [0, 0],
      spits: [],
      calls: [said, said],
      spit_choices: [[], []],
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
    },
  };
}
