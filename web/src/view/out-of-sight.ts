/**
 * A page that cannot be seen plays no race: another tab, another program, a closed lid.
 *
 * The browser may stop such a page at any moment, with its connection left open, so the rival
 * would be told nothing and could play on alone.
 */

import type { TableModel } from './table-model.svelte';

/**
 * Pauses the match when the page is hidden in the middle of a race, and goes on when it is back.
 *
 * @returns What ends it.
 */
export function pauseOutOfSight(model: TableModel): () => void {
  let hasPaused = false;

  function changed(): void {
    if (document.visibilityState === 'hidden') {
      hasPaused = isRacing(model);
      if (hasPaused) model.store.do('pause', model.me);
      return;
    }
    if (hasPaused && model.paused?.seats.includes(model.me)) model.store.do('resume', model.me);
    hasPaused = false;
  }

  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

function isRacing({ hasSeat, link, paused, phase }: TableModel): boolean {
  return hasSeat && link === 'open' && !paused && (phase === 'play' || phase === 'slap');
}
