/**
 * From the page's events to the hand: pointer, click and key, with the times of the touches.
 *
 * A pointer's tap is taken from its own events; the click that a browser sends after them is an
 * echo and is told by its time alone. Clicks without a pointer (keyboard, assistive technology)
 * are taps.
 */

import { Gesture, type GestureEffects, type GestureWorld } from '../input/gesture';
import { Hand } from '../input/hand';
import { commandOf } from '../input/keys';
import type { CardCode, Slot, SpitPile } from '../protocol.gen';
import { pilesFor, SLOTS, stockOf, topOf } from '../state/rules';
import { spitPlace, stockPlace } from '../state/sprites';
import type { Geometry } from './geometry';
import type { SettingsModel } from './settings-model.svelte';
import type { TableModel } from './table-model.svelte';

/** A click that follows a pointer so soon is its echo. */
const ECHO_MS = 400;

export class TableInput {
  /** The own slot that the tab key reaches. */
  focused = $state<Slot>(0);
  readonly hand: Hand;
  readonly #gesture: Gesture;
  readonly #model: TableModel;
  readonly #settings: SettingsModel;
  readonly #geometry: () => Geometry;
  #heldCard: CardCode | null = null;
  #pointerAtMs = Number.NEGATIVE_INFINITY;
  #isSpaceUsed = false;

  constructor(model: TableModel, settings: SettingsModel, geometry: () => Geometry) {
    this.#model = model;
    this.#settings = settings;
    this.#geometry = geometry;
    this.hand = new Hand(model.store, (picked) => {
      model.picked = picked;
    });
    this.#gesture = new Gesture(this.#world(), this.#effects());
    model.store.subscribe(() => this.#checkHeld());
  }

  /** Whether single-key shortcuts are on. */
  get hasKeys(): boolean {
    return this.#settings.values.keys;
  }

  // ------------------------------------------------------------ pointer

  stockDown(slot: Slot, event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    if (event.button !== 0 || !this.#gesture.down(slot, sampleOf(event))) return;
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

  stockCancel(): void {
    this.#gesture.cancel();
  }

  stockClick(slot: Slot, event: MouseEvent): void {
    if (!this.#isEcho(event)) this.hand.tap(slot, event.timeStamp);
  }

  spitDown(pile: SpitPile, event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
    if (event.button === 0 && !this.#gesture.isActive) this.hand.spit(pile, event.timeStamp);
  }

  /** However long the touch was, the click after it is its echo. */
  spitUp(event: PointerEvent): void {
    this.#pointerAtMs = event.timeStamp;
  }

  spitClick(pile: SpitPile, event: MouseEvent): void {
    if (!this.#isEcho(event)) this.hand.spit(pile, event.timeStamp);
  }

  say(event: Event): void {
    this.hand.say(event.timeStamp);
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
    const used = this.#command(command, event.timeStamp);
    if (!used) return;
    event.preventDefault();
    this.#isSpaceUsed = event.key === ' ';
  }

  /** A button under the focus must not take the space bar that has just said "spit". */
  keyUp(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#isSpaceUsed) event.preventDefault();
    this.#isSpaceUsed = false;
  }

  #command(command: NonNullable<ReturnType<typeof commandOf>>, touchMs: number): boolean {
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
    const { phase, picked, meaning } = this.#model;
    return this.hasKeys && (picked !== null || phase === 'slap' || meaning === 'spit');
  }

  // ------------------------------------------------------------ the gesture's world

  #world(): GestureWorld {
    const box = (place: string) => this.#geometry().places.get(place) ?? null;
    return {
      card: (slot) => (this.#topOf(slot) === null ? null : box(stockPlace(this.#model.me, slot))),
      spits: () =>
        (this.#model.view?.spits ?? []).flatMap((_, pile) => {
          const rect = box(spitPlace(pile));
          return rect ? [{ pile, rect }] : [];
        }),
      fits: (slot, pile) => {
        const card = this.#topOf(slot);
        const { shown } = this.#model.store.live;
        return card !== null && shown !== null && pilesFor(shown.view, card).includes(pile);
      },
      slotAt: (x, y) =>
        SLOTS.find((slot) => {
          const rect = box(stockPlace(this.#model.me, slot));
          if (!rect) return false;
          const isBeside = x < rect.x || x > rect.x + rect.width;
          return !isBeside && y >= rect.y && y <= rect.y + rect.height;
        }) ?? null,
    };
  }

  #effects(): GestureEffects {
    const model = this.#model;
    const home = (slot: Slot) => stockPlace(model.me, slot);
    const letGo = () => {
      model.carried = null;
      model.sprites.release();
    };
    return {
      tap: (slot, timeMs) => this.hand.tap(slot, timeMs),
      carry: (slot, offset) => {
        model.carried = offset ? slot : null;
        model.carry(home(slot), offset);
      },
      touch: (slot, pile, timeMs) => {
        letGo();
        if (!this.hand.dragOnto(slot, pile, timeMs)) model.carry(home(slot), null);
      },
      drop: (slot, onto, timeMs) => {
        letGo();
        this.hand.dropOn(slot, onto, timeMs);
      },
    };
  }

  /** Lets a dragged card go when it is no longer there to be dragged. */
  #checkHeld(): void {
    if (!this.#gesture.isActive || this.#heldCard === null) return;
    const { view } = this.#model;
    const slot = this.#model.carried;
    if (slot === null) return;
    if (!view || view.paused || this.#topOf(slot) !== this.#heldCard) this.#gesture.cancel();
  }

  #topOf(slot: Slot): CardCode | null {
    const { shown, me, seats } = this.#model.store.live;
    return shown && seats.length > 0 ? topOf(stockOf(shown.view, me, slot)) : null;
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

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
}
