/** A seat at one table, or a place beside it: its store with the connection that feeds it. */

import { Connection } from '../net/connection';
import type { SeatOrigin } from '../net/keep';
import { socketPath } from '../net/places';
import { type AnyInbound, type AnyOutbound, PROTOCOL_VERSION } from '../protocol.gen';
import type { Live } from '../state/live';
import { TableStore } from '../state/table-store';
import type { Services } from './services';

/** How one came to the table. */
export type Origin = SeatOrigin | 'watching';

export class Session {
  readonly table: string;
  readonly store: TableStore;
  readonly origin: Origin;
  /** One for each seat that is played here; none for a spectator. */
  readonly secrets: readonly string[];
  readonly #services: Services;
  readonly #lateListeners = new Set<(isLate: boolean) => void>();
  #connection: Connection<AnyInbound, AnyOutbound>;

  constructor(services: Services, table: string, secrets: readonly string[], origin: Origin) {
    this.table = table;
    this.origin = origin;
    this.secrets = secrets;
    this.#services = services;
    this.store = new TableStore((message) => this.#connection.send(message));
    this.#connection = this.#connect();
    this.store.subscribe((live) => this.#connection.setBusy(isBusy(live)));
  }

  /** Tries to connect now; after a final refusal it starts afresh. */
  retry(): void {
    if (this.store.live.link === 'ended') {
      this.#connection.close();
      this.store.setLink('connecting', this.#services.timers.now());
      this.#connection = this.#connect();
    } else {
      this.#connection.retryNow();
    }
  }

  /** Calls `listener` when an answer is overdue and when one comes again; the answer ends that. */
  onLate(listener: (isLate: boolean) => void): () => void {
    this.#lateListeners.add(listener);
    return () => this.#lateListeners.delete(listener);
  }

  leave(): void {
    this.#connection.close();
  }

  #connect(): Connection<AnyInbound, AnyOutbound> {
    const { timers, openSocket, isClockCoarse } = this.#services;
    return new Connection<AnyInbound, AnyOutbound>({
      open: () => openSocket(socketPath(this.table)),
      timers,
      welcome: 'welcome',
      hello: () => ({
        type: 'hello',
        version: PROTOCOL_VERSION,
        secrets: this.secrets,
        have: this.store.position,
        coarse_clock: isClockCoarse,
      }),
      onMessage: (message) => this.store.receive(message, timers.now()),
      onLink: (link) => this.store.setLink(link, timers.now()),
      onRoundTrip: (ms) => this.store.setRoundTrip(ms),
      onLate: (isLate) => {
        for (const listener of this.#lateListeners) listener(isLate);
      },
    });
  }
}

/** Whether a match runs here, or is about to: then a silent network is to be noticed soon. */
function isBusy({ confirmed: view, seats }: Live): boolean {
  if (!view || seats.length === 0 || view.phase === 'over') return false;
  const isWaiting = view.free.includes(true) || view.online.includes(false);
  return !isWaiting && !view.paused?.seats.length;
}
