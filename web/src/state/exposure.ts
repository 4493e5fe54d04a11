/**
 * Since when the player's screen has shown what he reacts to.
 *
 * It keeps, for each spit pile and for the end of the round, what is shown and the moment of the
 * first painted frame that showed it; an own card is seen from the touch that put it there. A touch
 * is for what was painted by then, not for what has come since. All times are milliseconds of the
 * client's own monotonic clock; whoever paints says when (`painted`).
 */

import type { CardCode, Millis, SpitPile, TableView, Version } from '../protocol.gen';

const MAX_MS = 3_600_000;

type Exposed = {
  readonly card: CardCode;
  readonly version: Version;
  sinceMs: number | null;
  /** What was painted there before. */
  readonly before: Exposed | null;
};

/** The top of a pile that a player saw, and for how long he had seen it; null if unknown. */
export type SeenTop = {
  readonly card: CardCode;
  readonly version: Version;
  readonly reactedMs: Millis | null;
};

/** A span as the wire wants it: whole, not negative, bounded; null if the start is unknown. */
export function spanMs(sinceMs: number | null, nowMs: number): Millis | null {
  if (sinceMs === null) return null;
  return Math.min(MAX_MS, Math.max(0, Math.round(nowMs - sinceMs)));
}

export class Exposure {
  #piles: (Exposed | null)[] = [];
  #stop: { sinceMs: number | null } | null = null;

  /** Takes note of what is about to be painted. */
  note(shown: TableView): void {
    this.#piles = shown.spits.map((pile, index) => {
      if (pile.top === null) return null;
      const before = this.#piles[index];
      if (before?.card === pile.top) return { ...before, version: pile.version };
      return { card: pile.top, version: pile.version, sinceMs: null, before: lastPainted(before) };
    });
    if (shown.phase !== 'slap') this.#stop = null;
    else this.#stop ??= { sinceMs: null };
  }

  /** Says that a frame with all that was noted has been painted at `nowMs`. */
  painted(nowMs: number): void {
    for (const pile of this.#piles) if (pile) pile.sinceMs ??= nowMs;
    if (this.#stop) this.#stop.sinceMs ??= nowMs;
  }

  /** Says that the player himself has put the noted top of a pile there, by a touch. */
  placed(pile: SpitPile, card: CardCode, touchMs: number): void {
    const exposed = this.#piles[pile];
    if (exposed?.card === card) exposed.sinceMs ??= touchMs;
  }

  /** Whether something noted has not been painted yet. */
  get isWaiting(): boolean {
    return this.#piles.some((pile) => pile?.sinceMs === null) || this.#stop?.sinceMs === null;
  }

  /** The top of a pile that a touch was for; null if the pile is empty. */
  seenTop(pile: SpitPile, touchMs: number): SeenTop | null {
    const exposed = this.#seen(pile, touchMs);
    if (!exposed) return null;
    const { card, version, sinceMs } = exposed;
    return { card, version, reactedMs: spanMs(sinceMs, touchMs) };
  }

  /** What is shown, with the tops that a touch was for. */
  seen(shown: TableView, touchMs: number): TableView {
    const tops = shown.spits.map((_, pile) => this.#seen(pile, touchMs));
    if (tops.every((top, pile) => top?.card === shown.spits[pile]?.top)) return shown;
    const spits = shown.spits.map((pile, index) => {
      const top = tops[index];
      return top ? { ...pile, top: top.card, version: top.version } : pile;
    });
    return { ...shown, spits };
  }

  #seen(pile: SpitPile, touchMs: number): Exposed | null {
    const exposed = this.#piles[pile] ?? null;
    const isPainted = exposed?.sinceMs != null && exposed.sinceMs <= touchMs;
    return isPainted ? exposed : (exposed?.before ?? exposed);
  }

  /** How long the end of the round has been on the screen. */
  reactedToStopMs(nowMs: number): Millis | null {
    return spanMs(this.#stop?.sinceMs ?? null, nowMs);
  }
}

function lastPainted(exposed: Exposed | null | undefined): Exposed | null {
  if (!exposed) return null;
  return exposed.sinceMs === null ? exposed.before : { ...exposed, before: null };
}

/**
 * Whether a clock's steps are longer than 5 ms, as some browsers make them.
 *
 * It reads the clock until it steps, at most `reads` times.
 */
export function isCoarse(clock: () => number, reads = 100_000): boolean {
  const start = clock();
  for (let i = 0; i < reads; i++) {
    const step = clock() - start;
    if (step > 0) return step > 5;
  }
  return true;
}
