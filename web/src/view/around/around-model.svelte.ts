/**
 * What goes on around one table: free seats, who watches, emotes, the score of the pair.
 *
 * It follows a session beside the table's own model, and knows no card.
 */

import { t } from '../../i18n/t';
import type { Shelf } from '../../net/keep';
import type { AnyEvent, EmoteName, Seat, TableView } from '../../protocol.gen';
import type { Rules } from '../../state/wish';
import { nameOf } from '../names';
import type { Session } from '../session';
import { Timers } from '../timers';
import { canPart, isWaitingForOther } from './parting';

/** An emote on the screen; `count` tells two in a row apart. */
export type Bubble = { readonly emote: EmoteName; readonly count: number };

const BUBBLE_MS = 2_500;
const MUTED_KEY = 'spit.muted';
/** The tables whose other player was blocked from here, as JSON. */
const BLOCKED_KEY = 'spit.blocked';
const MOST_BLOCKED = 50;

export class AroundModel {
  /** The seats that are played here. */
  seats = $state.raw<readonly Seat[]>([]);
  free = $state.raw<readonly boolean[]>([false, false]);
  bots = $state.raw<readonly boolean[]>([false, false]);
  wins = $state.raw<readonly number[]>([0, 0]);
  rules = $state.raw<Rules>({});
  watching = $state(0);
  isSaved = $state(true);
  /** Two were paired, and this one waits for the other to come or to be ready. */
  isAwaiting = $state(false);
  isLate = $state(false);
  /** No emote of others is shown or said. */
  isMuted = $state(false);
  /** The other player was blocked from this table. */
  isBlocked = $state(false);
  /** By seat. */
  bubbles = $state.raw<readonly (Bubble | null)[]>([null, null]);
  /** Said to a screen reader, and shown for a moment where there is room. */
  said = $state('');

  readonly session: Session;
  readonly #shelf: Shelf;
  readonly #timers = new Timers();
  readonly #stops: (() => void)[];
  #view: TableView | null = null;
  #count = 0;

  constructor(session: Session, shelf: Shelf) {
    this.session = session;
    this.#shelf = shelf;
    this.isMuted = shelf.getItem(MUTED_KEY) === 'true';
    this.isBlocked = this.#blocked().includes(session.table);
    this.#follow();
    this.#stops = [
      session.store.subscribe(() => this.#follow()),
      session.store.onCue((cue) => {
        if (cue.type === 'event') this.#hear(cue.event);
      }),
      session.onLate((isLate) => {
        this.isLate = isLate;
      }),
      () => this.#timers.clear(),
    ];
  }

  get isWatching(): boolean {
    return this.session.origin === 'watching';
  }

  /** The seat that nobody has taken, null if both are. */
  get freeSeat(): Seat | null {
    const seat = this.free.indexOf(true);
    return seat < 0 ? null : seat;
  }

  /** Whether there is a person across the table, on another screen. */
  get hasRival(): boolean {
    return this.seats.length === 1 && this.freeSeat === null && !this.bots.some(Boolean);
  }

  get wasMet(): boolean {
    return this.wins.some((count) => count > 0);
  }

  emote(emote: EmoteName): void {
    this.session.store.emote(emote);
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.#shelf.setItem(MUTED_KEY, String(isMuted));
    if (isMuted) this.bubbles = this.bubbles.map((each, seat) => (this.#isOwn(seat) ? each : null));
  }

  /** Keeps in mind that the other player was blocked, so that it can be taken back. */
  noteBlocked(isBlocked: boolean): void {
    this.isBlocked = isBlocked;
    const { table } = this.session;
    const others = this.#blocked().filter((each) => each !== table);
    const blocked = isBlocked ? [table, ...others].slice(0, MOST_BLOCKED) : others;
    this.#shelf.setItem(BLOCKED_KEY, JSON.stringify(blocked));
  }

  #blocked(): readonly unknown[] {
    try {
      const kept: unknown = JSON.parse(this.#shelf.getItem(BLOCKED_KEY) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #follow(): void {
    const { live } = this.session.store;
    const { confirmed: view, seats } = live;
    this.seats = seats;
    this.isAwaiting = canPart(this.session, view) && isWaitingForOther(live);
    if (!view || view === this.#view) return;
    this.#view = view;
    this.free = view.free;
    this.bots = view.bots;
    this.wins = view.wins;
    this.rules = view.rules;
    this.watching = view.watching;
    this.isSaved = view.saved;
  }

  #hear(event: AnyEvent): void {
    if (event.type === 'seated') {
      this.said = t('invite.came', { name: nameOf(this.session.store.live, event.seat) });
    } else if (event.type === 'emoted') {
      this.#show(event.seat, event.emote);
    }
  }

  #show(seat: Seat, emote: EmoteName): void {
    const isOwn = this.#isOwn(seat);
    if (this.isMuted && !isOwn) return;
    this.#count += 1;
    this.#put(seat, { emote, count: this.#count });
    this.#timers.set(`bubble ${seat}`, BUBBLE_MS, () => this.#put(seat, null));
    if (isOwn) return;
    const name = nameOf(this.session.store.live, seat);
    this.said = t('emote.says', { name, words: t(`emote.${emote}`) });
  }

  #put(seat: Seat, bubble: Bubble | null): void {
    this.bubbles = this.bubbles.map((each, index) => (index === seat ? bubble : each));
  }

  #isOwn(seat: Seat): boolean {
    return this.seats.includes(seat);
  }
}
