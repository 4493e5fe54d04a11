/** One player's hand: what it has picked, and its intents carried out on the store. */

import type { Seat, Slot, SpitPile } from '../protocol.gen';
import type { TableStore } from '../state/table-store';
import {
  dragOnto,
  dropOn,
  type Intent,
  keptPick,
  type Pick,
  pickStock,
  type Sight,
  say,
  tapStock,
  touchSpit,
} from './intent';

/** Whose hand it is, and what lies near to it; asked again each time. */
export type Owner = {
  readonly seat: () => Seat;
  /** As in `Sight`. */
  readonly nearer: () => readonly SpitPile[] | null;
};

export class Hand {
  #picked: Pick | null = null;
  readonly #store: TableStore;
  readonly #onPick: (picked: Pick | null) => void;
  readonly #owner: Owner;

  constructor(store: TableStore, onPick: (picked: Pick | null) => void, owner: Owner) {
    this.#store = store;
    this.#onPick = onPick;
    this.#owner = owner;
    store.subscribe(() => this.#keepPick());
  }

  get picked(): Pick | null {
    return this.#picked;
  }

  /** A tap on an own stock pile; times are those of the touch, by the monotonic clock. */
  tap(slot: Slot, touchMs: number): void {
    this.#with((sight) => tapStock(sight, this.#picked, slot), touchMs);
  }

  /** A key for an own stock pile. */
  pick(slot: Slot, touchMs: number): void {
    this.#with((sight) => pickStock(sight, this.#picked, slot), touchMs);
  }

  unpick(): void {
    this.#setPick(null);
  }

  /** A touch of a spit pile, or its arrow key. */
  spit(pile: SpitPile, touchMs: number): void {
    this.#with((sight) => touchSpit(sight, this.#picked, pile), touchMs);
  }

  /** The "spit" button or the space bar; false if there is nothing to say. */
  say(touchMs: number): boolean {
    return this.#with((sight) => say(sight), touchMs);
  }

  /** A dragged card that has reached a spit pile; false if nothing can be played now. */
  dragOnto(slot: Slot, pile: SpitPile, touchMs: number): boolean {
    return this.#with((sight) => dragOnto(sight, slot, pile), touchMs);
  }

  /** A dragged card let go over another own slot; false if it cannot stay there. */
  dropOn(from: Slot, slot: Slot, touchMs: number): boolean {
    return this.#with((sight) => dropOn(sight, from, slot), touchMs);
  }

  #with(decide: (sight: Sight) => Intent, touchMs: number): boolean {
    const sight = this.#sight(touchMs);
    if (!sight) return false;
    const intent = decide(sight);
    this.#perform(intent, touchMs);
    return intent.type !== 'none' && intent.type !== 'hint';
  }

  /** What lies before the hand: as it is, or as it was painted when a touch was made. */
  #sight(touchMs: number | null = null): Sight | null {
    const { live, exposure } = this.#store;
    const { shown, seats } = live;
    const seat = this.#owner.seat();
    if (!shown || !seats.includes(seat)) return null;
    const view = touchMs === null ? shown.view : exposure.seen(shown.view, touchMs);
    return { view, seat, nearer: this.#owner.nearer() };
  }

  #perform(intent: Intent, touchMs: number): void {
    const seat = this.#owner.seat();
    switch (intent.type) {
      case 'play':
        this.#setPick(null);
        this.#store.play(intent.stock, intent.pile, touchMs, seat);
        return;
      case 'flip':
        this.#setPick(null);
        this.#store.flip(intent.stock, touchMs, seat);
        return;
      case 'shift':
        this.#setPick(null);
        this.#store.shift(intent.stock, intent.slot, touchMs, seat);
        return;
      case 'call':
        this.#store.call(intent.pile, seat);
        return;
      case 'slap':
        this.#store.slap(intent.pile, touchMs, seat);
        return;
      case 'pick':
        this.#setPick(intent.pick);
        return;
      case 'hint':
        this.#store.hint(intent.hint, seat);
        return;
      case 'none':
        return;
    }
  }

  #keepPick(): void {
    if (!this.#picked) return;
    const sight = this.#sight();
    const kept = sight ? keptPick(sight, this.#picked) : null;
    if (kept !== this.#picked) this.#setPick(kept);
  }

  #setPick(picked: Pick | null): void {
    this.#picked = picked;
    this.#onPick(picked);
  }
}
