// Generated from spit.protocol.messages; do not edit.

export const PROTOCOL_VERSION = 1;

export type Seat = number;
export type Slot = number;
export type SpitPile = number;
export type CardCode = string;
export type ActionId = number;
export type Millis = number;
export type Version = number;

export type PhaseName = "deal" | "ready" | "play" | "slap" | "over";
export type StopReason = "cleared" | "blocked";
export type ResultReason =
  | "cleared"
  | "no-cards"
  | "max-rounds"
  | "points"
  | "resigned"
  | "timeout"
  | "abandoned";
export type CountdownKind = "deal" | "spit" | "slap" | "resume";
export type ErrorCode =
  | "bad-message"
  | "bad-secret"
  | "no-such-table"
  | "wrong-version"
  | "too-fast"
  | "too-slow"
  | "replaced"
  | "closing"
  | "hello-first"
  | "hello-twice";
export type LevelName = "child" | "casual" | "steady" | "quick" | "sharp" | "lightning";
export type Reason =
  | "wrong-phase"
  | "no-such-place"
  | "empty-pile"
  | "face-down"
  | "face-up"
  | "does-not-fit"
  | "slot-taken"
  | "single-card"
  | "play-exists"
  | "already-said"
  | "wrong-spit-pile"
  | "wrong-cards"
  | "lost-race"
  | "misplay"
  | "too-fast"
  | "card-moved"
  | "not-your-seat"
  | "paused"
  | "taken-back"
  | "not-claimable"
  | "not-offered"
  | "stale-id"
  | "no-pauses-left";

/** A point in a match. A higher epoch is later whatever the version. */
export type Position = {
  readonly epoch: Version;
  readonly version: Version;
};

/** First message on every connection, and only there. */
export type Hello = {
  readonly type: "hello";
  readonly version: number;
  readonly secrets: readonly string[];
  readonly have?: Position | null;
  readonly coarse_clock?: boolean;
};

/** Move the face-up top card of an own stock pile to a spit pile (R4.1). */
export type Play = {
  readonly type: "play";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly stock: Slot;
  readonly pile: SpitPile;
  readonly card: CardCode;
  readonly top: CardCode;
  readonly top_version: Version;
  readonly reacted_ms?: Millis | null;
  readonly since_touch_ms?: Millis | null;
};

/** Turn up the face-down top card of an own stock pile (R5.1). */
export type Flip = {
  readonly type: "flip";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly stock: Slot;
  readonly since_touch_ms?: Millis | null;
};

/** Move a face-up top card of the own stock to another slot (R5.2, R5.4). */
export type Shift = {
  readonly type: "shift";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly stock: Slot;
  readonly slot: Slot;
  readonly card: CardCode;
  readonly since_touch_ms?: Millis | null;
};

/** Say "spit" (R3). Before the first spit of a round it means "ready". */
export type Spit = {
  readonly type: "spit";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly pile?: SpitPile | null;
};

/** Slap a spit pile (R6.3). Before the round has ended it is a misplay. */
export type Slap = {
  readonly type: "slap";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly pile: SpitPile;
  readonly reacted_ms?: Millis | null;
};

/** Give the match up. */
export type Resign = {
  readonly type: "resign";
  readonly id: ActionId;
  readonly seat: Seat;
};

/** Claim the match against a seat that holds it up, once `Claimable` has said so. */
export type Claim = {
  readonly type: "claim";
  readonly id: ActionId;
  readonly seat: Seat;
};

/** Pause the match; the cards are covered and the seat's pause clock runs. */
export type Pause = {
  readonly type: "pause";
  readonly id: ActionId;
  readonly seat: Seat;
};

/** End the own pause; play goes on after a countdown. */
export type Resume = {
  readonly type: "resume";
  readonly id: ActionId;
  readonly seat: Seat;
};

/** Ask for another match after the result, or agree to it. Both asking starts it. */
export type Rematch = {
  readonly type: "rematch";
  readonly id: ActionId;
  readonly seat: Seat;
};

/** Ask for what was missed since ``have``, or for a whole `Snapshot` if that is null. */
export type Resync = {
  readonly type: "resync";
  readonly have?: Position | null;
};

/** Answered at once by a `Pong` with the same ``n``. */
export type Ping = {
  readonly type: "ping";
  readonly n: Version;
};

export type AnyInbound =
  | Hello
  | Play
  | Flip
  | Shift
  | Spit
  | Slap
  | Resign
  | Claim
  | Pause
  | Resume
  | Rematch
  | Resync
  | Ping;

/** One stock pile: how many cards lie face down, and the face-up ones, the top card last. */
export type StockView = {
  readonly down: number;
  readonly up: readonly CardCode[];
};

/** One spit pile. ``top`` is null and ``cards`` 0 before the first spit. */
export type SpitPileView = {
  readonly cards: number;
  readonly top: CardCode | null;
  readonly version: Version;
};

/** What a seat has said: ``said`` is false until it says "spit" (or "ready"). */
export type CallView = {
  readonly said: boolean;
  readonly pile: SpitPile | null;
};

/** A play that is shown but not final: ``version`` is that of its `Played` event. */
export type TentativePlay = {
  readonly version: Version;
  readonly seat: Seat;
  readonly stock: Slot;
  readonly pile: SpitPile;
  readonly card: CardCode;
  readonly under: Version;
  readonly under_card: CardCode;
};

/** A clock that runs now: what happens at its end, and in how many milliseconds. */
export type Countdown = {
  readonly kind: CountdownKind;
  readonly left_ms: number;
};

/** A pause: which seats are away or paused, and how long each may still stay so in all. */
export type PauseView = {
  readonly seats: readonly Seat[];
  readonly left_ms: readonly number[];
};

/** How the match ended; ``winner`` is null for a draw or an abandoned match. */
export type Result = {
  readonly winner: Seat | null;
  readonly reason: ResultReason;
};

/** Why the round is over: R6.1 with the seat that cleared, or R6.2 with null. */
export type Stopped = {
  readonly reason: StopReason;
  readonly cleared: Seat | null;
};

/** All that anybody may know of a match: the same for both seats and for spectators (R2.6). */
export type TableView = {
  readonly epoch: Version;
  readonly version: Version;
  readonly match: string;
  readonly names: readonly string[];
  readonly bots: readonly boolean[];
  readonly rules: { readonly [key: string]: string | number | null };
  readonly phase: PhaseName;
  readonly round: number;
  readonly stocks: readonly (readonly StockView[])[];
  readonly hands: readonly number[];
  readonly spits: readonly SpitPileView[];
  readonly calls: readonly CallView[];
  readonly spit_choices: readonly (readonly SpitPile[])[];
  readonly tentative: readonly TentativePlay[];
  readonly stopped: Stopped | null;
  readonly cards: readonly number[];
  readonly points: readonly number[];
  readonly online: readonly boolean[];
  readonly paused: PauseView | null;
  readonly countdown: Countdown | null;
  readonly claimable: Seat | null;
  readonly rematch: readonly boolean[];
  readonly result: Result | null;
  readonly wins: readonly number[];
};

/** A (re)match begins; everything but names, presence and wins starts anew. */
export type MatchStarted = {
  readonly type: "match-started";
  readonly match: string;
};

/** Both layouts lie on the table (R2). ``piles`` is how many spit piles the round has. */
export type Dealt = {
  readonly type: "dealt";
  readonly round: number;
  readonly stocks: readonly (readonly StockView[])[];
  readonly hands: readonly number[];
  readonly piles: number;
};

/** A seat has said "spit", or "ready" before the first spit (R3). */
export type Called = {
  readonly type: "called";
  readonly seat: Seat;
  readonly pile: SpitPile | null;
};

/** A play became legal, which takes back what was said (R3.5). */
export type CallsWithdrawn = {
  readonly type: "calls-withdrawn";
};

/** One card turned up onto a spit pile. */
export type SpitFlip = {
  readonly seat: Seat;
  readonly card: CardCode;
  readonly pile: SpitPile;
};

/** Spit cards were turned up, in the order in which they landed (R3.1, R3.2). */
export type Spat = {
  readonly type: "spat";
  readonly flips: readonly SpitFlip[];
  readonly spit_choices: readonly (readonly SpitPile[])[];
};

/** A card lies on a spit pile (R4.1). If ``tentative``, `Settled` or `TakenBack` follows. */
export type Played = {
  readonly type: "played";
  readonly seat: Seat;
  readonly stock: Slot;
  readonly pile: SpitPile;
  readonly card: CardCode;
  readonly tentative: boolean;
};

/** The tentative plays with these versions are final. */
export type Settled = {
  readonly type: "settled";
  readonly plays: readonly Version[];
};

/** The tentative plays with these versions are undone, newest first. */
export type TakenBack = {
  readonly type: "taken-back";
  readonly plays: readonly Version[];
  readonly margin_ms: number | null;
};

/** A card was turned face up (R5.1), by hand or by itself with ``flip=auto``. */
export type Flipped = {
  readonly type: "flipped";
  readonly seat: Seat;
  readonly stock: Slot;
  readonly card: CardCode;
};

/** A card moved within a seat's stock (R5.2, R5.4). */
export type Shifted = {
  readonly type: "shifted";
  readonly seat: Seat;
  readonly stock: Slot;
  readonly slot: Slot;
  readonly card: CardCode;
};

/** The round has ended, cleared or blocked (R6.1, R6.2). With a slap to come, slap now. */
export type RoundStopped = {
  readonly type: "round-stopped";
  readonly reason: StopReason;
  readonly cleared: Seat | null;
  readonly slap: boolean;
};

/** The slap that decides (R6.3): ``takes`` is the pile that each seat takes. */
export type Slapped = {
  readonly type: "slapped";
  readonly seat: Seat;
  readonly pile: SpitPile;
  readonly takes: readonly SpitPile[];
};

/** Round over, the cards owned before the next deal and the running points (R6.6, R8.2). */
export type RoundEnded = {
  readonly type: "round-ended";
  readonly round: number;
  readonly reason: StopReason;
  readonly cleared: Seat | null;
  readonly cards: readonly number[];
  readonly points: readonly number[];
};

/** The match is over (R7, R8.3, or ended early). */
export type MatchEnded = {
  readonly type: "match-ended";
  readonly winner: Seat | null;
  readonly reason: ResultReason;
};

/** A clock started; see `Countdown`. */
export type CountdownStarted = {
  readonly type: "countdown-started";
  readonly kind: CountdownKind;
  readonly left_ms: number;
};

/** The clock was stopped before its end. */
export type CountdownStopped = {
  readonly type: "countdown-stopped";
};

/** The match is paused; ``seats`` are those it waits for. */
export type PauseStarted = {
  readonly type: "pause-started";
  readonly seats: readonly Seat[];
  readonly left_ms: readonly number[];
};

/** Play goes on. */
export type PauseEnded = {
  readonly type: "pause-ended";
};

/** A seat's connection came or went. */
export type Presence = {
  readonly type: "presence";
  readonly seat: Seat;
  readonly online: boolean;
};

/** The match may be claimed against ``seat``; null takes that back. */
export type Claimable = {
  readonly type: "claimable";
  readonly seat: Seat | null;
};

/** A seat asks for a rematch. */
export type RematchAsked = {
  readonly type: "rematch-asked";
  readonly seat: Seat;
};

export type AnyEvent =
  | MatchStarted
  | Dealt
  | Called
  | CallsWithdrawn
  | Spat
  | Played
  | Settled
  | TakenBack
  | Flipped
  | Shifted
  | RoundStopped
  | Slapped
  | RoundEnded
  | MatchEnded
  | CountdownStarted
  | CountdownStopped
  | PauseStarted
  | PauseEnded
  | Presence
  | Claimable
  | RematchAsked;

/** A seat that this connection plays, and the lowest action id it may use next. */
export type OwnSeat = {
  readonly seat: Seat;
  readonly next_id: ActionId;
};

/** Answer to `Hello`: who you are. A `Snapshot` or an `Update` follows. */
export type Welcome = {
  readonly type: "welcome";
  readonly version: number;
  readonly table: string;
  readonly seats: readonly OwnSeat[];
};

/** The whole view; it replaces all that the client knew. */
export type Snapshot = {
  readonly type: "snapshot";
  readonly view: TableView;
};

/** Events in order. ``version`` is the position after the last of them. */
export type Update = {
  readonly type: "update";
  readonly epoch: Version;
  readonly version: Version;
  readonly events: readonly AnyEvent[];
};

/** Answer to an action: it is final, by the event with this version. */
export type Accepted = {
  readonly type: "accepted";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly version: Version;
};

/** Answer to an action: it changed nothing, and why. */
export type Refused = {
  readonly type: "refused";
  readonly id: ActionId;
  readonly seat: Seat;
  readonly reason: Reason;
  readonly wait_ms: number;
  readonly margin_ms: number | null;
};

/** Answer to `Ping`. */
export type Pong = {
  readonly type: "pong";
  readonly n: Version;
};

/** Something is wrong with what was sent or with the connection, said in words. */
export type Problem = {
  readonly type: "problem";
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fatal: boolean;
};

export type AnyOutbound = Welcome | Snapshot | Update | Accepted | Refused | Pong | Problem;

/** Body of ``POST /api/tables``: a match against the computer. */
export type NewTable = {
  readonly level?: LevelName;
  readonly name?: string;
  readonly rules?: { readonly [key: string]: string | number | null };
  readonly seed?: number | null;
};

/** Answer to `NewTable`: where to connect, and the secret of the seat. */
export type TableMade = {
  readonly table: string;
  readonly seat: Seat;
  readonly secret: string;
  readonly socket: string;
};

export const LEVELS: readonly LevelName[] = [
  "child",
  "casual",
  "steady",
  "quick",
  "sharp",
  "lightning",
];

export const PRESETS: Record<string, Record<string, string | number | null>> = {
  "standard": {},
  "points": { "scoring": "points" },
  "pagat": { "respit": "own" },
  "literal": { "wrap": "literal" },
  "house": { "stacking": "on" },
  "relaxed": { "flip": "auto", "slap": "smaller" },
};

export const OPTIONS: Record<
  string,
  { values: readonly string[] | "whole-number"; default: string | number | null }
> = {
  "wrap": { "values": ["cyclic", "literal", "none"], "default": "cyclic" },
  "same_rank": { "values": ["off", "on"], "default": "off" },
  "short_deal": { "values": ["rows", "columns"], "default": "rows" },
  "respit": { "values": ["any", "own"], "default": "any" },
  "flip": { "values": ["manual", "auto"], "default": "manual" },
  "stacking": { "values": ["off", "on"], "default": "off" },
  "slap": { "values": ["race", "smaller"], "default": "race" },
  "max_rounds": { "values": "whole-number", "default": null },
  "scoring": { "values": ["standard", "points"], "default": "standard" },
  "points_count": { "values": ["stock+spit", "stock"], "default": "stock+spit" },
  "target": { "values": "whole-number", "default": 100 },
};
