/** The one line in the middle that says what is to be done now. */

import { t } from '../i18n/t';
import type { Seat } from '../protocol.gen';
import { SLOTS, stockSize } from '../state/rules';
import type { TableModel } from './table-model.svelte';

/** What a seat is told; the pair is told where to slap, since each has a side of each pile. */
export function hintOf(model: TableModel, seat: Seat): string | null {
  if (model.paused || !model.hasSeat) return null;
  const { slapping, picked, meaning, canAct, choices } = model.seatModel(seat);
  const other = () => ({ name: model.nameOf(1 - seat) });
  if (model.phase === 'slap') {
    if (slapping !== null) return t('hint.slapped');
    return t(model.isPair ? 'pair.slap' : 'hint.slap');
  }
  if (model.phase !== 'ready' && model.phase !== 'play') return null;
  const isReady = model.phase === 'ready';
  if (model.hasSaidOf(seat)) return t(isReady ? 'hint.ready_said' : 'hint.said', other());
  if (isReady) return t('hint.ready');
  if (picked?.purpose === 'shift')
    return t(hasEmptySlot(model, seat) ? 'hint.shift' : 'hint.stack');
  if (meaning === null) return null;
  if (canAct) return t(hasFaceDownTop(model, seat) ? 'hint.may_flip' : 'hint.may_shift');
  if (meaning === 'watch') return t('hint.watch', other());
  if (meaning === 'blocked') return t('hint.blocked');
  return t(choices.length > 1 ? 'hint.spit_choose' : 'hint.spit');
}

/** What stands on the ring of two people: the round, before the first the name of the game. */
export function roundWord(model: TableModel): string {
  return model.round > 0 ? t('table.round', { round: model.round }) : t('app.title');
}

/** The word on a seat's big button. */
export function callWord(model: TableModel, seat: Seat): string {
  if (model.hasSaidOf(seat)) return t('bar.waiting');
  if (model.phase === 'slap') return t('bar.slap');
  if (model.phase === 'ready') return t('bar.ready');
  return t(model.seatModel(seat).meaning === 'blocked' ? 'bar.blocked' : 'bar.spit');
}

function hasFaceDownTop(model: TableModel, seat: Seat): boolean {
  return SLOTS.some((slot) => {
    const { down, up } = model.cell(seat, slot).stock;
    return down > 0 && up.length === 0;
  });
}

function hasEmptySlot(model: TableModel, seat: Seat): boolean {
  return SLOTS.some((slot) => stockSize(model.cell(seat, slot).stock) === 0);
}
