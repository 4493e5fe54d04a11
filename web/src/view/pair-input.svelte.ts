/**
 * The two hands at a table: one of them, or both for two people at one screen.
 *
 * It tells whose a pointer or a key is, and how the two sit: face to face or side by side. What a
 * touch then means is each hand's own affair.
 */

import {
  commandBy,
  keyFor,
  type Named,
  namedBy,
  PICKS,
  QUESTIONS,
  type Question,
} from '../input/keys';
import { printedKeys, seatCommandOf } from '../input/pair-keys';
import { Pointers } from '../input/pointers';
import type { Seat, SpitPile } from '../protocol.gen';
import { at } from '../state/lists';
import { SLOTS } from '../state/rules';
import { spitPlace, stockPlace } from '../state/sprites';
import { answerTo } from './answers';
import type { Geometry } from './geometry';
import { printedKey, shortcutKey } from './key-names';
import type { SettingsModel } from './settings-model.svelte';
import { isWriting, TableInput } from './table-input.svelte';
import type { TableModel } from './table-model.svelte';

/** What the platform knows of the printing on the keys; Chromium alone, and not on every page. */
type KeyboardLike = { getLayoutMap?: () => Promise<ReadonlyMap<string, string>> };

export type Way = 'face' | 'beside';

const COARSE = '(pointer: coarse)';
/** Two piles as near as this to a slot are equally near, in CSS pixels. */
const EQUAL_PX = 2;

export class PairInput {
  /** The hand of the seat at the bottom or on the left, and that of the other one. */
  readonly own: TableInput;
  readonly other: TableInput;
  #isCoarse = $state(false);
  #printing = $state.raw<ReadonlyMap<string, string>>(new Map());
  readonly #model: TableModel;
  readonly #settings: SettingsModel;
  readonly #geometry: () => Geometry;
  /** The key that was used and is not let go yet. */
  #usedKey: string | null = null;
  readonly #pointers = new Pointers();
  readonly #stops: (() => void)[] = [];

  constructor(model: TableModel, settings: SettingsModel, geometry: () => Geometry) {
    this.#model = model;
    this.#settings = settings;
    this.#geometry = geometry;
    this.own = this.#hand(() => model.me, 0);
    this.other = this.#hand(() => model.foe, 1);
    this.#watchPointer();
    void this.#readPrinting();
  }

  /** The hand that sits there: 0 near or left, 1 far or right. */
  hand(place: number): TableInput {
    return place === 0 ? this.own : this.other;
  }

  /** How the two sit: as they chose, else as the pointer suggests. */
  get way(): Way {
    const { way } = this.#settings.values;
    if (way !== 'pointer') return way;
    return this.#isCoarse ? 'face' : 'beside';
  }

  switchWay(): void {
    this.#settings.set('way', this.way === 'face' ? 'beside' : 'face');
  }

  /** The keys of a place as they are printed, its spit piles from the left of who sits there. */
  keys(place: number): ReturnType<typeof printedKeys> {
    return printedKeys(place, this.#printing);
  }

  /** Keys anywhere on the table. */
  keyDown(event: KeyboardEvent): void {
    if (!this.#model.isPair) {
      this.#ownKeyDown(event);
      return;
    }
    if (!this.own.hasKeys || isWriting(event.target)) return;
    if (event.key === 'Escape') {
      this.own.hand.unpick();
      this.other.hand.unpick();
      return;
    }
    const press = seatCommandOf(event);
    if (!press) return;
    const hand = this.hand(press.seat);
    const isTurned = hand.seat === this.#model.turnedSeat;
    const { command } = press;
    const meant =
      command.type === 'pile' && isTurned ? { ...command, pile: 1 - command.pile } : command;
    if (hand.command(meant, event.timeStamp)) event.preventDefault();
  }

  keyUp(event: KeyboardEvent): void {
    // A button under the focus must not take the key that has just been used.
    if (event.key === this.#usedKey) event.preventDefault();
    this.#usedKey = null;
  }

  /** A pointer was lifted or taken away, wherever that was. */
  pointerUp(event: PointerEvent): void {
    this.#pointers.up(event.pointerId);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Whether keys are shown: they work, and the page is not walked by two of them. */
  get hasKeys(): boolean {
    return this.own.hasKeys && !this.#settings.values.twoKeys;
  }

  /** What is printed on the key of a command; nothing if keys are off. */
  printed(name: Named): string | undefined {
    return this.hasKeys ? printedKey(keyFor(name, this.#settings.values.keymap)) : undefined;
  }

  /** The key of a command for a screen reader; nothing if keys are off. */
  shortcut(name: Named): string | undefined {
    return this.hasKeys ? shortcutKey(keyFor(name, this.#settings.values.keymap)) : undefined;
  }

  #ownKeyDown(event: KeyboardEvent): void {
    if (!this.own.hasKeys || isWriting(event.target)) return;
    if (event.key === 'Escape') this.own.hand.unpick();
    const name = namedBy(event, this.#settings.values.keymap);
    if (name === null) return;
    const command = commandBy(name);
    if (command === null) this.#answer(name);
    else if (!this.own.command(command, event.timeStamp)) return;
    event.preventDefault();
    this.#usedKey = event.key;
  }

  #answer(name: Named): void {
    const question = QUESTIONS.find((each): each is Question => each === name);
    if (question) this.#model.feedback.announcer.answer(answerTo(question, this.#model));
  }

  #hand(seat: () => Seat, place: number): TableInput {
    return new TableInput(this.#model, this.#settings, this.#geometry, {
      seat,
      nearer: () => (this.#model.isPair ? this.#nearer(seat()) : null),
      takes: (pointer) => !this.#model.isPair || this.#pointers.down(pointer, seat()),
      keyOf: (slot) =>
        this.#model.isPair
          ? at(this.keys(place).stocks, slot)
          : (this.printed(PICKS[slot] ?? 'pick-1') ?? ''),
    });
  }

  /** For each slot of a seat the pile nearer to it on the screen; if both are, the seat's own. */
  #nearer(seat: Seat): readonly SpitPile[] {
    const { places } = this.#geometry();
    const middle = (place: string): number => {
      const box = places.get(place);
      return box ? box.x + box.width / 2 : 0;
    };
    const piles = [middle(spitPlace(0)), middle(spitPlace(1))];
    return SLOTS.map((slot) => {
      const from = middle(stockPlace(seat, slot));
      const [left, right] = piles.map((pile) => Math.abs(pile - from));
      const difference = (left ?? 0) - (right ?? 0);
      if (Math.abs(difference) < EQUAL_PX) return seat;
      return difference < 0 ? 0 : 1;
    });
  }

  #watchPointer(): void {
    const query = globalThis.matchMedia?.(COARSE);
    if (!query) return;
    const follow = () => {
      this.#isCoarse = query.matches;
    };
    follow();
    query.addEventListener('change', follow);
    this.#stops.push(() => query.removeEventListener('change', follow));
  }

  async #readPrinting(): Promise<void> {
    const { keyboard } = navigator as { keyboard?: KeyboardLike };
    try {
      this.#printing = (await keyboard?.getLayoutMap?.()) ?? this.#printing;
    } catch {
      // Refused by the page's policy: the keys are named as on a US board.
    }
  }
}
