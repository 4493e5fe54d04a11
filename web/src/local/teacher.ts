/**
 * Who sits at the other side of a table in the browser: the teacher of the lessons.
 *
 * It follows the lessons and moves when one asks for it, and whenever the learner cannot. It ends
 * with the slap.
 */

import { at } from '../state/lists';
import { hasPlay, SLOTS, stockOf, topOf } from '../state/rules';
import type { Dealer } from './dealer';
import { LESSONS, type Lesson, SHOWN_CARD, type Target } from './lessons';
import { canGoOn, cardMove, wordMove } from './rival';

export type After = (ms: number, callback: () => void) => () => void;

const THINKS_MS = 900;

export class Teacher {
  readonly #dealer: Dealer;
  readonly #after: After;
  #lesson: number;
  #cancel: (() => void) | null = null;

  /** @param lesson Where to go on; the first at the first time. */
  constructor(dealer: Dealer, after: After, lesson = 0) {
    this.#dealer = dealer;
    this.#after = after;
    this.#lesson = lesson;
    this.follow();
  }

  /** Number of the lesson, from 0; as many as there are when all are learned. */
  get number(): number {
    return this.#lesson;
  }

  get lesson(): Lesson | null {
    return LESSONS[this.#lesson] ?? null;
  }

  /** The places to be touched now. */
  get targets(): readonly Target[] {
    return this.lesson?.targets(this.#dealer.view) ?? [];
  }

  /** Goes on from a lesson that was only to be read. */
  goOn(): void {
    if (this.lesson?.name === 'together') this.#lesson += 1;
    this.follow();
  }

  /** Looks at the table after each change. */
  follow(): void {
    const { view } = this.#dealer;
    while (this.lesson?.isLearned(view)) this.#lesson += 1;
    if (this.#cancel !== null || this.lesson === null || view.paused) return;
    if (!this.#wantsToMove()) return;
    this.#cancel = this.#after(THINKS_MS, () => {
      this.#cancel = null;
      this.#move();
      this.follow();
    });
  }

  stop(): void {
    this.#cancel?.();
  }

  #wantsToMove(): boolean {
    const { view } = this.#dealer;
    if (view.phase === 'slap') return false;
    if (at(view.calls, 0).said && !at(view.calls, 1).said) return true;
    if (this.lesson?.name === 'together' && this.#shown() !== null) return true;
    return view.phase === 'play' && hasPlay(view) && !canGoOn(view, 0);
  }

  #move(): void {
    const { view } = this.#dealer;
    const stock = this.lesson?.name === 'together' ? this.#shown() : null;
    const shown = stock === null ? null : cardMove(view, 1, stock);
    const move = shown ?? (at(view.calls, 0).said ? wordMove(view, 1) : cardMove(view, 1));
    if (move) this.#dealer.move(1, move);
  }

  /** Where the card lies that shows that there are no turns, if it can be played now. */
  #shown(): number | null {
    const { view } = this.#dealer;
    const stock = SLOTS.find((slot) => topOf(stockOf(view, 1, slot)) === SHOWN_CARD);
    return stock !== undefined && cardMove(view, 1, stock)?.type === 'play' ? stock : null;
  }
}
