/** Two who were paired and have not begun: until the first card is turned either may part. */

import type { TableView } from '../../protocol.gen';
import { at } from '../../state/lists';
import type { Live } from '../../state/live';
import type { Session } from '../session';

/** Whether a table can still be declined. */
export function canPart(session: Session, view: TableView | null): boolean {
  if (session.origin !== 'pairing' || view?.match !== session.table || view.result) return false;
  return view.round === 0 || (view.round === 1 && view.phase === 'ready');
}

/** Whether one is ready, and the other not: it is the other who is waited for. */
export function isWaitingForOther({ confirmed: view, me }: Live): boolean {
  if (!view || view.paused) return false;
  if (view.round === 0) return !at(view.online, 1 - me);
  return at(view.calls, me).said && !at(view.calls, 1 - me).said;
}
