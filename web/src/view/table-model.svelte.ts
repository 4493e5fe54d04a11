/**
 * The table as the components read it: one small state for each thing that changes by itself.
 *
 * It follows a store and keeps the sprites in step. A move touches the two piles it is about and
 * what is counted from them; nothing else on the page is looked at again. It decides nothing.
 */

import { flushSync } from 'svelte';
import type {
  CallView,
  CardCode,
  PauseView,
  PhaseName,
  Result,
  Seat,
  SpitPileView,
  StockView,
  TableView,
} from '../protocol.gen';
import { at } from '../state/lists';
import type { LinkState, Live, RoundSummary, RunningClock } from '../state/live';
import { option, type Rules, SEATS, SLOTS, stockLeft } from '../state/rules';
import {
  handPlace,
  isPackedUp,
  layoutOf,
  type Origins,
  type Place,
  spitPlace,
  stockPlace,
} from '../state/sprites';
import type { TableStore } from '../state/table-store';
import { Feedback } from './feedback.svelte';
import type { Geometry } from './geometry';
import { nameOf } from './names';
import { SeatModel } from './seat-model.svelte';
import type { Sounds } from './sound';
import { SpriteLayer } from './sprite-model.svelte';
import { Timers } from './timers';

const EMPTY: StockView = { down: 0, up: [] };
const TICK_MS = 200;
/** What the bench reads: the time to apply an update and write it to the page. */
const MEASURE = 'spit:update';
const MEASURES_KEPT = 5_000;

/** One stock pile. */
export class StockCell {
  stock = $state.raw<StockView>(EMPTY);
  isTurning = $state(false);
}

/** One spit pile; null if the round does not have it. */
export class SpitCell {
  pile = $state.raw<SpitPileView | null>(null);
}

export class TableModel {
  // The connection and the seats.
  link = $state<LinkState>('connecting');
  problem = $state<Live['problem']>(null);
  me = $state<Seat>(0);
  hasSeat = $state(false);
  /** Both seats are played here, by two people at one screen. */
  isPair = $state(false);
  /** They sit face to face: the seat at the top sees the table turned. */
  isFaced = $state(false);
  hasView = $state(false);
  roundTripMs = $state<number | null>(null);
  /** By seat, as the server has measured them; null where it has not. */
  roundTrips = $state.raw<readonly (number | null)[]>([null, null]);
  // The match.
  match = $state('');
  names = $state.raw<readonly string[]>(['', '']);
  rules = $state.raw<Rules>({});
  online = $state.raw<readonly boolean[]>([true, true]);
  wins = $state.raw<readonly number[]>([0, 0]);
  points = $state.raw<readonly number[]>([0, 0]);
  cards = $state.raw<readonly number[]>([0, 0]);
  rematch = $state.raw<readonly boolean[]>([false, false]);
  result = $state.raw<Result | null>(null);
  paused = $state.raw<PauseView | null>(null);
  claimable = $state<Seat | null>(null);
  // The round.
  phase = $state<PhaseName | null>(null);
  round = $state(0);
  isPacked = $state(true);
  isStopped = $state(false);
  summary = $state.raw<RoundSummary | null>(null);
  clock = $state.raw<RunningClock | null>(null);
  pausedAtMs = $state(0);
  awayMs = $state.raw<readonly number[]>([0, 0]);
  lostAtMs = $state<number | null>(null);
  startedAtMs = $state<number | null>(null);
  stoppedAtMs = $state<number | null>(null);
  calls = $state.raw<readonly CallView[]>([]);
  // The cards.
  spitCount = $state(0);
  hands = $state.raw<readonly number[]>([0, 0]);
  /** What each seat has left in its stock. */
  left = $state([0, 0]);
  readonly stocks = SEATS.map(() => SLOTS.map(() => new StockCell()));
  readonly spits = [new SpitCell(), new SpitCell()];
  readonly sprites = new SpriteLayer();
  /** What concerns each seat alone; followed for the own ones. */
  readonly seats = SEATS.map((seat) => new SeatModel(seat));
  /** The clock of everything that counts seconds, set a few times a second. */
  nowMs = $state(0);
  /** The whole view; only the screen-reader table follows it. */
  view = $state.raw<TableView | null>(null);

  readonly store: TableStore;
  readonly feedback: Feedback;
  readonly #now: () => number;
  readonly #stops: (() => void)[] = [];
  readonly #timers = new Timers();
  #shown: Live['shown'] = null;
  #pending: Live['pending'] = [];
  #updates = 0;

  constructor(store: TableStore, sounds: Sounds, now: () => number) {
    this.store = store;
    this.#now = now;
    this.nowMs = now();
    this.feedback = new Feedback(() => store.live, sounds, now);
    this.#follow(store.live);
    const tick = setInterval(() => {
      this.nowMs = this.#now();
    }, TICK_MS);
    this.#stops.push(
      store.subscribe((live) => this.#update(live)),
      store.onCue((cue) => this.feedback.hear(cue)),
      () => clearInterval(tick),
      () => this.#timers.clear(),
      () => this.feedback.stop(),
    );
  }

  /** The seat across the table. */
  get foe(): Seat {
    return 1 - this.me;
  }

  /** Both seats, the own one first. */
  get seatOrder(): readonly Seat[] {
    return [this.me, this.foe];
  }

  get isPoints(): boolean {
    return option(this.rules, 'scoring') === 'points';
  }

  /** The own seat, the first of two. */
  get own(): SeatModel {
    return at(this.seats, this.me);
  }

  get hasSaid(): boolean {
    return this.hasSaidOf(this.me);
  }

  /** The seat that sees the table turned by half, null if none does. */
  get turnedSeat(): Seat | null {
    return this.isPair && this.isFaced ? this.foe : null;
  }

  /** How far away a player is, if that counts here: a whole number of ms. */
  tripOf(seat: Seat): number | null {
    if (this.isPair || !this.online[seat]) return null;
    return this.roundTrips[seat] ?? null;
  }

  hasSaidOf(seat: Seat): boolean {
    return this.calls[seat]?.said ?? false;
  }

  seatModel(seat: Seat): SeatModel {
    return at(this.seats, seat);
  }

  /** What a player is called on the table. */
  nameOf(seat: Seat): string {
    void this.names;
    void this.hasSeat;
    return nameOf(this.store.live, seat);
  }

  cell(seat: Seat, slot: number): StockCell {
    return at(at(this.stocks, seat), slot);
  }

  /** Seconds left of a clock of this kind, null if none runs. */
  secondsLeft(kind: RunningClock['kind']): number | null {
    if (this.clock?.kind !== kind) return null;
    return Math.max(0, Math.ceil((this.clock.endsAtMs - this.nowMs) / 1000));
  }

  /** How long the match still waits for a seat that is away, or paused; ms. */
  leftMs(seat: Seat): number {
    const { paused, lostAtMs } = this;
    if (paused?.seats.includes(seat)) {
      return Math.max(0, at(paused.left_ms, seat) - (this.nowMs - this.pausedAtMs));
    }
    if (lostAtMs === null) return paused ? at(paused.left_ms, seat) : at(this.awayMs, seat);
    return Math.max(0, at(this.awayMs, seat) - (this.nowMs - lostAtMs));
  }

  /** Places the sprites after the layout of the page has changed. */
  resize(geometry: Geometry): void {
    this.sprites.resize(geometry);
  }

  /** Lets the top card of a place follow the pointer; null lets it go home. */
  carry(place: Place, offset: { x: number; y: number } | null): void {
    this.sprites.carry(place, offset, this.#now());
    if (!offset) this.#settleLater();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  // ------------------------------------------------------------ following

  #update(live: Live): void {
    const start = performance.now();
    this.#follow(live);
    flushSync();
    performance.measure(MEASURE, { start });
    this.#updates += 1;
    if (this.#updates % MEASURES_KEPT === 0) performance.clearMeasures(MEASURE);
    this.#awaitPaint();
  }

  #follow(live: Live): void {
    this.link = live.link;
    this.problem = live.problem;
    this.me = live.me;
    this.hasSeat = live.seats.length > 0;
    this.isPair = live.seats.length > 1;
    this.roundTripMs = live.roundTripMs;
    this.summary = live.summary;
    // What runs down from now on is counted from now, not from the last tick.
    const isOther = live.pausedAtMs !== this.pausedAtMs || live.lostAtMs !== this.lostAtMs;
    if (isOther || live.clock !== this.clock) this.nowMs = this.#now();
    this.clock = live.clock;
    this.pausedAtMs = live.pausedAtMs;
    this.awayMs = live.awayMs;
    this.lostAtMs = live.lostAtMs;
    this.startedAtMs = live.startedAtMs;
    this.stoppedAtMs = live.stoppedAtMs;
    for (const each of this.seats) each.waitsUntilMs = at(live.waitsUntilMs, each.seat);
    if (!live.shown || live.shown === this.#shown) return;
    this.#followMatch(live.shown.view);
    this.#followCards(live.shown.view);
    this.#followSeats(live);
    this.#drawSprites(live);
  }

  #followMatch(view: TableView): void {
    this.view = view;
    this.hasView = true;
    this.match = view.match;
    this.names = view.names;
    this.rules = view.rules;
    this.online = view.online;
    this.wins = view.wins;
    this.roundTrips = view.round_trips;
    this.points = view.points;
    this.cards = view.cards;
    this.rematch = view.rematch;
    this.result = view.result;
    this.paused = view.paused;
    this.claimable = view.claimable;
    this.phase = view.phase;
    this.round = view.round;
    this.isPacked = isPackedUp(view);
    this.isStopped = view.stopped !== null;
    this.calls = view.calls;
    this.hands = view.hands;
    this.spitCount = view.spits.length;
  }

  #followCards(view: TableView): void {
    for (const seat of SEATS) {
      for (const slot of SLOTS) this.cell(seat, slot).stock = at(at(view.stocks, seat), slot);
      this.left[seat] = stockLeft(view, seat);
    }
    this.spits.forEach((cell, pile) => {
      cell.pile = view.spits[pile] ?? null;
    });
  }

  /** Follows the own seats, and for a spectator the one at the bottom. */
  #followSeats(live: Live): void {
    if (!live.shown) return;
    const { view, hands } = live.shown;
    const before = this.own.meaning;
    for (const seat of SEATS) {
      if (seat === live.me || live.seats.includes(seat)) {
        this.seatModel(seat).follow(view, at(hands, seat));
      }
    }
    const isStuck = this.own.meaning !== null && this.own.meaning !== 'ready';
    if (isStuck && before === null && this.#shown) this.feedback.stuck();
  }

  #drawSprites(live: Live): void {
    const { shown, me, seats } = live;
    if (!shown) return;
    const turning: Place[] = [];
    shown.hands.forEach((hand, seat) => {
      for (const slot of SLOTS) this.cell(seat, slot).isTurning = hand.turning.includes(slot);
      for (const slot of hand.turning) turning.push(stockPlace(seat, slot));
    });
    this.sprites.show({
      layout: layoutOf(shown.view),
      origins: new Map([
        ...thrown(this.#shown?.view ?? null, this.#pending),
        ...origins(this.#shown?.view ?? null, shown.view, live.summary),
      ]),
      turning,
      me,
      isPair: seats.length > 1,
      nowMs: this.#now(),
      isFirst: this.#shown === null,
    });
    this.#shown = shown;
    this.#pending = live.pending;
    this.#settleLater();
  }

  #settleLater(): void {
    const next = this.sprites.settle(this.#now());
    if (next === null || this.#timers.has('settle')) return;
    this.#timers.set('settle', Math.max(20, next - this.#now()), () => this.#settleLater());
  }

  /** Tells the store when what it now shows has been painted. */
  #awaitPaint(): void {
    const { exposure } = this.store;
    if (!exposure.isWaiting || this.#timers.has('paint')) return;
    const painted = () => {
      this.#timers.drop('paint');
      exposure.painted(this.#now());
    };
    // A page in the background paints no frame.
    this.#timers.set('paint', 1_000, painted);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        painted();
      };
      channel.port2.postMessage(null);
    });
  }
}

/** Cards that may fly back: each comes from the pile that it was thrown on, even if it is covered. */
function thrown(before: TableView | null, pending: Live['pending']): [CardCode, Place][] {
  const plays = pending.flatMap(({ action }) => (action.type === 'play' ? [action] : []));
  return [...(before?.tentative ?? []), ...plays].map(({ card, pile }) => [card, spitPlace(pile)]);
}

/** Cards turned up come from the hand of who spat them, a packet's new ones from the pile taken. */
function origins(
  before: TableView | null,
  after: TableView,
  summary: RoundSummary | null,
): Origins {
  const found = new Map<CardCode | Place, Place>();
  summary?.takes?.forEach((pile, seat) => {
    found.set(handPlace(seat), spitPlace(pile));
  });
  if (!before || before.hands === after.hands || before.hands.length === 0) return found;
  const spitters = SEATS.filter((seat) => at(after.hands, seat) < at(before.hands, seat));
  after.spits.forEach((pile, index) => {
    if (pile.top === null || pile.top === before.spits[index]?.top) return;
    const spitter = spitters.includes(index) ? index : spitters[0];
    if (spitter !== undefined) found.set(pile.top, handPlace(spitter));
  });
  return found;
}
