/** What changes for one seat by itself: what it may say, what its hand is about. */

import type { Pick } from '../input/intent';
import type { Seat, SpitPile, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import type { HandShown } from '../state/optimist';
import { type CallMeaning, callMeaning, canStillAct } from '../state/rules';

export class SeatModel {
  readonly seat: Seat;
  /** What the seat would say now. */
  meaning = $state<CallMeaning | null>(null);
  /** Whether the seat can still flip or shift. */
  canAct = $state(false);
  /** The piles that the seat may name in its call. */
  choices = $state.raw<readonly SpitPile[]>([]);
  slapping = $state<SpitPile | null>(null);
  picked = $state.raw<Pick | null>(null);
  /** The slot whose card is in the hand. */
  carried = $state<number | null>(null);
  waitsUntilMs = $state(0);

  constructor(seat: Seat) {
    this.seat = seat;
  }

  follow(view: TableView, hand: HandShown): void {
    this.meaning = callMeaning(view, this.seat);
    this.canAct = this.meaning !== null && canStillAct(view, this.seat);
    this.choices = at(view.spit_choices, this.seat);
    this.slapping = hand.slapping;
  }
}
