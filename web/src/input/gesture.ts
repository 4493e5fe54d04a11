/**
 * One pointer on the own piles: a tap, or a drag whose card is played at first touch (R4.3).
 *
 * A dragged card is judged once, as it enters a pile. If it fits there it is played at that
 * moment. If not it passes over, and cannot wait there for a better top; let go there it is a
 * misplay.
 *
 * Geometry and time are handed in; no element is known here. A second pointer is ignored while
 * one is down (R4.2). Each gesture ends for good by itself: nothing of it is left for the next.
 */

import type { Slot, SpitPile } from '../protocol.gen';

export type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A sample of a pointer, in the coordinates of the rectangles. */
export type Sample = {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly timeMs: number;
};

export type GestureWorld = {
  /** The rectangle of the card on top of an own pile; null if it cannot be lifted. */
  readonly card: (slot: Slot) => Rect | null;
  /** The rectangles of the spit piles in play. */
  readonly spits: () => readonly { readonly pile: SpitPile; readonly rect: Rect }[];
  /** Whether the card on top of an own pile fits a spit pile, as it was painted at a time. */
  readonly fits: (slot: Slot, pile: SpitPile, timeMs: number) => boolean;
  /** The own slot under a point. */
  readonly slotAt: (x: number, y: number) => Slot | null;
};

export type GestureEffects = {
  readonly tap: (slot: Slot, timeMs: number) => void;
  /** The card follows the pointer by this much; null lets it go home. */
  readonly carry: (slot: Slot, offset: { readonly x: number; readonly y: number } | null) => void;
  /** The card has touched a spit pile that it fits, or was let go on one that it does not. */
  readonly touch: (slot: Slot, pile: SpitPile, timeMs: number) => void;
  /** The card was let go over another own slot. */
  readonly drop: (slot: Slot, onto: Slot, timeMs: number) => void;
};

type Held = {
  readonly slot: Slot;
  readonly card: Rect | null;
  readonly start: Sample;
  last: Sample;
  isDrag: boolean;
  /** The spit piles that the card lies over, and did not fit when it entered them. */
  over: readonly SpitPile[];
};

/** How far a pointer may stray and still tap, in CSS pixels. */
const SLACK_PX = 7;
/** Steps in which the way of a fast pointer is looked at. */
const STEP_PX = 6;

export class Gesture {
  #held: Held | null = null;
  readonly #world: GestureWorld;
  readonly #effects: GestureEffects;

  constructor(world: GestureWorld, effects: GestureEffects) {
    this.#world = world;
    this.#effects = effects;
  }

  /** Whether a pointer is down on an own pile. */
  get isActive(): boolean {
    return this.#held !== null;
  }

  /** A pointer goes down on an own pile; false if another one is down already. */
  down(slot: Slot, sample: Sample): boolean {
    if (this.#held) return false;
    const card = this.#world.card(slot);
    this.#held = { slot, card, start: sample, last: sample, isDrag: false, over: [] };
    return true;
  }

  move(sample: Sample): void {
    const held = this.#held;
    if (!held || held.start.pointer !== sample.pointer) return;
    const before = held.last;
    held.last = sample;
    if (!held.isDrag) {
      const strayed = Math.hypot(sample.x - held.start.x, sample.y - held.start.y);
      if (strayed < SLACK_PX || !held.card) return;
      held.isDrag = true;
    }
    const pile = this.#firstFit(held, before, sample);
    if (pile === null) {
      this.#effects.carry(held.slot, offset(held, sample));
      return;
    }
    this.#held = null;
    this.#effects.touch(held.slot, pile, sample.timeMs);
  }

  up(sample: Sample): void {
    this.move(sample);
    const held = this.#held;
    if (!held || held.start.pointer !== sample.pointer) return;
    this.#held = null;
    if (!held.isDrag) {
      const strayed = Math.hypot(sample.x - held.start.x, sample.y - held.start.y);
      if (strayed < 4 * SLACK_PX) this.#effects.tap(held.slot, sample.timeMs);
      return;
    }
    const misplayed = held.over[0];
    if (misplayed !== undefined) {
      this.#effects.touch(held.slot, misplayed, sample.timeMs);
      return;
    }
    const onto = this.#world.slotAt(sample.x, sample.y);
    if (onto !== null && onto !== held.slot) {
      this.#effects.drop(held.slot, onto, sample.timeMs);
    }
    this.#effects.carry(held.slot, null);
  }

  /** The pointer was taken away, or the card is no longer there; another pointer is ignored. */
  cancel(pointer: number | null = null): void {
    const held = this.#held;
    if (pointer !== null && held?.start.pointer !== pointer) return;
    this.#held = null;
    if (held?.isDrag) this.#effects.carry(held.slot, null);
  }

  /** The first pile that the card enters, on its way between two samples, and fits. */
  #firstFit(held: Held, from: Sample, to: Sample): SpitPile | null {
    if (!held.card) return null;
    const spits = this.#world.spits();
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP_PX));
    for (let step = 1; step <= steps; step++) {
      const x = from.x + ((to.x - from.x) * step) / steps - held.start.x;
      const y = from.y + ((to.y - from.y) * step) / steps - held.start.y;
      const card = { ...held.card, x: held.card.x + x, y: held.card.y + y };
      const over = spits
        .map(({ pile, rect }) => ({ pile, area: overlap(card, rect) }))
        .filter(({ area }) => area > 0)
        .sort((a, b) => b.area - a.area)
        .map(({ pile }) => pile);
      const entered = over.filter((pile) => !held.over.includes(pile));
      const fitting = entered.find((pile) => this.#world.fits(held.slot, pile, to.timeMs));
      if (fitting !== undefined) return fitting;
      held.over = over;
    }
    return null;
  }
}

function offset(held: Held, sample: Sample): { x: number; y: number } {
  return { x: sample.x - held.start.x, y: sample.y - held.start.y };
}

/** The area that two rectangles share; 0 if they only meet at an edge. */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
