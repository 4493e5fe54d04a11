/**
 * Two keys for whoever plays with a switch: next, and do.
 *
 * Next moves the focus to what can be done; do presses it. On a table the piles come first, and
 * only those of which a tap does something now (`data-useful`, by the table).
 */

import { type Changed, stepBy } from '../input/keys';
import { nextStop } from '../input/two-keys';

const STOPS = 'button, input, select, summary, a[href]';
/** Where the stops are, the topmost first: a sheet, a menu, a panel over the table, the page. */
const LAYERS = ['dialog[open]', '[popover]:popover-open', '.veil', 'main'];

/** Follows two keys; the answer ends that. */
export function twoKeys(root: Document, changed: () => Changed): () => void {
  let doneKey: string | null = null;
  const down = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    // A key is being chosen, or words are written.
    if (target.closest('[data-listens], input:not([type]), [type="text"], textarea')) return;
    const step = stepBy(event, changed());
    if (step === null && !(event.repeat && event.key === doneKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === null) return;
    doneKey = event.key;
    const focused = root.activeElement;
    if (step === 'next') nextStop(stopsOf(root), focused as HTMLElement)?.focus();
    else if (focused) press(focused as HTMLElement);
  };
  // A button under the focus takes the space bar when it is let go.
  const up = (event: KeyboardEvent): void => {
    if (event.key === doneKey) event.preventDefault();
    doneKey = null;
  };
  root.addEventListener('keydown', down, true);
  root.addEventListener('keyup', up, true);
  return () => {
    root.removeEventListener('keydown', down, true);
    root.removeEventListener('keyup', up, true);
  };
}

/** All that can be pressed now, in the order of the steps. */
export function stopsOf(root: Document): HTMLElement[] {
  const layer = LAYERS.map((each) => root.querySelector<HTMLElement>(each)).find(Boolean);
  if (!layer) return [];
  const useful = layer.dataset.useful?.split(' ');
  const stops = [...layer.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => isThere(stop) && isOfUse(stop, useful),
  );
  return useful === undefined ? stops : [...stops].sort((a, b) => orderOf(a) - orderOf(b));
}

/** Cards first, then the big word, then the middle, then the rest in its order. */
function orderOf(stop: HTMLElement): number {
  if ('pile' in stop.dataset) return 0;
  if (stop.dataset.action === 'spit') return 1;
  return 'spit' in stop.dataset || stop.closest('.coach') ? 2 : 3;
}

function isOfUse(stop: HTMLElement, useful: readonly string[] | undefined): boolean {
  if (useful === undefined) return true;
  const { pile, spit } = stop.dataset;
  if (pile !== undefined) return useful.includes(pile);
  if (spit !== undefined) return useful.includes('spits');
  return !('ownHand' in stop.dataset);
}

function isThere(stop: HTMLElement): boolean {
  if (stop.matches(':disabled, [type="range"]')) return false;
  return stop.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

/** Does what a press of it does; a list of words goes on to its next one. */
function press(stop: HTMLElement): void {
  if (stop instanceof HTMLSelectElement) {
    stop.selectedIndex = (stop.selectedIndex + 1) % stop.options.length;
    stop.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    stop.click();
  }
}
