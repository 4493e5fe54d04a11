/** Keys that belong to a panel and not to the table behind it. */

/** Keeps keys pressed within an element from the table: there they would say "spit" or play. */
export function ownKeys(element: HTMLElement): () => void {
  const stop = (event: Event): void => event.stopPropagation();
  element.addEventListener('keydown', stop);
  return () => element.removeEventListener('keydown', stop);
}
