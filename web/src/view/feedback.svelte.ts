/**
 * What passes: log lines, marks, words, sounds, and what a screen reader hears.
 *
 * It is told cues and keeps nothing of the game.
 */

import { t, tOr } from '../i18n/t';
import { cardName, cardSign } from '../i18n/words';
import type { AnyEvent, Seat, TableView, Version } from '../protocol.gen';
import { replaced } from '../state/lists';
import type { Cue, Live } from '../state/live';
import { isHeldBack } from '../state/optimist';
import { type Place, spitPlace, stockPlace } from '../state/sprites';
import { Announcer } from './announcer.svelte';
import { nameOf, pileName } from './names';
import type { Sounds } from './sound';
import { Timers } from './timers';

export type LogLine = {
  readonly seat: Seat;
  readonly key: 'log.played' | 'log.spat' | 'log.slapped';
  /** As it is written, or nothing. */
  readonly card: string;
  /** Of the event that it tells. */
  readonly version: Version;
};

/** A passing word: about a race that was lost, which costs nothing, or about anything else. */
export type Toast = { readonly text: string; readonly isRace: boolean };

/** A passing mark around a place. */
export type Mark = 'landed' | 'no';

const LOG_LINES = 2;
const TOAST_MS = 1_800;
const MARK_MS: Record<Mark, number> = { landed: 700, no: 320 };

type Played = Extract<AnyEvent, { type: 'played' }>;
type Refused = Extract<Cue, { type: 'refused' }>;

export class Feedback {
  /** The last moves, the newest last. */
  log = $state.raw<readonly LogLine[]>([]);
  /** A passing word to each seat. */
  toasts = $state.raw<readonly (Toast | null)[]>([null, null]);
  marks = $state<Record<Place, Mark | undefined>>({});
  readonly announcer: Announcer;
  readonly #live: () => Live;
  readonly #sounds: Sounds;
  readonly #timers = new Timers();
  #wasLost = false;
  /** Plays of the rival that are not shown until a race is decided, by their version. */
  readonly #heldBack = new Map<Version, Played>();

  constructor(live: () => Live, sounds: Sounds, now: () => number) {
    this.#live = live;
    this.#sounds = sounds;
    this.announcer = new Announcer(now);
  }

  stop(): void {
    this.#timers.clear();
    this.announcer.stop();
  }

  hear(cue: Cue): void {
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
        this.say(t(`toast.${cue.hint}`), cue.seat);
        return;
      case 'link':
        if (cue.link === 'lost') this.announcer.call(t('announce.lost'));
        if (cue.link === 'open' && this.#wasLost) this.announcer.say(t('announce.back'));
        this.#wasLost = cue.link === 'lost';
        return;
    }
  }

  /** Nobody can play any more. */
  stuck(): void {
    this.announcer.call(t('announce.stuck'));
  }

  /** The passing word to the seat at the bottom. */
  get toast(): Toast | null {
    return this.toasts[this.#live().me] ?? null;
  }

  /** Shows a passing word to a seat. */
  say(text: string, seat: Seat = this.#live().me, isRace = false): void {
    this.toasts = replaced(this.toasts, seat, { text, isRace });
    this.#timers.set(`toast ${seat}`, TOAST_MS, () => {
      this.toasts = replaced(this.toasts, seat, null);
    });
  }

  #acted(type: string, pile: number | null): void {
    if (type === 'play') this.#sounds.play('card', panOf(pile));
    else if (type === 'flip' || type === 'shift') this.#sounds.play('card', 0, 0.35);
    else if (type === 'slap') this.#sounds.play('spit', panOf(pile));
    if (type === 'play' || type === 'slap') this.#sounds.buzz(10);
  }

  #refused(cue: Refused): void {
    const { seat } = cue;
    const { confirmed } = this.#live();
    for (const { version } of confirmed?.tentative ?? []) {
      if (confirmed && !this.#isHeldBack(version)) this.#reveal(version, confirmed);
    }
    if (cue.reason === 'lost-race' || cue.reason === 'taken-back') {
      this.#outrun(cue);
      return;
    }
    this.say(tOr(`reason.${cue.reason}`, 'toast.not-now', { name: this.#name(1 - seat) }), seat);
    this.#sounds.play('miss');
    this.#sounds.buzz([8, 30, 8]);
    if (cue.stock !== null) this.#mark(stockPlace(seat, cue.stock), 'no');
  }

  /** A race was lost: it costs nothing, so there is a word about it and no alarm. */
  #outrun({ seat, reason, stock, pile, marginMs }: Refused): void {
    const standing = this.toasts[seat];
    // The race has been told; what waited for it need not be.
    if (reason === 'taken-back' && standing?.isRace) return;
    const name = this.#name(1 - seat);
    const isSlap = reason === 'lost-race' && stock === null;
    const text =
      marginMs === null
        ? t(isSlap ? 'toast.slapped' : `reason.${reason}`, { name })
        : t('toast.faster', { name, ms: marginMs });
    // Several cards that lay on each other were taken back together.
    if (standing?.text !== text) {
      this.announcer.tell(text);
      this.#sounds.play('card', panOf(pile), 0.35);
    }
    this.say(text, seat, true);
  }

  #event(event: AnyEvent, view: TableView): void {
    const { seats } = this.#live();
    const isOwn = 'seat' in event && event.seat !== null && seats.includes(event.seat);
    // Of two people at one screen nobody knows which of them listens.
    const isPair = seats.length > 1;
    switch (event.type) {
      case 'played':
        if (this.#isHeldBack(view.version)) this.#heldBack.set(view.version, event);
        else this.#played(event, view, view.version);
        return;
      case 'settled':
        for (const version of event.plays) this.#reveal(version, view);
        return;
      case 'taken-back':
        for (const version of event.plays) this.#heldBack.delete(version);
        this.log = this.log.filter(({ version }) => !event.plays.includes(version));
        return;
      case 'spat':
        for (const { seat, card } of event.flips) {
          this.#addLine('log.spat', seat, cardSign(card), view.version);
        }
        this.#sounds.play('spit');
        this.announcer.call(
          t('announce.spat', { cards: event.flips.map(({ card }) => cardName(card)).join(', ') }),
        );
        return;
      case 'slapped':
        this.#addLine('log.slapped', event.seat, '', view.version);
        if (!isOwn) this.#sounds.play('spit', panOf(event.pile));
        if (isOwn && !isPair) return;
        this.announcer.say(
          t('announce.slapped', { name: this.#name(event.seat), pile: pileName(view, event.pile) }),
        );
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
        this.#heldBack.clear();
        this.announcer.say(t('announce.dealt', { round: event.round }));
        this.#sounds.play('spit', 0, 0.4);
        return;
      default:
        return;
    }
  }

  #isHeldBack(version: Version): boolean {
    const { confirmed, shown } = this.#live();
    return confirmed !== null && shown !== null && isHeldBack(confirmed, shown.view, version);
  }

  /** What was held back is shown now. */
  #reveal(version: Version, view: TableView): void {
    const play = this.#heldBack.get(version);
    if (this.#heldBack.delete(version) && play) this.#played(play, view, version);
  }

  /** A card is shown on its pile. */
  #played(event: Played, view: TableView, version: Version): void {
    const { seats } = this.#live();
    const isOwn = seats.includes(event.seat);
    this.#addLine('log.played', event.seat, cardSign(event.card), version);
    if (!isOwn || seats.length > 1) this.#sayPlayed(event, view);
    if (isOwn) return;
    this.#sounds.play('card', panOf(event.pile), 0.5);
    this.#mark(spitPlace(event.pile), 'landed');
  }

  #sayPlayed(event: Played, view: TableView): void {
    const name = this.#name(event.seat);
    const pile = pileName(view, event.pile);
    this.announcer.say(t('announce.played', { name, card: cardName(event.card), pile }));
  }

  #name(seat: Seat): string {
    return nameOf(this.#live(), seat);
  }

  #addLine(key: LogLine['key'], seat: Seat, card: string, version: Version): void {
    this.log = [...this.log, { seat, key, card, version }].slice(-LOG_LINES);
  }

  #mark(place: Place, mark: Mark): void {
    this.marks[place] = mark;
    this.#timers.set(`mark ${place}`, MARK_MS[mark], () => {
      this.marks[place] = undefined;
    });
  }
}

/** Left pile left, right pile right. */
function panOf(pile: number | null): number {
  if (pile === null) return 0;
  return pile === 0 ? -0.35 : 0.35;
}
