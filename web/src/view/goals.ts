/** The spit piles that light up for a seat: where its card fits, where it may spit or slap. */

import type { Seat, SpitPile } from '../protocol.gen';
import { pilesFor, topOf } from '../state/rules';
import type { TableModel } from './table-model.svelte';

export function goalsOf(model: TableModel, seat: Seat): readonly SpitPile[] {
  const { carried, picked, meaning, choices, slapping } = model.seatModel(seat);
  const from = carried ?? picked?.slot ?? null;
  if (model.phase === 'slap') return slapping === null ? [0, 1] : [];
  if (meaning === 'spit' && from === null) return choices.length > 1 ? choices : [];
  const card = from === null ? null : topOf(model.cell(seat, from).stock);
  return card !== null && model.view && model.phase === 'play' ? pilesFor(model.view, card) : [];
}
