/** A seat at one table: its store with the connection that feeds it. */

import { socketPath } from '../net/api';
import { Connection } from '../net/connection';
import { TableStore } from '../state/table-store';
import type { Services } from './services';

export class Session {
  readonly table: string;
  readonly store: TableStore;
  readonly #services: Services;
  readonly #secrets: readonly string[];
  #connection: Connection;

  constructor(services: Services, table: string, secrets: readonly string[]) {
    this.table = table;
    this.#services = services;
    this.#secrets = secrets;
    this.store = new TableStore((message) => this.#connection.send(message));
    this.#connection = this.#connect();
  }

  /** Tries to connect now; after a final refusal it starts afresh. */
  retry(): void {
    if (this.store.live.link === 'ended') {
      this.#connection.close();
      this.store.setLink('connecting');
      this.#connection = this.#connect();
    } else {
      this.#connection.retryNow();
    }
  }

  leave(): void {
    this.#connection.close();
  }

  #connect(): Connection {
    const { timers, openSocket, isClockCoarse } = this.#services;
    return new Connection({
      open: () => openSocket(socketPath(this.table)),
      timers,
      secrets: this.#secrets,
      isClockCoarse,
      have: () => this.store.position,
      onMessage: (message) => this.store.receive(message, timers.now()),
      onLink: (link) => this.store.setLink(link),
      onRoundTrip: (ms) => this.store.setRoundTrip(ms),
    });
  }
}
