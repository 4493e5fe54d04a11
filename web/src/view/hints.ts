/** The one line in the middle that says what is to be done now. */

import { t } from '../i18n/t';
import { at } from '../state/lists';
import { callMeaning, canStillAct } from '../state/rules';
import type { TableModel } from './table-model.svelte';

export function hintOf(model: TableModel): string | null {
  const { view, live } = model;
  if (!view || view.paused || live.seats.length === 0) return null;
  const name = model.nameOf(model.foe);
  if (view.phase === 'slap') return t(live.shown?.slapping === null ? 'hint.slap' : 'hint.slapped');
  const hasSaid = at(view.calls, live.me).said;
  if (view.phase === 'ready') return hasSaid ? t('hint.ready_said', { name }) : t('hint.ready');
  if (view.phase !== 'play') return null;
  if (model.picked?.purpose === 'shift') return t('hint.shift');
  if (hasSaid) return t('hint.said', { name });
  const meaning = callMeaning(view, live.me);
  if (meaning === null || meaning === 'ready') return null;
  if (canStillAct(view, live.me)) return t('hint.spit_may');
  if (meaning === 'watch') return t('hint.watch', { name });
  if (meaning === 'blocked') return t('hint.blocked');
  return t(at(view.spit_choices, live.me).length > 1 ? 'hint.spit_choose' : 'hint.spit');
}
