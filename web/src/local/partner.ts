/**
 * Who sits at the other side in practice: it moves after each move of the player's, or at a pace.
 *
 * Nobody is hurried: without a clock it waits as long as the player can do something.
 */

import { at } from '../state/lists';
import { hasPlay } from '../state/rules';
import type { Dealer } from './dealer';
import { canGoOn, cardMove, wordMove } from './rival';
import type { After } from './teacher';

/** Seconds between two moves; `turn`: one move after each of the player's. */
export const PACES = ['turn', '10', '5', '2.5', '1.2', '0.6'] as const;
export type Pace = (typeof PACES)[number];

const THINKS_MS = 700;

export class Partner {
  readonly #dealer: Dealer;
  readonly #after: After;
  #pace: Pace;
  /** How many cards the player had to be rid of when it moved last; it moves when this changes. */
  #seen = '';
  #cancel: (() => void) | null = null;

  constructor(dealer: Dealer, after: After, pace: Pace) {
    this.#dealer = dealer;
    this.#after = after;
    this.#pace = pace;
    this.#seen = this.#ownRow();
    this.follow();
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    this.#cancel?.();
    this.#cancel = null;
    this.follow();
  }

  /** Looks at the table after each change. */
  follow(): void {
    const { view } = this.#dealer;
    if (this.#cancel !== null || view.paused || !this.#hasReason()) return;
    const ms = this.#pace === 'turn' ? THINKS_MS : 1_000 * Number(this.#pace);
    this.#cancel = this.#after(ms, () => {
      this.#cancel = null;
      if (this.#dealer.view.paused) return;
      this.#move();
      this.follow();
    });
  }

  stop(): void {
    this.#cancel?.();
  }

  #hasReason(): boolean {
    const { view } = this.#dealer;
    const isTurn = this.#pace === 'turn';
    if (view.phase === 'slap') return !isTurn;
    if (at(view.calls, 0).said) return !at(view.calls, 1).said;
    if (view.phase !== 'play') return false;
    if (!isTurn) return cardMove(view, 1) !== null;
    const isItsTurn = this.#ownRow() !== this.#seen || !canGoOn(view, 0);
    return isItsTurn && (hasPlay(view) || canGoOn(view, 1)) && cardMove(view, 1) !== null;
  }

  #move(): void {
    const { view } = this.#dealer;
    const word = at(view.calls, 0).said || view.phase === 'slap' ? wordMove(view, 1) : null;
    const move = word ?? cardMove(view, 1);
    this.#seen = this.#ownRow();
    if (move) this.#dealer.move(1, move);
  }

  /** What the player's row looks like. */
  #ownRow(): string {
    return JSON.stringify(this.#dealer.view.stocks[0]);
  }
}
