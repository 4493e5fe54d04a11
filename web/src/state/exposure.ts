/**
 * Since when the player's screen has shown what he reacts to.
 *
 * It keeps, for each spit pile and for the end of the round, what is shown and the moment of the
 * first painted frame that showed it. All times are milliseconds of the client's own monotonic
 * clock; whoever paints says when (`painted`).
 */

import type { CardCode, Millis, SpitPile, TableView, Version } from '../protocol.gen';

const MAX_MS = 3_600_000;

type Exposed = { card: CardCode; version: Version; sinceMs: number | null };

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
      return { card: pile.top, version: pile.version, sinceMs: null };
    });
    if (shown.phase !== 'slap') this.#stop = null;
    else this.#stop ??= { sinceMs: null };
  }

  /** Says that a frame with all that was noted has been painted at `nowMs`. */
  painted(nowMs: number): void {
    for (const pile of this.#piles) if (pile) pile.sinceMs ??= nowMs;
    if (this.#stop) this.#stop.sinceMs ??= nowMs;
  }

  /** Whether something noted has not been painted yet. */
  get isWaiting(): boolean {
    return this.#piles.some((pile) => pile?.sinceMs === null) || this.#stop?.sinceMs === null;
  }

  /** How long the top of a pile has been on the screen. */
  reactedMs(pile: SpitPile, nowMs: number): Millis | null {
    return spanMs(this.#piles[pile]?.sinceMs ?? null, nowMs);
  }

  /** How long the end of the round has been on the screen. */
  reactedToStopMs(nowMs: number): Millis | null {
    return spanMs(this.#stop?.sinceMs ?? null, nowMs);
  }
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
