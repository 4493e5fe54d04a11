/** Where the keyboard and a screen reader are after the page has gone elsewhere. */

import type { Attachment } from 'svelte/attachments';
import type { Visit } from './visit.svelte';

/** Puts the focus on a heading, unless the page has just been loaded and the browser decides. */
export function arrival(visit: Visit): Attachment<HTMLElement> {
  return (heading) => {
    if (visit.moves > 0) heading.focus({ preventScroll: true });
  };
}
