// Generated from spit.protocol.messages; do not edit.

export const PROTOCOL_VERSION = 1;

/** A seat. */
export type Seat = number;
/** A stock pile or slot, a fixed place (R5.3). */
export type Slot = number;
/** A spit pile, the same for both seats; 0 alone in a one-pile round, but for the slap of R6.5. */
export type SpitPile = number;
/** A card, rank then suit: `Td` (R1.4). */
export type CardCode = string;
/**
 * Number of an action, chosen by the client, rising for each seat; of a later epoch far higher, so
 * not to be kept in 32 bits.
 */
export type ActionId = number;
/** Whole milliseconds. */
export type Millis = number;
/** A secret: to be kept, and shown to nobody. */
export type Secret = string;
/** A name as somebody typed it; it is cleaned before it is shown. */
export type TypedName = string;
/** Number of an event in its epoch, or an epoch. */
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
  | "declined"
  | "hello-first"
  | "hello-twice";
export type LevelName = "child" | "casual" | "steady" | "quick" | "sharp" | "lightning";
export type OpponentName = "computer" | "friend" | "same-screen";
export type EmoteName = "hello" | "nice" | "wow" | "oops" | "hurry" | "thanks";
export type TableStanding = "open" | "full" | "ended";
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
  /** Rises when a server had to go back to what it had kept, for example after a crash. */
  readonly epoch: Version;
  /** Rises by one with each event. */
  readonly version: Version;
};

/**
 * First message on every connection, and only there.
 *
 * `secrets` holds one secret for each seat this connection plays: one usually, two when two people
 * share one screen, none for a spectator. `have` is the last position the client holds; the answer
 * is then an `Update` with what it missed instead of a whole view, if the server still remembers
 * it. `coarse_clock` says that the client's timers are rounded to more than 5 ms, so its
 * `reacted_ms` is left out of account.
 */
export type Hello = {
  readonly type: "hello";
  /** The version of this protocol that the client speaks. */
  readonly version: number;
  /** Secrets of the seats to play, at most two. */
  readonly secrets: readonly Secret[];
  /** What the client holds already. */
  readonly have?: Position | null;
  /** Whether the client's clock is too coarse for `reacted_ms`. */
  readonly coarse_clock?: boolean;
};

/**
 * Move the face-up top card of an own stock pile to a spit pile (R4.1).
 *
 * `top` and `top_version` name the card that the player's screen showed on the spit pile and the
 * version that made it the top. `reacted_ms` is the time from the first frame that showed it to the
 * touch of the card, by the client's own monotonic clock. `since_touch_ms` is the time since this
 * seat's touch before this one, by the same clock. Both may be null.
 */
export type Play = {
  readonly type: "play";
  readonly id: ActionId;
  readonly seat: Seat;
  /** The stock pile it comes from. */
  readonly stock: Slot;
  /** The spit pile it goes to. */
  readonly pile: SpitPile;
  /** The card itself; if another lies there by now the answer is `card-moved`. */
  readonly card: CardCode;
  /** The card it is played on, as the player's screen showed it. */
  readonly top: CardCode;
  /** `SpitPileView.version` of that card. */
  readonly top_version: Version;
  /** From the frame that showed `top` to the touch. */
  readonly reacted_ms?: Millis | null;
  /** From this seat's last touch (play, flip, shift) to this one. */
  readonly since_touch_ms?: Millis | null;
};

/** Turn up the face-down top card of an own stock pile (R5.1). */
export type Flip = {
  readonly type: "flip";
  readonly id: ActionId;
  readonly seat: Seat;
  /** The pile whose top card is turned. */
  readonly stock: Slot;
  /** As in `Play`. */
  readonly since_touch_ms?: Millis | null;
};

/** Move a face-up top card of the own stock to another slot (R5.2, R5.4). */
export type Shift = {
  readonly type: "shift";
  readonly id: ActionId;
  readonly seat: Seat;
  /** The pile it comes from. */
  readonly stock: Slot;
  /** The slot it goes to: an empty one, or with `stacking` a card of equal rank. */
  readonly slot: Slot;
  /** The card itself, as in `Play`. */
  readonly card: CardCode;
  /** As in `Play`. */
  readonly since_touch_ms?: Millis | null;
};

/**
 * Say "spit" (R3). Before the first spit of a round it means "ready".
 *
 * `pile` is the spit pile for the card. It must be null before the first spit and for a seat
 * without spit cards, and a pile otherwise: one of the view's `spit_choices`.
 */
export type Spit = {
  readonly type: "spit";
  readonly id: ActionId;
  readonly seat: Seat;
  /** Where the own spit card is to go. */
  readonly pile?: SpitPile | null;
};

/**
 * Slap a spit pile (R6.3). Before the round has ended it is a misplay.
 *
 * `reacted_ms` counts from the first frame that showed the end of the round.
 */
export type Slap = {
  readonly type: "slap";
  readonly id: ActionId;
  readonly seat: Seat;
  /** The pile; in a one-pile round pile 1 is the empty one (R6.5). */
  readonly pile: SpitPile;
  /** From the frame that showed the end of the round to the touch. */
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

/** Show an emote to everybody at the table; more than one in two seconds is `too-fast`. */
export type Emote = {
  readonly type: "emote";
  readonly id: ActionId;
  readonly seat: Seat;
  /** Which one. */
  readonly emote: EmoteName;
};

/** Ask for what was missed since `have`, or for a whole `Snapshot` if that is null. */
export type Resync = {
  readonly type: "resync";
  /** What the client holds; if the server remembers no such point a `Snapshot` comes too. */
  readonly have?: Position | null;
};

/** Answered at once by a `Pong` with the same `n`. */
export type Ping = {
  readonly type: "ping";
  /** Any number. */
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
  | Emote
  | Resync
  | Ping;

/** One stock pile: how many cards lie face down, and the face-up ones, the top card last. */
export type StockView = {
  /** Number of face-down cards. */
  readonly down: number;
  /** Face-up cards from bottom to top; empty if the pile waits to be flipped or is empty. */
  readonly up: readonly CardCode[];
};

/** One spit pile. `top` is null and `cards` 0 before the first spit. */
export type SpitPileView = {
  /** How many cards it holds. */
  readonly cards: number;
  /** Its top card. */
  readonly top: CardCode | null;
  /** The version that made this card the top; a `Play` on it says this number. */
  readonly version: Version;
};

/** What a seat has said: `said` is false until it says "spit" (or "ready"). */
export type CallView = {
  /** Whether it has said it. */
  readonly said: boolean;
  /** The spit pile it named, if it had to name one. */
  readonly pile: SpitPile | null;
};

/**
 * A play that is shown but not final: `version` is that of its `Played` event.
 *
 * `under` is the version of the top that it lies on.
 */
export type TentativePlay = {
  /** Names the play in `Settled` and `TakenBack`. */
  readonly version: Version;
  readonly seat: Seat;
  /** Where the card came from, and goes back to if it is taken back. */
  readonly stock: Slot;
  /** The spit pile on which it lies. */
  readonly pile: SpitPile;
  /** The card. */
  readonly card: CardCode;
  /** Version of the top below it, and `under_card` the card. */
  readonly under: Version;
  /** The card below it. */
  readonly under_card: CardCode;
};

/** A clock that runs now: what happens at its end, and in how many milliseconds. */
export type Countdown = {
  /** What happens at its end. */
  readonly kind: CountdownKind;
  /** What was left of it when the message was made, ms. */
  readonly left_ms: number;
};

/** A pause: which seats are away or paused, and how long each may still stay so in all. */
export type PauseView = {
  /** The seats that the match waits for; none while it counts down to going on. */
  readonly seats: readonly Seat[];
  /** By seat, how long it may still be away when the message was made, ms. */
  readonly left_ms: readonly number[];
};

/** Races of a match in which both seats threw a card on the same one, as one seat won them. */
export type RacesWon = {
  /** How many it won. */
  readonly won: number;
  /** By how many milliseconds, at the median; null if it won none. */
  readonly median_ms: number | null;
};

/** How the match ended; `winner` is null for a draw or an abandoned match. */
export type Result = {
  /** Who won. */
  readonly winner: Seat | null;
  /** Why. */
  readonly reason: ResultReason;
  /** By seat, the races it won; empty if there were none, or they are not known any more. */
  readonly races: readonly RacesWon[];
};

/** Why the round is over: R6.1 with the seat that cleared, or R6.2 with null. */
export type Stopped = {
  /** Which of the two ends. */
  readonly reason: StopReason;
  /** The seat that cleared its stock. */
  readonly cleared: Seat | null;
};

/**
 * All that anybody may know of a match: the same for both seats and for spectators (R2.6).
 *
 * Lists of two are by seat, lists of five by slot, `spits` by spit pile (one entry in a one-pile
 * round, none before the first deal).
 */
export type TableView = {
  /** Epoch of the position that this view shows. */
  readonly epoch: Version;
  /** Version of that position: the number of the last event in it. */
  readonly version: Version;
  /** Name of the match; a rematch has another. Its record is `/records/<match>.spit`. */
  readonly match: string;
  /** What the seats are called. */
  readonly names: readonly string[];
  /** Which seats are played by a program. */
  readonly bots: readonly boolean[];
  /** `name` (a preset's, or `custom`) and the options that differ from the defaults. */
  readonly rules: { readonly [key: string]: string | number | null };
  /** What the match waits for. */
  readonly phase: PhaseName;
  /** Number of the round from 1, 0 before the first deal. */
  readonly round: number;
  /** For each seat its five stock piles. */
  readonly stocks: readonly (readonly StockView[])[];
  /** Spit cards in each hand (R2.3). */
  readonly hands: readonly number[];
  /** The spit piles. */
  readonly spits: readonly SpitPileView[];
  /** What each seat has said since the last spit. */
  readonly calls: readonly CallView[];
  /** For each seat the piles it may name when it next says "spit"; empty means null. */
  readonly spit_choices: readonly (readonly SpitPile[])[];
  /** Plays that are shown but not final yet, oldest first. */
  readonly tentative: readonly TentativePlay[];
  /** Why the round is over, until its piles are taken. */
  readonly stopped: Stopped | null;
  /** Cards owned by each seat at the end of the last round, 26 and 26 before that. */
  readonly cards: readonly number[];
  /** Running totals with `scoring=points`, else 0 and 0 (R8.2). */
  readonly points: readonly number[];
  /** Which seats have a connection; a bot's always has. */
  readonly online: readonly boolean[];
  /** The pause, if the match stands still. */
  readonly paused: PauseView | null;
  /** The clock that runs now, if one does. */
  readonly countdown: Countdown | null;
  /** The seat that may be claimed against now. */
  readonly claimable: Seat | null;
  /** Who has asked for a rematch. */
  readonly rematch: readonly boolean[];
  /** How the match ended, once it has. */
  readonly result: Result | null;
  /** Matches won by each seat against the other, those of earlier tables too. */
  readonly wins: readonly number[];
  /** Which seats nobody has taken yet; their names are empty. */
  readonly free: readonly boolean[];
  /** How many watch. */
  readonly watching: number;
  /**
   * By seat, how long a message takes to its player and back, ms; null if it was not measured, as
   * that of a program.
   */
  readonly round_trips: readonly (number | null)[];
  /** False while a result is not yet kept: a crash of the server could still undo it. */
  readonly saved: boolean;
};

/**
 * A (re)match begins; all but names, seats, presence, round trips, watchers and wins is new.
 *
 * Phase `deal`, round 0, five empty stock piles each, no hands, no spit piles, nothing said, 26
 * cards and 0 points each, no result, nothing claimable, no rematch asked for, `saved`.
 */
export type MatchStarted = {
  readonly type: "match-started";
  /** Its name. */
  readonly match: string;
};

/**
 * Both layouts lie on the table (R2). `piles` is how many spit piles the round has.
 *
 * Phase `ready`. The spit piles are empty: 0 cards, no top, version 0.
 */
export type Dealt = {
  readonly type: "dealt";
  /** Number of the round, from 1. */
  readonly round: number;
  /** As in the view. */
  readonly stocks: readonly (readonly StockView[])[];
  /** As in the view. */
  readonly hands: readonly number[];
  /** 1 or 2 (R2.5). */
  readonly piles: number;
};

/** A seat has said "spit", or "ready" before the first spit (R3). */
export type Called = {
  readonly type: "called";
  readonly seat: Seat;
  /** The spit pile it named. */
  readonly pile: SpitPile | null;
};

/** A play became legal, which takes back what was said (R3.5). */
export type CallsWithdrawn = {
  readonly type: "calls-withdrawn";
};

/** One card turned up onto a spit pile. */
export type SpitFlip = {
  readonly seat: Seat;
  /** The card. */
  readonly card: CardCode;
  /** Where it landed. */
  readonly pile: SpitPile;
};

/**
 * Spit cards were turned up, in the order in which they landed (R3.1, R3.2).
 *
 * All the cards carry this event's version. `spit_choices` is the view's field from now on. Phase
 * `play`; what was said is done with, and each hand has one card less for each flip.
 */
export type Spat = {
  readonly type: "spat";
  /** The cards, one or two. */
  readonly flips: readonly SpitFlip[];
  /** As in the view. */
  readonly spit_choices: readonly (readonly SpitPile[])[];
};

/**
 * A card lies on a spit pile (R4.1). If `tentative`, `Settled` or `TakenBack` follows.
 *
 * The card leaves its stock pile and is the new top, with this event's version. A tentative one
 * also joins the view's `tentative`, with the top it now covers.
 */
export type Played = {
  readonly type: "played";
  readonly seat: Seat;
  /** The stock pile it came from. */
  readonly stock: Slot;
  /** The spit pile it lies on. */
  readonly pile: SpitPile;
  /** The card. */
  readonly card: CardCode;
  /** Whether it may still be taken back. */
  readonly tentative: boolean;
};

/** The tentative plays with these versions are final. */
export type Settled = {
  readonly type: "settled";
  /** Versions of their `Played` events. */
  readonly plays: readonly Version[];
};

/**
 * The tentative plays with these versions are undone, newest first.
 *
 * Each card is again the face-up top of the stock pile it came from, and the pile shows the card
 * below with the version which that card had. `margin_ms` is by how much the race was lost.
 */
export type TakenBack = {
  readonly type: "taken-back";
  /** Versions of their `Played` events, newest first. */
  readonly plays: readonly Version[];
  /** By how many milliseconds the race was lost, if known. */
  readonly margin_ms: number | null;
};

/** A card was turned face up (R5.1), by hand or by itself with `flip=auto`. */
export type Flipped = {
  readonly type: "flipped";
  readonly seat: Seat;
  /** The pile; it has one face-down card less. */
  readonly stock: Slot;
  /** What it turned out to be. */
  readonly card: CardCode;
};

/** A card moved within a seat's stock (R5.2, R5.4). */
export type Shifted = {
  readonly type: "shifted";
  readonly seat: Seat;
  /** The pile it left. */
  readonly stock: Slot;
  /** The slot where it is now the top. */
  readonly slot: Slot;
  /** The card. */
  readonly card: CardCode;
};

/**
 * The round has ended, cleared or blocked (R6.1, R6.2). With a slap to come, slap now.
 *
 * Phase `slap` if a slap is to come, else `deal`. The piles stay in view until `RoundEnded`.
 */
export type RoundStopped = {
  readonly type: "round-stopped";
  /** How it ended. */
  readonly reason: StopReason;
  /** The seat that cleared its stock. */
  readonly cleared: Seat | null;
  /** Whether a slap, or the coin in its place, is to come (R6.3). */
  readonly slap: boolean;
};

/**
 * The slap that decides (R6.3): `takes` is the pile that each seat takes.
 *
 * With `slap=smaller`, and when nobody slaps in time, it is the coin's decision. The view does not
 * change.
 */
export type Slapped = {
  readonly type: "slapped";
  /** Who slapped first. */
  readonly seat: Seat;
  /** The pile that this seat takes. */
  readonly pile: SpitPile;
  /** By seat, the pile it takes. */
  readonly takes: readonly SpitPile[];
};

/**
 * Round over, the cards owned before the next deal and the running points (R6.6, R8.2).
 *
 * Phase `deal`; stocks, hands and spit piles are empty.
 */
export type RoundEnded = {
  readonly type: "round-ended";
  /** Number of the round. */
  readonly round: number;
  /** As in `RoundStopped`. */
  readonly reason: StopReason;
  /** As in `RoundStopped`. */
  readonly cleared: Seat | null;
  /** Cards that each seat owns now. */
  readonly cards: readonly number[];
  /** Running points of each seat. */
  readonly points: readonly number[];
};

/**
 * The match is over (R7, R8.3, or ended early).
 *
 * Phase `over`; the view has its result, nobody has piles to choose from, and `wins` of the winner
 * is one more. If it ended early the piles stay as they were.
 */
export type MatchEnded = {
  readonly type: "match-ended";
  /** Who won; null for a draw or an abandoned match. */
  readonly winner: Seat | null;
  /** Why. */
  readonly reason: ResultReason;
  /** As in `Result`. */
  readonly races: readonly RacesWon[];
};

/** A clock started, in the place of any other; see `Countdown`. */
export type CountdownStarted = {
  readonly type: "countdown-started";
  /** What happens at its end. */
  readonly kind: CountdownKind;
  /** How long it runs from now, ms. */
  readonly left_ms: number;
};

/** The clock is gone, at its end or before; nothing else takes it out of the view. */
export type CountdownStopped = {
  readonly type: "countdown-stopped";
};

/**
 * The match is paused; `seats` are those it waits for.
 *
 * It comes again when these change; `seats` is empty while play is about to go on.
 */
export type PauseStarted = {
  readonly type: "pause-started";
  /** As in `PauseView`. */
  readonly seats: readonly Seat[];
  /** As in `PauseView`. */
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
  /** Whether it is there. */
  readonly online: boolean;
};

/** The match may be claimed against `seat`; null takes that back. */
export type Claimable = {
  readonly type: "claimable";
  /** The seat that holds the match up. */
  readonly seat: Seat | null;
};

/** A seat asks for a rematch. */
export type RematchAsked = {
  readonly type: "rematch-asked";
  readonly seat: Seat;
};

/** A free seat was taken: it is not `free` any more, and has a name. */
export type Seated = {
  readonly type: "seated";
  readonly seat: Seat;
  /** What it is called from now on. */
  readonly name: string;
  /** As in the view: how the two have fared against each other before. */
  readonly wins: readonly number[];
};

/** The number of those who watch has changed; told at most once a second. */
export type Watched = {
  readonly type: "watched";
  /** How many they are now. */
  readonly watching: number;
};

/** A seat shows an emote. It changes nothing, and a client may let its player mute it. */
export type Emoted = {
  readonly type: "emoted";
  readonly seat: Seat;
  /** Which one. */
  readonly emote: EmoteName;
};

/** The ways of messages have become longer or shorter; told at most once a second. */
export type RoundTrips = {
  readonly type: "round-trips";
  /** As in the view. */
  readonly ms: readonly (number | null)[];
};

/** Whether the result is kept, told if that takes unusually long, and again once it is. */
export type Saved = {
  readonly type: "saved";
  /** As in the view. */
  readonly saved: boolean;
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
  | RematchAsked
  | Seated
  | Watched
  | Emoted
  | RoundTrips
  | Saved;

/** A seat that this connection plays, the lowest action id it may use next, and its time. */
export type OwnSeat = {
  readonly seat: Seat;
  /**
   * The lowest id not used yet, also by earlier connections of the seat; in a later epoch it is far
   * higher.
   */
  readonly next_id: ActionId;
  /**
   * How long it may be away from now on before the match may be claimed, ms; later by the `left_ms`
   * of each `PauseStarted`.
   */
  readonly away_ms: number;
};

/** Answer to `Hello`: who you are. A `Snapshot` or an `Update` follows. */
export type Welcome = {
  readonly type: "welcome";
  /** The version of this protocol that the server speaks here. */
  readonly version: number;
  /** Name of the table. */
  readonly table: string;
  /** In the order of the secrets; empty for a spectator. */
  readonly seats: readonly OwnSeat[];
  /** The longest that a seat may be away at a time, ms; with `MatchStarted` it has all of it. */
  readonly grace_ms: number;
};

/** The whole view; it replaces all that the client knew. */
export type Snapshot = {
  readonly type: "snapshot";
  /** The view, with its position in it. */
  readonly view: TableView;
};

/**
 * Events in order. `version` is the position after the last of them.
 *
 * A client that is not at `(epoch, version - len(events))` has lost touch and sends `Resync`.
 */
export type Update = {
  readonly type: "update";
  /** Epoch of the position after the last event. */
  readonly epoch: Version;
  /** Version of the position after the last event. */
  readonly version: Version;
  /** What happened; empty if nothing was missed. */
  readonly events: readonly AnyEvent[];
};

/** Answer to an action: it is final, by the event with this version. */
export type Accepted = {
  readonly type: "accepted";
  /** The action's. */
  readonly id: ActionId;
  readonly seat: Seat;
  /** Version of the event that the action became. */
  readonly version: Version;
};

/**
 * Answer to an action: it changed nothing, and why.
 *
 * `wait_ms` is how long the hand still waits after a misplay, 0 if not. `margin_ms` is by how much
 * a race was lost, where it is known.
 */
export type Refused = {
  readonly type: "refused";
  /** The action's. */
  readonly id: ActionId;
  readonly seat: Seat;
  /** Why. */
  readonly reason: Reason;
  /** How long this seat's hand waits before a touch counts, ms. */
  readonly wait_ms: number;
  /** By how many milliseconds the race was lost. */
  readonly margin_ms: number | null;
};

/** Answer to `Ping`. */
export type Pong = {
  readonly type: "pong";
  /** The number of the ping. */
  readonly n: Version;
};

/**
 * Something is wrong with what was sent or with the connection, said in words.
 *
 * If `fatal` the server closes the connection after it.
 */
export type Problem = {
  readonly type: "problem";
  /** What kind of thing, for programs. */
  readonly code: ErrorCode;
  /** A sentence for people. */
  readonly detail: string;
  /** Whether the connection ends here. */
  readonly fatal: boolean;
};

export type AnyOutbound = Welcome | Snapshot | Update | Accepted | Refused | Pong | Problem;

/**
 * Body of `POST /api/tables`: against whom, and by which rules.
 *
 * `rules` holds a preset's `name` or options as in a record's header, or both.
 */
export type NewTable = {
  /** Who takes the other seat. */
  readonly opponent?: OpponentName;
  /** How strong the computer plays, if it does. */
  readonly level?: LevelName;
  /** What the player is called; "Guest" if empty. */
  readonly name?: TypedName;
  /** What the other one at the same screen is called. */
  readonly partner_name?: TypedName;
  /** The rules to play by; the standard ones if empty. */
  readonly rules?: { readonly [key: string]: string | number | null };
  /** Whether strangers find the table in the lobby while its second seat is free. */
  readonly listed?: boolean;
  /**
   * The player's own secret, the same at all tables: it opens the seat too, and what is won counts
   * for whoever knows it. At least 32 characters; null to be nobody in particular.
   */
  readonly guest?: Secret | null;
  /** Makes deals, coins and the computer's choices come out the same again. */
  readonly seed?: number | null;
};

/** Answer to `NewTable`, `SitDown` and `TakeOver`: where to connect, and the seat's secret. */
export type TableMade = {
  /** Name of the table, and the code by which a friend finds it; its page is `/t/<table>`. */
  readonly table: string;
  /** The player's seat. */
  readonly seat: Seat;
  /** Proves that the seat is yours; to be kept, and shown to nobody. */
  readonly secret: string;
  /** Path of the WebSocket, `/ws/<table>` below the server's base path. */
  readonly socket: string;
  /** The same for the other seat, if both are at this screen; else null. */
  readonly partner_secret: string | null;
};

/** Answer to `GET /api/tables/<table>`: what a stranger with its name may know of a table. */
export type TableInfo = {
  /** Its name as it is written; asked for in any case, with or without hyphens and spaces. */
  readonly table: string;
  /** Whether a seat is free. */
  readonly standing: TableStanding;
  /** What the seats are called; empty for a free one. */
  readonly names: readonly string[];
  /** As in the view. */
  readonly rules: { readonly [key: string]: string | number | null };
  /** How many watch. */
  readonly watching: number;
};

/**
 * Body of `POST /api/tables/<table>/seat`: takes the free seat.
 *
 * Whoever has a seat there by the same `guest` gets that one again.
 */
export type SitDown = {
  /** As in `NewTable`. */
  readonly name?: TypedName;
  /** As in `NewTable`. */
  readonly guest?: Secret | null;
};

/** Answer to `GET /api/tables/<table>/invitation`: how a friend finds the table. */
export type Invitation = {
  /** The table's name in groups, easy to read aloud. */
  readonly code: string;
  /** Address of its page, as it works from another device. */
  readonly link: string;
  /** Address for those who want to watch. */
  readonly watch_link: string;
  /** The link as a QR code: an SVG document. */
  readonly qr: string;
  /**
   * From where the link works: `here` is this machine alone, `network` the devices of the local
   * network.
   */
  readonly reach: string;
};

/** Body of requests about the own seat at a table: proves which it is. */
export type SeatProof = {
  /** The seat's secret. */
  readonly secret: Secret;
};

/** Answer to `POST /api/tables/<table>/handover`: takes the seat to another device, once. */
export type Handover = {
  /** To be handed in by `TakeOver`; works once. */
  readonly code: string;
  /** Address that does it when it is opened; the code is behind its `#`. */
  readonly link: string;
  /** The link as a QR code: an SVG document. */
  readonly qr: string;
  /** How long it works. */
  readonly seconds: number;
};

/**
 * Body of `POST /api/tables/<table>/takeover`: takes a seat by a one-time code.
 *
 * The answer is a `TableMade` with a new secret of that seat.
 */
export type TakeOver = {
  /** From `Handover`. */
  readonly code: Secret;
};

/**
 * Body of `POST /api/tables/<table>/block`: never meet the one across the table again.
 *
 * It needs a `guest` at both seats. Two of whom one has blocked the other are not paired, and
 * neither can sit down at the other's table.
 */
export type Block = {
  /** As in `SeatProof`. */
  readonly secret: Secret;
  /** False takes it back. */
  readonly blocked?: boolean;
};

/**
 * Body of `POST /api/tables/<table>/report`: tells who runs the server about the opponent.
 *
 * The record of the match is kept with it.
 */
export type Report = {
  /** As in `SeatProof`. */
  readonly secret: Secret;
  /** What has happened, in the player's words. */
  readonly words?: string;
};

/** Answer to `Block` and `Report`. */
export type Done = {
  /** Always true. */
  readonly done: boolean;
};

/** Body of every answer over plain HTTP that is an error. */
export type HttpError = {
  /** A sentence that says what is wrong. */
  readonly error: string;
};

/** First message on every connection to the lobby, and only there. */
export type Enter = {
  readonly type: "enter";
  /** The version of this protocol that the client speaks. */
  readonly version: number;
  /** What the player is called; "Guest" if empty. */
  readonly name?: TypedName;
  /** As in `NewTable`. */
  readonly guest?: Secret | null;
};

/**
 * Look for an opponent who wants the same rules, until `Paired` or `StopSeeking`.
 *
 * Of one guest in several tabs the newest is paired.
 */
export type Seek = {
  readonly type: "seek";
  /** The rules to play by, as in `NewTable`. */
  readonly rules?: { readonly [key: string]: string | number | null };
};

/** Look no longer. Ending the connection does the same. */
export type StopSeeking = {
  readonly type: "stop-seeking";
};

/**
 * Do not play the opponent who was found, or wait for them no longer.
 *
 * Either of two who were paired may say so until the first card is turned, from any connection to
 * the lobby. The table is closed, as `declined` to whoever is there already.
 */
export type Decline = {
  readonly type: "decline";
  /** `Paired.table`. */
  readonly table: string;
  /** `Paired.secret`. */
  readonly secret: Secret;
};

/** How many look for an opponent by the same rules. */
export type Waiting = {
  /** The rules, as in the view. */
  readonly rules: { readonly [key: string]: string | number | null };
  /** How many. */
  readonly people: number;
};

/** A table that anyone may find. */
export type ListedTable = {
  /** Its name. */
  readonly table: string;
  /** What the seats are called; empty for a free one. */
  readonly names: readonly string[];
  /** The rules, as in the view. */
  readonly rules: { readonly [key: string]: string | number | null };
  /** How many watch. */
  readonly watching: number;
};

/** What is going on; sent on entering, and when it changes, at most once a second. */
export type Lobby = {
  readonly type: "lobby";
  /**
   * How many people are here, at tables and in the lobby. A guest is one, in however many tabs;
   * whoever watches, or plays without being a guest, is one by each connection.
   */
  readonly people: number;
  /** How many matches are being played. */
  readonly tables: number;
  /**
   * Who looks for an opponent, by rules, the most wanted first: at most 20. Rules that nobody waits
   * for are left out.
   */
  readonly waiting: readonly Waiting[];
  /** Tables with a free seat that their makers have listed, the newest first: at most 20. */
  readonly open: readonly ListedTable[];
  /** Matches between people who met here, to be watched, the newest first: at most 20. */
  readonly running: readonly ListedTable[];
};

/**
 * Answer to `Seek` and `StopSeeking`: whether this client is looking for an opponent now.
 *
 * It also comes by itself: with null when the same guest was paired in another tab, or when a fault
 * of the server has kept two from being paired; with rules after `Declined`.
 */
export type Seeking = {
  readonly type: "seeking";
  /** The rules that it looks for, null if it does not. */
  readonly rules: { readonly [key: string]: string | number | null } | null;
};

/**
 * An opponent is found; this client looks no longer.
 *
 * Both should connect to the table at once. If one has not come after some seconds the table is
 * closed as `no-such-table` to the other, who may look again.
 */
export type Paired = {
  readonly type: "paired";
  /** Name of the table. */
  readonly table: string;
  /** The player's seat. */
  readonly seat: Seat;
  /** As in `TableMade`. */
  readonly secret: string;
  /** As in `TableMade`. */
  readonly socket: string;
  /** What the other one is called. */
  readonly opponent: string;
};

/**
 * One of two who were paired does not play now, and their table is closed.
 *
 * It answers `Decline`; a table that is no such one, or whose match has begun, is a `Problem`
 * instead. The other is told too while it is in the lobby, and looks for an opponent again by the
 * same rules, as `Seeking` says.
 */
export type Declined = {
  readonly type: "declined";
  /** Name of the table. */
  readonly table: string;
};

export type AnyLobbyInbound = Enter | Seek | StopSeeking | Decline | Ping;

export type AnyLobbyOutbound = Lobby | Seeking | Paired | Declined | Pong | Problem;

/** The computer's levels, the weakest first. */
export const LEVELS: readonly LevelName[] = [
  "child",
  "casual",
  "steady",
  "quick",
  "sharp",
  "lightning",
];

/** The emotes, in the order in which they are offered. */
export const EMOTES: readonly EmoteName[] = [
  "hello",
  "nice",
  "wow",
  "oops",
  "hurry",
  "thanks",
];

/** The named sets of options: what differs from the defaults. */
export const PRESETS: Record<string, Record<string, string | number | null>> = {
  "standard": {},
  "points": { "scoring": "points" },
  "pagat": { "respit": "own" },
  "literal": { "wrap": "literal" },
  "house": { "stacking": "on" },
  "relaxed": { "flip": "auto", "slap": "smaller" },
};

/** Every option of the rules with its values, the default among them. */
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
