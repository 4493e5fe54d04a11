/** What the opponent at a table in the browser does next: the first thing that can be done. */

import type { Seat, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import {
  callMeaning,
  canFlip,
  canPlay,
  pilesFor,
  SLOTS,
  shiftTargets,
  stockOf,
  topOf,
} from '../state/rules';
import type { Move } from './dealer';

/** Whether a seat can play, turn a card up or move one to some use. */
export function canGoOn(view: TableView, seat: Seat): boolean {
  return cardMove(view, seat) !== null;
}

/** A move of the cards for a seat, null if it has none. @param only The one pile to look at. */
export function cardMove(view: TableView, seat: Seat, only?: number): Move | null {
  for (const stock of only === undefined ? SLOTS : [only]) {
    const card = topOf(stockOf(view, seat, stock));
    const pile = card === null || !canPlay(view, seat, stock) ? undefined : pilesFor(view, card)[0];
    if (pile !== undefined) return { type: 'play', stock, pile };
  }
  for (const stock of SLOTS) if (canFlip(view, seat, stock)) return { type: 'flip', stock };
  for (const stock of SLOTS) {
    const slot = shiftTargets(view, seat, stock)[0];
    if (slot !== undefined) return { type: 'shift', stock, slot };
  }
  return null;
}

/** "Spit", or a slap of the smaller pile; null if neither is to be done. */
export function wordMove(view: TableView, seat: Seat): Move | null {
  if (view.phase === 'slap') {
    const sizes = [0, 1].map((pile) => view.spits[pile]?.cards ?? 0);
    return { type: 'slap', pile: at(sizes, 0) <= at(sizes, 1) ? 0 : 1 };
  }
  if (callMeaning(view, seat) === null) return null;
  // Not on the pile that the other has named, so that both get a new card.
  const named = at(view.calls, 1 - seat).pile;
  const choices = at(view.spit_choices, seat);
  const pile = choices.find((each) => each !== named) ?? choices[0] ?? null;
  return { type: 'spit', pile: view.phase === 'ready' ? null : pile };
}
