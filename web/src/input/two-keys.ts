/**
 * The whole page by two keys: what is next, and do it.
 *
 * It knows only which stops there are and which of them would do nothing now.
 */

import type { Seat, Slot, TableView } from '../protocol.gen';
import { canFlip, canPlay, SLOTS, shiftTargets } from '../state/rules';
import type { Pick } from './intent';

/** The own slots of which a tap does something now; all others are stepped over. */
export function usefulSlots(view: TableView, seat: Seat, picked: Pick | null): readonly Slot[] {
  if (picked?.purpose === 'shift') return shiftTargets(view, seat, picked.slot);
  return SLOTS.filter(
    (slot) =>
      canPlay(view, seat, slot) ||
      canFlip(view, seat, slot) ||
      shiftTargets(view, seat, slot).length > 0,
  );
}

/** The stop after the current one, round and round; null if there is none. */
export function nextStop<Stop>(stops: readonly Stop[], current: Stop | null): Stop | null {
  if (stops.length === 0) return null;
  const index = current === null ? -1 : stops.indexOf(current);
  return stops[(index + 1) % stops.length] ?? null;
}
