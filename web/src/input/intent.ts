/**
 * What a touch means: pure decisions from what is shown and what is picked.
 *
 * Tap, drag and keyboard all come through here, so they mean the same (UX: input). It sends
 * nothing and knows no element.
 */

import type { Seat, Slot, SpitPile, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import type { Hint } from '../state/live';
import {
  callMeaning,
  canFlip,
  pilesFor,
  shiftTargets,
  stockLeft,
  stockOf,
  stockSize,
  topOf,
} from '../state/rules';

/** A pile that was picked: for any use, or only to be moved within the stock. */
export type Pick = { readonly slot: Slot; readonly purpose: 'any' | 'shift' };

export type Intent =
  | { readonly type: 'play'; readonly stock: Slot; readonly pile: SpitPile }
  | { readonly type: 'flip'; readonly stock: Slot }
  | { readonly type: 'shift'; readonly stock: Slot; readonly slot: Slot }
  | { readonly type: 'call'; readonly pile: SpitPile | null }
  | { readonly type: 'slap'; readonly pile: SpitPile }
  | { readonly type: 'pick'; readonly pick: Pick | null }
  | { readonly type: 'hint'; readonly hint: Hint }
  | { readonly type: 'none' };

const NONE: Intent = { type: 'none' };
const unpick: Intent = { type: 'pick', pick: null };

/** Something that is shown on the table to the seat whose hand this is. */
export type Sight = {
  readonly view: TableView;
  readonly seat: Seat;
  /** For each own slot the spit pile nearer to it, where that is not as at a table for one. */
  readonly nearer?: readonly SpitPile[] | null;
};

/** The spit pile nearer to a slot; from the middle one it is the own. */
export function nearerPile({ view, seat, nearer }: Sight, slot: Slot): SpitPile {
  if (view.spits.length < 2) return 0;
  if (nearer) return at(nearer, slot);
  if (slot === 2) return seat;
  return slot < 2 ? 0 : 1;
}

/** A tap on an own stock pile or slot. */
export function tapStock(sight: Sight, picked: Pick | null, slot: Slot): Intent {
  const { view, seat } = sight;
  const blocked = beforePlay(view);
  if (blocked) return blocked;
  if (picked && picked.slot !== slot && canMove(sight, picked.slot, slot)) {
    return { type: 'shift', stock: picked.slot, slot };
  }
  const stock = stockOf(view, seat, slot);
  const card = topOf(stock);
  if (card === null) return canFlip(view, seat, slot) ? { type: 'flip', stock: slot } : NONE;
  if (picked?.slot === slot && picked.purpose === 'shift') return unpick;
  const piles = pilesFor(view, card);
  const nearer = nearerPile(sight, slot);
  const pile = piles.includes(nearer) ? nearer : piles[0];
  if (pile !== undefined) return { type: 'play', stock: slot, pile };
  if (shiftTargets(view, seat, slot).length > 0) {
    return { type: 'pick', pick: { slot, purpose: 'shift' } };
  }
  return { type: 'play', stock: slot, pile: nearer };
}

/** A key that names an own pile: picks it, flips it, or moves the picked card there. */
export function pickStock(sight: Sight, picked: Pick | null, slot: Slot): Intent {
  const { view, seat } = sight;
  const blocked = beforePlay(view);
  if (blocked) return blocked;
  if (picked && picked.slot !== slot && canMove(sight, picked.slot, slot)) {
    return { type: 'shift', stock: picked.slot, slot };
  }
  if (canFlip(view, seat, slot)) return { type: 'flip', stock: slot };
  if (stockSize(stockOf(view, seat, slot)) === 0) return NONE;
  return { type: 'pick', pick: { slot, purpose: 'any' } };
}

/** A touch of a spit pile, by tap or by its arrow key. */
export function touchSpit(sight: Sight, picked: Pick | null, pile: SpitPile): Intent {
  const { view, seat } = sight;
  if (view.paused) return NONE;
  if (view.phase === 'slap') return { type: 'slap', pile };
  const blocked = beforePlay(view);
  if (blocked) return blocked;
  const place = view.spits.length < 2 ? 0 : pile;
  if (picked && topOf(stockOf(view, seat, picked.slot)) !== null) {
    return { type: 'play', stock: picked.slot, pile: place };
  }
  const meaning = callMeaning(view, seat);
  if (meaning !== null) {
    const choices = view.spit_choices[seat] ?? [];
    return { type: 'call', pile: choices.includes(place) ? place : null };
  }
  // Near the end of a round a hand on the pile is a slap, too early or not (R6.3).
  const isNearEnd = [0, 1].some((each) => stockLeft(view, each) <= 1);
  return isNearEnd ? { type: 'slap', pile: place } : { type: 'hint', hint: 'pick-first' };
}

/** A dragged card that has come over a spit pile: played there, whether it fits or not. */
export function dragOnto(sight: Sight, slot: Slot, pile: SpitPile): Intent {
  const isOn = sight.view.phase === 'play' && !sight.view.paused;
  return isOn ? { type: 'play', stock: slot, pile } : NONE;
}

/** A dragged card let go over another own slot. */
export function dropOn(sight: Sight, from: Slot, slot: Slot): Intent {
  return !sight.view.paused && canMove(sight, from, slot)
    ? { type: 'shift', stock: from, slot }
    : NONE;
}

/** The "spit" button and the space bar. */
export function say(sight: Sight): Intent {
  return callMeaning(sight.view, sight.seat) === null ? NONE : { type: 'call', pile: null };
}

/** The picked pile after a change of the table: let go when its card is gone. */
export function keptPick(sight: Sight, picked: Pick | null): Pick | null {
  if (!picked || sight.view.phase !== 'play' || sight.view.paused) return null;
  if (topOf(stockOf(sight.view, sight.seat, picked.slot)) === null) return null;
  const canGo = shiftTargets(sight.view, sight.seat, picked.slot).length > 0;
  return picked.purpose === 'shift' && !canGo ? null : picked;
}

function canMove(sight: Sight, from: Slot, to: Slot): boolean {
  return shiftTargets(sight.view, sight.seat, from).includes(to);
}

/** Before the first spit and after the round nothing in the stock moves (R3.1). */
function beforePlay(view: TableView): Intent | null {
  if (view.paused) return NONE;
  if (view.phase === 'play') return null;
  return view.phase === 'ready' ? { type: 'hint', hint: 'say-ready' } : NONE;
}
