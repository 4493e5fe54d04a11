/**
 * The lobby on one connection: who is here, what this client looks for, whom it was paired with.
 *
 * No socket, DOM or clock inside: messages and times are handed in, messages out go to `send`.
 * What is looked for is remembered while the connection is gone, and asked for again after it.
 */

import type { AnyLobbyInbound, AnyLobbyOutbound, ErrorCode, Lobby, Paired } from '../protocol.gen';
import type { LinkState } from './live';
import type { Rules } from './wish';

export type LobbyLive = {
  readonly link: LinkState;
  readonly problem: ErrorCode | null;
  /** What is going on, as last told; null before that. */
  readonly lobby: Lobby | null;
  /** The rules looked for, whether the server knows of it already or not. */
  readonly wanted: Rules | null;
  /** Whether the server looks for us. */
  readonly isSeeking: boolean;
  /** Since when, by the client's own clock. */
  readonly sinceMs: number;
  readonly paired: Paired | null;
};

const START: LobbyLive = {
  link: 'connecting',
  problem: null,
  lobby: null,
  wanted: null,
  isSeeking: false,
  sinceMs: 0,
  paired: null,
};

export class LobbyStore {
  #live = START;
  readonly #send: (message: AnyLobbyInbound) => void;
  readonly #onChange: (live: LobbyLive) => void;

  constructor(send: (message: AnyLobbyInbound) => void, onChange: (live: LobbyLive) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  get live(): LobbyLive {
    return this.#live;
  }

  receive(message: AnyLobbyOutbound): void {
    switch (message.type) {
      case 'lobby':
        this.#change({ lobby: message });
        return;
      case 'seeking':
        this.#change({ isSeeking: message.rules !== null && this.#live.wanted !== null });
        return;
      case 'paired':
        this.#change({ paired: message, wanted: null, isSeeking: false });
        return;
      case 'problem':
        if (message.fatal) this.#change({ problem: message.code });
        return;
      default:
        return;
    }
  }

  setLink(link: LinkState): void {
    if (link === this.#live.link) return;
    this.#change({ link, isSeeking: false, ...(link === 'open' ? { problem: null } : {}) });
    const { wanted } = this.#live;
    if (link === 'open' && wanted) this.#send({ type: 'seek', rules: wanted });
  }

  /** Looks for an opponent by these rules; other rules take their place, and the time goes on. */
  seek(rules: Rules, nowMs: number): void {
    const sinceMs = this.#live.wanted ? this.#live.sinceMs : nowMs;
    this.#change({ wanted: rules, isSeeking: false, sinceMs, paired: null });
    if (this.#live.link === 'open') this.#send({ type: 'seek', rules });
  }

  stop(): void {
    if (this.#live.wanted && this.#live.link === 'open') this.#send({ type: 'stop-seeking' });
    this.#change({ wanted: null, isSeeking: false });
  }

  /** Done with the opponent that was found: gone to the table, or not. */
  settle(): void {
    this.#change({ paired: null });
  }

  #change(change: Partial<LobbyLive>): void {
    this.#live = { ...this.#live, ...change };
    this.#onChange(this.#live);
  }
}
