/** What a table's store holds and what it tells its listeners: types alone. */

import type {
  AnyEvent,
  CountdownKind,
  ErrorCode,
  Reason,
  Seat,
  Slot,
  SpitPile,
  StopReason,
  TableView,
} from '../protocol.gen';
import type { Pending, Shown } from './optimist';

/** How the connection stands. `ended`: given up for good, a `Problem` says why. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'ended';

/** How the last round ended, as far as this client saw it. */
export type RoundSummary = {
  readonly round: number;
  readonly reason: StopReason;
  readonly cleared: Seat | null;
  /** Cards in each spit pile at the end. */
  readonly piles: readonly number[];
  /** The pile that each seat takes; null before the slap or without one. */
  readonly takes: readonly SpitPile[] | null;
  readonly slappedBy: Seat | null;
  /** Cards owned after it, null until the round is settled. */
  readonly cards: readonly number[] | null;
  readonly points: readonly number[];
};

/** A clock that runs; `endsAtMs` by the client's own clock. */
export type RunningClock = { readonly kind: CountdownKind; readonly endsAtMs: number };

export type Live = {
  readonly link: LinkState;
  readonly problem: ErrorCode | null;
  /** The seats this connection plays; none for a spectator. */
  readonly seats: readonly Seat[];
  /** The seat drawn at the bottom of the table; of two at one screen, the first. */
  readonly me: Seat;
  /** As the server said it. */
  readonly confirmed: TableView | null;
  readonly pending: readonly Pending[];
  /** As the screen shows it. */
  readonly shown: Shown | null;
  readonly summary: RoundSummary | null;
  readonly clock: RunningClock | null;
  /** When the pause clocks were as the view says. */
  readonly pausedAtMs: number;
  /** By seat, how long it may be away before its match may be claimed; of the own seats alone. */
  readonly awayMs: readonly number[];
  /** Since when the connection is lost; null while it is not. */
  readonly lostAtMs: number | null;
  /** When this round's first cards were turned up; null if not seen. */
  readonly startedAtMs: number | null;
  /** When this round was over; null while it runs. */
  readonly stoppedAtMs: number | null;
  /** By seat, until when its hand waits after a misplay; only own seats are known. */
  readonly waitsUntilMs: readonly number[];
  /** Last measured round trip, null if unknown. */
  readonly roundTripMs: number | null;
};

/** What happened, for sounds, marks, the log and the reader: told once, kept by nobody. */
export type Cue =
  | { readonly type: 'event'; readonly event: AnyEvent; readonly view: TableView }
  | { readonly type: 'acted'; readonly action: Pending['action'] }
  | {
      readonly type: 'refused';
      readonly seat: Seat;
      readonly reason: Reason;
      readonly stock: Slot | null;
      readonly pile: SpitPile | null;
      readonly waitMs: number;
      readonly marginMs: number | null;
    }
  | { readonly type: 'hint'; readonly seat: Seat; readonly hint: Hint }
  | { readonly type: 'link'; readonly link: LinkState };

/** A word to the player about a touch that was not sent. */
export type Hint = 'offline' | 'not-now' | 'say-ready' | 'pick-first' | 'choose-slot';
