/**
 * From the page's events to one seat's hand: pointer, click and key, with the times of the touches.
 *
 * A pointer's tap is taken from its own events; the click that a browser sends after them is an
 * echo and is told by its time alone. Clicks without a pointer (keyboard, assistive technology)
 * are taps.
 */

import { Gesture, type GestureEffects, type GestureWorld } from '../input/gesture';
import { Hand } from '../input/hand';
import { type Command, commandOf } from '../input/keys';
import type { CardCode, Seat, Slot, SpitPile } from '../protocol.gen';
import { pilesFor, SLOTS, stockOf, topOf } from '../state/rules';
import { spitPlace, stockPlace } from '../state/sprites';
import type { Geometry } from './geometry';
import type { SeatModel } from './seat-model.svelte';
import type { SettingsModel } from './settings-model.svelte';
import type { TableModel } from './table-model.svelte';

/** A click that follows a pointer so soon is its echo. */
const ECHO_MS = 400;

/** Whose hand it is; two people at one screen have an input each. */
export type Sitting = {
  readonly seat: () => Seat;
  /** For each own slot the spit pile nearer to it, where that is not as at a table for one. */
  readonly nearer: () => readonly SpitPile[] | null;
  /** Takes a pointer that goes down for this seat's own; false if it is nobody's. */
  readonly takes: (pointer: number) => boolean;
  /** What is printed on the key of an own slot. */
  readonly keyOf: (slot: Slot) => string;
};

export class TableInput {
  /** The own slot that the tab key reaches. */
  focused = $state<Slot>(0);
  readonly hand: Hand;
  readonly #gesture: Gesture;
  readonly #model: TableModel;
  readonly #settings: SettingsModel;
  readonly #geometry: () => Geometry;
  readonly #sitting: Sitting;
  #heldCard: CardCode | null = null;
  #pointerAtMs = Number.NEGATIVE_INFINITY;
  #isSpaceUsed = false;

  constructor(
    model: TableModel,
    settings: SettingsModel,
    geometry: () => Geometry,
    sitting: Sitting,
  ) {
    this.#model = model;
    this.#settings = settings;
    this.#geometry = geometry;
    this.#sitting = sitting;
    const onPick = (picked: SeatModel['picked']) => {
      this.#own.picked = picked;
    };
    this.hand = new Hand(model.store, onPick, sitting);
    this.#gesture = new Gesture(this.#world(), this.#effects());
    model.store.subscribe(() => this.#checkHeld());
  }

  get seat(): Seat {
    return this.#sitting.seat();
  }

  /** Whether single-key shortcuts are on; for whoever watches they would do nothing. */
  get hasKeys(): boolean {
    return this.#settings.values.keys && this.#model.hasSeat;
  }

  /** What is printed on the key of an own slot; nothing if keys are off. */
  keyOf(slot: Slot): string | undefined {
    return this.hasKeys ? this.#sitting.keyOf(slot) : undefined;
  }

  get #own(): SeatModel {
    return this.#model.seatModel(this.seat);
  }

  // ------------------------------------------------------------ pointer

  stockDown(slot: Slot, event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    if (event.button !== 0 || !this.#sitting.takes(event.pointerId)) return;
    if (!this.#gesture.down(slot, sampleOf(event))) return;
    this.#heldCard = this.#topOf(slot);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  stockMove(event: PointerEvent): void {
    if (this.#gesture.isActive) this.#gesture.move(sampleOf(event));
  }

  stockUp(event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    this.#gesture.up(sampleOf(event));
  }

  stockCancel(event: PointerEvent): void {
    this.#gesture.cancel(event.pointerId);
  }

  stockClick(slot: Slot, event: MouseEvent): void {
    if (!this.#isEcho(event)) this.hand.tap(slot, event.timeStamp);
  }

  spitDown(pile: SpitPile, event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    if (event.button !== 0 || this.#gesture.isActive) return;
    if (this.#sitting.takes(event.pointerId)) this.hand.spit(pile, event.timeStamp);
  }

  /** However long the touch was, the click after it is its echo. */
  pointerUp(event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
  }

  spitClick(pile: SpitPile, event: MouseEvent): void {
    if (!this.#isEcho(event)) this.hand.spit(pile, event.timeStamp);
  }

  say(event: Event): void {
    this.hand.say(event.timeStamp);
  }

  /** "Spit" by a touch that may be one of two at once: no click is sent for the second of them. */
  sayDown(event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    if (event.button !== 0 || this.#gesture.isActive) return;
    if (this.#sitting.takes(event.pointerId)) this.hand.say(event.timeStamp);
  }

  sayClick(event: MouseEvent): void {
    if (!this.#isEcho(event)) this.hand.say(event.timeStamp);
  }

  #isEcho(event: MouseEvent): boolean {
    return event.detail > 0 && event.timeStamp - this.#pointerAtMs < ECHO_MS;
  }

  // ------------------------------------------------------------ keys

  focusOn(slot: Slot): void {
    this.focused = slot;
  }

  /** Keys in the toolbar: the arrows walk where they do not play. */
  rowKey(slot: Slot, event: KeyboardEvent): void {
    const to = walk(slot, event.key);
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (to === null || (isArrow && this.#playsByArrow())) return;
    event.preventDefault();
    event.stopPropagation();
    const row = (event.currentTarget as Element).parentElement;
    row?.querySelector<HTMLElement>(`[data-pile="stock-${to}"]`)?.focus();
  }

  /** Keys anywhere on the table. */
  keyDown(event: KeyboardEvent): void {
    const command = this.hasKeys && !isWriting(event.target) ? commandOf(event) : null;
    if (!command) return;
    const used = this.command(command, event.timeStamp);
    if (!used) return;
    event.preventDefault();
    this.#isSpaceUsed = event.key === ' ';
  }

  /** A button under the focus must not take the space bar that has just said "spit". */
  keyUp(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#isSpaceUsed) event.preventDefault();
    this.#isSpaceUsed = false;
  }

  /** Carries out what a key means; false if the key is left to the page. */
  command(command: Command, touchMs: number): boolean {
    switch (command.type) {
      case 'pick':
        this.focused = command.slot;
        this.hand.pick(command.slot, touchMs);
        return true;
      case 'pile':
        this.hand.spit(command.pile, touchMs);
        return true;
      case 'say':
        return this.hand.say(touchMs);
      case 'unpick':
        this.hand.unpick();
        return false;
    }
  }

  #playsByArrow(): boolean {
    const { phase, isPair } = this.#model;
    const { picked, meaning } = this.#own;
    if (isPair) return false;
    return this.hasKeys && (picked !== null || phase === 'slap' || meaning === 'spit');
  }

  // ------------------------------------------------------------ the gesture's world

  #world(): GestureWorld {
    const box = (place: string) => this.#geometry().places.get(place) ?? null;
    return {
      card: (slot) => (this.#topOf(slot) === null ? null : box(stockPlace(this.seat, slot))),
      spits: () =>
        (this.#model.view?.spits ?? []).flatMap((_, pile) => {
          const rect = box(spitPlace(pile));
          return rect ? [{ pile, rect }] : [];
        }),
      fits: (slot, pile, timeMs) => {
        const card = this.#topOf(slot);
        const { live, exposure } = this.#model.store;
        if (card === null || live.shown === null) return false;
        return pilesFor(exposure.seen(live.shown.view, timeMs), card).includes(pile);
      },
      slotAt: (x, y) =>
        SLOTS.find((slot) => {
          const rect = box(stockPlace(this.seat, slot));
          if (!rect) return false;
          const isBeside = x < rect.x || x > rect.x + rect.width;
          return !isBeside && y >= rect.y && y <= rect.y + rect.height;
        }) ?? null,
    };
  }

  #effects(): GestureEffects {
    const model = this.#model;
    const home = (slot: Slot) => stockPlace(this.seat, slot);
    const letGo = (slot: Slot) => {
      this.#own.carried = null;
      model.sprites.release(home(slot));
    };
    return {
      tap: (slot, timeMs) => this.hand.tap(slot, timeMs),
      carry: (slot, offset) => {
        this.#own.carried = offset ? slot : null;
        model.carry(home(slot), offset);
      },
      touch: (slot, pile, timeMs) => {
        letGo(slot);
        if (!this.hand.dragOnto(slot, pile, timeMs)) model.carry(home(slot), null);
      },
      drop: (slot, onto, timeMs) => {
        letGo(slot);
        this.hand.dropOn(slot, onto, timeMs);
      },
    };
  }

  /** Lets a dragged card go when it is no longer there to be dragged. */
  #checkHeld(): void {
    if (!this.#gesture.isActive || this.#heldCard === null) return;
    const { view } = this.#model;
    const slot = this.#own.carried;
    if (slot === null) return;
    if (!view || view.paused || this.#topOf(slot) !== this.#heldCard) this.#gesture.cancel();
  }

  #topOf(slot: Slot): CardCode | null {
    const { shown, seats } = this.#model.store.live;
    return shown && seats.includes(this.seat) ? topOf(stockOf(shown.view, this.seat, slot)) : null;
  }
}

function sampleOf(event: PointerEvent) {
  return {
    pointer: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    timeMs: event.timeStamp,
  };
}

/** Where a key of the toolbar leads from a slot. */
function walk(slot: Slot, key: string): Slot | null {
  if (key === 'ArrowLeft') return Math.max(0, slot - 1);
  if (key === 'ArrowRight') return Math.min(SLOTS.length - 1, slot + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? SLOTS.length - 1 : null;
}

/** Whether a key goes to a field or a sheet and not to the table. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
}
