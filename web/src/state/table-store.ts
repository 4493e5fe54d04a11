/**
 * One table on one connection: the confirmed view, the own actions under way, what is shown.
 *
 * A connection plays one seat, or both for two people at one screen. Each seat then has its own
 * action ids, its own rhythm of touches and its own waits; who acts is said with each action, the
 * first own seat where nothing is said.
 *
 * No DOM, socket or clock inside: messages and times are handed in, messages out go to `send`.
 */

import type {
  Accepted,
  AnyInbound,
  AnyOutbound,
  EmoteName,
  Position,
  Refused,
  Seat,
  Slot,
  SpitPile,
  TableView,
  Update,
  Welcome,
} from '../protocol.gen';
import { clocks, followRound } from './course';
import { Exposure, spanMs } from './exposure';
import { standingOf, step } from './follow';
import { at, replaced } from './lists';
import type { Cue, Hint, LinkState, Live } from './live';
import { type HandAction, isAnswer, isDone, landed, project } from './optimist';
import { ownPile, stockOf, topOf } from './rules';

const START: Live = {
  link: 'connecting',
  problem: null,
  seats: [],
  me: 0,
  confirmed: null,
  pending: [],
  shown: null,
  summary: null,
  clock: null,
  pausedAtMs: 0,
  awayMs: [0, 0],
  lostAtMs: null,
  startedAtMs: null,
  stoppedAtMs: null,
  waitsUntilMs: [0, 0],
  roundTripMs: null,
};

/** An action without a hand in it. */
export type Deed = 'resign' | 'claim' | 'pause' | 'resume' | 'rematch';

export class TableStore {
  readonly exposure = new Exposure();
  #live = START;
  #nextIds = new Map<Seat, number>();
  #touchedAtMs = new Map<Seat, number>();
  #isResyncing = false;
  /** What a seat has of `awayMs` when a match begins. */
  #graceMs = 0;
  #listeners = new Set<(live: Live) => void>();
  #cueListeners = new Set<(cue: Cue) => void>();
  readonly #send: (message: AnyInbound) => void;

  constructor(send: (message: AnyInbound) => void) {
    this.#send = send;
  }

  get live(): Live {
    return this.#live;
  }

  /** The position this client is at, for `Hello.have`. */
  get position(): Position | null {
    const view = this.#live.confirmed;
    return view && { epoch: view.epoch, version: view.version };
  }

  /** Calls `listener` after each change; the answer ends that. */
  subscribe(listener: (live: Live) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` for each cue, after the change that it belongs to. */
  onCue(listener: (cue: Cue) => void): () => void {
    this.#cueListeners.add(listener);
    return () => this.#cueListeners.delete(listener);
  }

  /** Takes one message from the server. */
  receive(message: AnyOutbound, nowMs: number): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        return;
      case 'snapshot':
        this.#snapshot(message.view, nowMs);
        return;
      case 'update':
        this.#update(message, nowMs);
        return;
      case 'accepted':
        this.#accepted(message);
        return;
      case 'refused':
        this.#refused(message, nowMs);
        return;
      case 'problem':
        if (message.fatal) this.#change({ problem: message.code });
        return;
      default:
        return;
    }
  }

  /** Says how the connection stands now. */
  setLink(link: LinkState, nowMs: number): void {
    if (link === this.#live.link) return;
    this.#isResyncing = false;
    const lostAtMs = link === 'lost' ? nowMs : null;
    this.#change({ link, lostAtMs, ...(link === 'open' ? { problem: null } : { pending: [] }) });
    this.#tell({ type: 'link', link });
  }

  setRoundTrip(roundTripMs: number): void {
    this.#change({ roundTripMs });
  }

  // ------------------------------------------------------------ own actions

  /** Plays the face-up top of an own pile, whether it fits or not: the server judges. */
  play(stock: Slot, pile: SpitPile, touchMs: number, seat: Seat = this.#live.me): void {
    const shown = this.#hand(seat);
    if (!shown) return;
    const card = topOf(stockOf(shown, seat, stock));
    const under = this.exposure.seenTop(pile, touchMs);
    if (card === null || !under) return;
    this.#act({
      type: 'play',
      id: this.#takeId(seat),
      seat,
      stock,
      pile,
      card,
      top: under.card,
      top_version: under.version,
      reacted_ms: under.reactedMs,
      since_touch_ms: this.#sinceTouch(seat, touchMs),
    });
    this.exposure.placed(pile, card, touchMs);
  }

  /** Turns up the face-down top of an own pile. */
  flip(stock: Slot, touchMs: number, seat: Seat = this.#live.me): void {
    if (!this.#hand(seat) || this.#live.shown?.hands[seat]?.turning.includes(stock)) return;
    const since_touch_ms = this.#sinceTouch(seat, touchMs);
    this.#act({ type: 'flip', id: this.#takeId(seat), seat, stock, since_touch_ms });
  }

  /** Moves the face-up top of an own pile to another slot. */
  shift(stock: Slot, slot: Slot, touchMs: number, seat: Seat = this.#live.me): void {
    const shown = this.#hand(seat);
    if (!shown) return;
    const card = topOf(stockOf(shown, seat, stock));
    if (card === null) return;
    const since_touch_ms = this.#sinceTouch(seat, touchMs);
    this.#act({ type: 'shift', id: this.#takeId(seat), seat, stock, slot, card, since_touch_ms });
  }

  /** Says "spit" (or "ready"); without a pile it names the own one if there is a choice. */
  call(pile: SpitPile | null = null, seat: Seat = this.#live.me): void {
    const shown = this.#hand(seat);
    if (!shown) return;
    const named = shown.phase === 'ready' ? null : (pile ?? ownPile(shown, seat));
    this.#act({ type: 'spit', id: this.#takeId(seat), seat, pile: named });
  }

  slap(pile: SpitPile, touchMs: number, seat: Seat = this.#live.me): void {
    if (!this.#hand(seat) || this.#live.shown?.hands[seat]?.slapping !== null) return;
    const reacted_ms = this.exposure.reactedToStopMs(touchMs);
    this.#act({ type: 'slap', id: this.#takeId(seat), seat, pile, reacted_ms });
  }

  /** Resigns, claims, pauses, resumes or asks for a rematch. */
  do(deed: Deed, seat: Seat = this.#live.me): void {
    if (!this.#isLinked(seat)) return;
    this.#send({ type: deed, id: this.#takeId(seat), seat });
  }

  /** Shows an emote to the other seat, and to those who watch. */
  emote(emote: EmoteName, seat: Seat = this.#live.me): void {
    if (!this.#isLinked(seat)) return;
    this.#send({ type: 'emote', id: this.#takeId(seat), seat, emote });
  }

  /** Lets a spectator see the table from the other side. */
  turnSides(): void {
    if (this.#live.seats.length === 0) this.#change({ me: 1 - this.#live.me });
  }

  /** Tells the player why a touch does nothing. */
  hint(hint: Hint, seat: Seat = this.#live.me): void {
    this.#tell({ type: 'hint', seat, hint });
  }

  // ------------------------------------------------------------ inside

  /** The shown view if the seat's hand may move at all now, else null and a word about it. */
  #hand(seat: Seat): TableView | null {
    const shown = this.#live.shown?.view;
    if (!shown || !this.#isLinked(seat)) return null;
    return shown;
  }

  #isLinked(seat: Seat): boolean {
    if (this.#live.link === 'open' && this.#live.seats.includes(seat)) return true;
    this.hint(this.#live.link === 'open' ? 'not-now' : 'offline', seat);
    return false;
  }

  #takeId(seat: Seat): number {
    const id = this.#nextIds.get(seat) ?? 1;
    this.#nextIds.set(seat, id + 1);
    return id;
  }

  #sinceTouch(seat: Seat, touchMs: number): number | null {
    const since = spanMs(this.#touchedAtMs.get(seat) ?? null, touchMs);
    this.#touchedAtMs.set(seat, touchMs);
    return since;
  }

  #act(action: HandAction): void {
    const pending = [...this.#live.pending, { action, landed: false, settledBy: null }];
    this.#change({ pending });
    this.#send(action);
    this.#tell({ type: 'acted', action });
  }

  #welcome(welcome: Welcome): void {
    this.#nextIds = new Map(welcome.seats.map((own) => [own.seat, own.next_id]));
    const seats = welcome.seats.map((own) => own.seat);
    this.#graceMs = welcome.grace_ms;
    let { awayMs } = this.#live;
    for (const own of welcome.seats) awayMs = replaced(awayMs, own.seat, own.away_ms);
    this.#change({ seats, me: seats[0] ?? this.#live.me, pending: [], awayMs });
  }

  #snapshot(view: TableView, nowMs: number): void {
    this.#isResyncing = false;
    const fresh = this.#live.confirmed?.match !== view.match;
    this.#change({
      confirmed: view,
      pending: [],
      ...clocks(null, view, nowMs),
      ...(fresh || view.phase === 'ready' ? { summary: null, startedAtMs: null } : {}),
      stoppedAtMs: view.stopped ? (this.#live.stoppedAtMs ?? nowMs) : null,
    });
  }

  #update(update: Update, nowMs: number): void {
    let view = this.#live.confirmed;
    const standing = view && standingOf(view, update);
    if (standing === 'old') return;
    if (!view || standing === 'gap') {
      this.#resync();
      return;
    }
    this.#isResyncing = false;
    const cues: Cue[] = [];
    let live = this.#live;
    for (const event of update.events) {
      const next = step(view, event);
      live = { ...live, ...followRound(live, event, view, nowMs), ...clocks(view, next, nowMs) };
      live = { ...live, pending: landed(live.pending, event) };
      if (event.type === 'pause-started') live = { ...live, awayMs: event.left_ms };
      if (event.type === 'match-started') {
        live = { ...live, awayMs: live.awayMs.map(() => this.#graceMs) };
      }
      cues.push({ type: 'event', event, view: next });
      view = next;
    }
    const { version } = view;
    const pending = live.pending.filter((each) => !isDone(each, version));
    this.#change({ ...live, confirmed: view, pending });
    for (const cue of cues) this.#tell(cue);
  }

  #resync(): void {
    if (this.#isResyncing) return;
    this.#isResyncing = true;
    this.#send({ type: 'resync', have: this.position });
  }

  #accepted(answer: Accepted): void {
    const version = this.#live.confirmed?.version ?? 0;
    const pending = this.#live.pending
      .map((each) => (isAnswer(answer, each) ? { ...each, settledBy: answer.version } : each))
      .filter((each) => !isDone(each, version));
    this.#change({ pending });
  }

  #refused(answer: Refused, nowMs: number): void {
    const refused = this.#live.pending.find((each) => isAnswer(answer, each));
    const { seat, wait_ms } = answer;
    const waits = this.#live.waitsUntilMs;
    const until = Math.max(at(waits, seat), nowMs + wait_ms);
    this.#change({
      pending: this.#live.pending.filter((each) => each !== refused),
      waitsUntilMs: wait_ms > 0 ? replaced(waits, seat, until) : waits,
    });
    const action = refused?.action;
    this.#tell({
      type: 'refused',
      seat,
      reason: answer.reason,
      stock: action && 'stock' in action ? action.stock : null,
      pile: action && 'pile' in action ? (action.pile ?? null) : null,
      waitMs: wait_ms,
      marginMs: answer.margin_ms,
    });
  }

  #change(change: Partial<Live>): void {
    const next = { ...this.#live, ...change };
    const shown = next.confirmed && project(next.confirmed, next.pending);
    this.#live = { ...next, shown };
    if (shown) this.exposure.note(shown.view);
    for (const listener of this.#listeners) listener(this.#live);
  }

  #tell(cue: Cue): void {
    for (const listener of this.#cueListeners) listener(cue);
  }
}
