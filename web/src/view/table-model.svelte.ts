/**
 * The table as the components read it.
 *
 * It follows a store, keeps the sprites in step, and turns cues into marks, log lines, sounds and
 * words for a screen reader. It decides nothing about the game.
 */

import { flushSync } from 'svelte';
import { t, tOr } from '../i18n/t';
import { cardName, cardSign } from '../i18n/words';
import type { Pick } from '../input/intent';
import type { AnyEvent, CardCode, Seat, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import type { Cue, Live } from '../state/live';
import { callMeaning } from '../state/rules';
import { handPlace, layoutOf, type Origins, type Place, stockPlace } from '../state/sprites';
import type { TableStore } from '../state/table-store';
import { Announcer } from './announcer.svelte';
import type { Geometry } from './geometry';
import type { Sounds } from './sound';
import { SpriteLayer } from './sprite-model.svelte';

export type LogLine = {
  readonly id: number;
  readonly key: 'log.played' | 'log.spat' | 'log.slapped' | 'log.faster';
  readonly seat: Seat;
  readonly what: string;
};

/** A passing mark around a place. */
export type Mark = 'landed' | 'no';

const LOG_LINES = 2;
const TOAST_MS = 1_800;
const MARK_MS: Record<Mark, number> = { landed: 700, no: 320 };

export class TableModel {
  live = $state.raw<Live>() as Live;
  picked = $state.raw<Pick | null>(null);
  /** The own slot whose card is in the hand. */
  carried = $state<number | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  toast = $state<string | null>(null);
  /** Marks by place. */
  marks = $state<Record<Place, Mark | undefined>>({});
  /** The clock of everything that counts seconds, set a few times a second. */
  nowMs = $state(0);
  readonly sprites = new SpriteLayer();
  readonly announcer: Announcer;
  readonly store: TableStore;
  readonly #sounds: Sounds;
  readonly #now: () => number;
  readonly #stops: (() => void)[] = [];
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #lines = 0;
  #shown: Live['shown'] = null;
  #origins: Map<CardCode, Place> = new Map();
  #wasStuck = false;

  constructor(store: TableStore, sounds: Sounds, now: () => number) {
    this.store = store;
    this.#sounds = sounds;
    this.#now = now;
    this.live = store.live;
    this.nowMs = now();
    this.announcer = new Announcer(now);
    this.#stops.push(
      store.subscribe((live) => this.#follow(live)),
      store.onCue((cue) => this.#cue(cue)),
    );
    const tick = setInterval(() => this.#tick(), 200);
    this.#stops.push(
      () => clearInterval(tick),
      () => this.announcer.stop(),
    );
  }

  get view(): TableView | null {
    return this.live.shown?.view ?? null;
  }

  /** The seat across the table. */
  get foe(): Seat {
    return 1 - this.live.me;
  }

  /** Both seats, the own one first. */
  get seatOrder(): readonly Seat[] {
    return [this.live.me, this.foe];
  }

  /** What a player is called in the log and in panels. */
  nameOf(seat: Seat): string {
    if (this.live.seats.length > 0 && seat === this.live.me) return t('table.you');
    return this.view ? at(this.view.names, seat) : '';
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
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  // ------------------------------------------------------------ following

  #follow(live: Live): void {
    performance.mark('spit:update:start');
    this.live = live;
    if (live.shown && live.shown !== this.#shown) this.#draw(live);
    flushSync();
    performance.measure('spit:update', 'spit:update:start');
    performance.clearMarks('spit:update:start');
    this.#awaitPaint();
  }

  #draw(live: Live): void {
    if (!live.shown) return;
    const isFirst = this.#shown === null;
    this.#noteOrigins(live);
    this.sprites.show(
      layoutOf(live.shown.view),
      this.#origins as Origins,
      live.shown.turning.map((slot) => stockPlace(live.me, slot)),
      live.me,
      this.#now(),
      isFirst,
    );
    this.#shown = live.shown;
    this.#settleLater();
    this.#noteStuck(live.shown.view);
  }

  /** Cards that were turned up since the last drawing come from the hand of who spat them. */
  #noteOrigins(live: Live): void {
    this.#origins = new Map();
    const before = this.#shown?.view;
    const after = live.shown?.view;
    if (!before || !after) return;
    after.spits.forEach((pile, index) => {
      if (pile.top === null || pile.top === before.spits[index]?.top) return;
      const spitters = [0, 1].filter((seat) => at(after.hands, seat) < at(before.hands, seat));
      const spitter = spitters.includes(index) ? index : spitters[0];
      if (spitter !== undefined) this.#origins.set(pile.top, handPlace(spitter));
    });
  }

  #noteStuck(view: TableView): void {
    const meaning = callMeaning(view, this.live.me);
    const isStuck = view.phase === 'play' && meaning !== null;
    if (isStuck && !this.#wasStuck) this.announcer.call(t('announce.stuck'));
    this.#wasStuck = isStuck;
  }

  #settleLater(): void {
    const next = this.sprites.settle(this.#now());
    if (next === null || this.#timers.has('settle')) return;
    this.#later('settle', Math.max(20, next - this.#now()), () => this.#settleLater());
  }

  /** Tells the store when what it now shows has been painted. */
  #awaitPaint(): void {
    const { exposure } = this.store;
    if (!exposure.isWaiting || this.#timers.has('paint')) return;
    if (typeof requestAnimationFrame === 'undefined') return;
    this.#later('paint', 1_000, () => exposure.painted(this.#now()));
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        clearTimeout(this.#timers.get('paint'));
        this.#timers.delete('paint');
        exposure.painted(this.#now());
        channel.port1.close();
      };
      channel.port2.postMessage(null);
    });
  }

  #tick(): void {
    this.nowMs = this.#now();
  }

  #later(name: string, ms: number, action: () => void): void {
    clearTimeout(this.#timers.get(name));
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      action();
    }, ms);
    this.#timers.set(name, timer);
  }

  // ------------------------------------------------------------ cues

  #cue(cue: Cue): void {
    switch (cue.type) {
      case 'event':
        this.#event(cue.event, cue.view);
        return;
      case 'acted':
        this.#acted(cue.action.type, 'pile' in cue.action ? (cue.action.pile ?? null) : null);
        return;
      case 'refused':
        this.#refused(cue);
        return;
      case 'hint':
        this.say(t(`toast.${cue.hint}`));
        return;
      case 'link':
        if (cue.link === 'lost') this.announcer.call(t('announce.lost'));
        return;
    }
  }

  /** Shows a passing word. */
  say(text: string): void {
    this.toast = text;
    this.#later('toast', TOAST_MS, () => {
      this.toast = null;
    });
  }

  #acted(type: string, pile: number | null): void {
    if (type === 'play') this.#sounds.play('card', panOf(pile));
    else if (type === 'flip' || type === 'shift') this.#sounds.play('card', 0, 0.35);
    else if (type === 'slap') this.#sounds.play('spit', panOf(pile));
    if (type === 'play' || type === 'slap') this.#sounds.buzz(10);
  }

  #refused(cue: Extract<Cue, { type: 'refused' }>): void {
    const name = this.nameOf(this.foe);
    if (cue.reason === 'lost-race' && cue.marginMs !== null) {
      this.say(t('toast.faster', { name, ms: cue.marginMs }));
    } else {
      this.say(tOr(`reason.${cue.reason}`, 'toast.not-now', { name }));
    }
    this.#sounds.play('miss');
    this.#sounds.buzz([8, 30, 8]);
    if (cue.stock !== null) this.#mark(stockPlace(this.live.me, cue.stock), 'no');
  }

  #event(event: AnyEvent, view: TableView): void {
    const isOwn = 'seat' in event && event.seat === this.live.me && this.live.seats.length > 0;
    switch (event.type) {
      case 'played':
        this.#addLine('log.played', event.seat, cardSign(event.card));
        if (isOwn) return;
        this.#sounds.play('card', panOf(event.pile), 0.5);
        this.#mark(`spit-${event.pile}`, 'landed');
        this.announcer.say(
          t('announce.played', {
            name: this.nameOf(event.seat),
            card: cardName(event.card),
            pile: pileName(view, event.pile),
          }),
        );
        return;
      case 'spat':
        for (const flip of event.flips) this.#addLine('log.spat', flip.seat, cardSign(flip.card));
        this.#sounds.play('spit');
        this.announcer.call(
          t('announce.spat', { cards: event.flips.map(({ card }) => cardName(card)).join(', ') }),
        );
        return;
      case 'taken-back':
        if (event.margin_ms !== null) {
          this.say(t('toast.faster', { name: this.nameOf(this.foe), ms: event.margin_ms }));
        }
        return;
      case 'slapped':
        this.#addLine('log.slapped', event.seat, '');
        this.#sounds.play('spit', panOf(event.pile));
        if (!isOwn) {
          const pile = pileName(view, event.pile);
          this.announcer.say(t('announce.slapped', { name: this.nameOf(event.seat), pile }));
        }
        return;
      case 'round-stopped':
        if (event.slap) this.announcer.call(t('announce.slap'));
        return;
      case 'pause-started':
        this.announcer.say(t('announce.paused'));
        return;
      case 'pause-ended':
        this.announcer.say(t('announce.resumed'));
        return;
      case 'dealt':
        this.log = [];
        this.#sounds.play('spit', 0, 0.4);
        return;
      default:
        return;
    }
  }

  #addLine(key: LogLine['key'], seat: Seat, what: string): void {
    this.#lines += 1;
    this.log = [...this.log, { id: this.#lines, key, seat, what }].slice(-LOG_LINES);
  }

  #mark(place: Place, mark: Mark): void {
    this.marks[place] = mark;
    this.#later(`mark ${place}`, MARK_MS[mark], () => {
      this.marks[place] = undefined;
    });
  }
}

/** Left pile left, right pile right. */
function panOf(pile: number | null): number {
  if (pile === null) return 0;
  return pile === 0 ? -0.35 : 0.35;
}

/** What a spit pile is called. */
export function pileName(view: TableView, pile: number): string {
  if (view.spits.length < 2 && view.phase !== 'slap') return t('spit.only');
  return t(pile === 0 ? 'spit.left' : 'spit.right');
}
