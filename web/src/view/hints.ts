/** The one line in the middle that says what is to be done now. */

import { t } from '../i18n/t';
import { SLOTS, stockSize } from '../state/rules';
import type { TableModel } from './table-model.svelte';

export function hintOf(model: TableModel): string | null {
  if (model.paused || !model.hasSeat) return null;
  if (model.phase === 'slap') return t(model.slapping === null ? 'hint.slap' : 'hint.slapped');
  if (model.phase !== 'ready' && model.phase !== 'play') return null;
  const isReady = model.phase === 'ready';
  if (model.hasSaid) {
    const name = model.nameOf(model.foe);
    return t(isReady ? 'hint.ready_said' : 'hint.said', { name });
  }
  if (isReady) return t('hint.ready');
  if (model.picked?.purpose === 'shift')
    return t(hasEmptySlot(model) ? 'hint.shift' : 'hint.stack');
  if (model.meaning === null) return null;
  if (model.canAct) return t(hasFaceDownTop(model) ? 'hint.may_flip' : 'hint.may_shift');
  if (model.meaning === 'watch') return t('hint.watch', { name: model.nameOf(model.foe) });
  if (model.meaning === 'blocked') return t('hint.blocked');
  return t(model.choices.length > 1 ? 'hint.spit_choose' : 'hint.spit');
}

function hasFaceDownTop(model: TableModel): boolean {
  return SLOTS.some((slot) => {
    const { down, up } = model.cell(model.me, slot).stock;
    return down > 0 && up.length === 0;
  });
}

function hasEmptySlot(model: TableModel): boolean {
  return SLOTS.some((slot) => stockSize(model.cell(model.me, slot).stock) === 0);
}
