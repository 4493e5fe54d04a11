/**
 * The lobby on one connection: who is here, what this client looks for, whom it was paired with.
 *
 * No socket, DOM or clock inside: messages and times are handed in, messages out go to `send`.
 * What is looked for, and what is declined, is remembered while the connection is gone, and said
 * again after it.
 */

import type { AnyLobbyInbound, AnyLobbyOutbound, ErrorCode, Lobby, Paired } from '../protocol.gen';
import type { LinkState } from './live';
import type { Rules } from './wish';

/** Why something is not as the player left it: the opponent parted, or the search has ended. */
export type Notice = 'declined' | 'dropped';

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
  readonly notice: Notice | null;
};

/** Which seat of which table is given up before its match has begun. */
export type Declined = Pick<Paired, 'table' | 'secret'>;

const START: LobbyLive = {
  link: 'connecting',
  problem: null,
  lobby: null,
  wanted: null,
  isSeeking: false,
  sinceMs: 0,
  paired: null,
  notice: null,
};

export class LobbyStore {
  #live = START;
  /** Wishes that the server has not answered; what it says meanwhile is about older ones. */
  #unanswered = 0;
  #declined: Declined | null = null;
  readonly #send: (message: AnyLobbyInbound) => void;
  readonly #onChange: (live: LobbyLive) => void;

  constructor(send: (message: AnyLobbyInbound) => void, onChange: (live: LobbyLive) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  get live(): LobbyLive {
    return this.#live;
  }

  /** Whether a word is due about a match that is declined: that it is heard, or what follows. */
  get isParting(): boolean {
    const { notice, wanted } = this.#live;
    return this.#declined !== null || (notice === 'declined' && wanted === null);
  }

  receive(message: AnyLobbyOutbound): void {
    switch (message.type) {
      case 'lobby':
        this.#change({ lobby: message });
        return;
      case 'seeking':
        this.#seeking(message.rules);
        return;
      case 'paired':
        this.#change({ paired: message, wanted: null, isSeeking: false, notice: null });
        return;
      case 'declined':
        this.#parted(message.table);
        return;
      case 'problem':
        if (message.fatal) this.#change({ problem: message.code });
        else if (message.code === 'no-such-table') this.#declined = null;
        else this.#unanswered = 0;
        return;
      default:
        return;
    }
  }

  setLink(link: LinkState): void {
    if (link === this.#live.link) return;
    this.#unanswered = 0;
    this.#change({ link, isSeeking: false, ...(link === 'open' ? { problem: null } : {}) });
    const { wanted } = this.#live;
    if (link !== 'open') return;
    if (wanted) this.#ask({ type: 'seek', rules: wanted });
    if (this.#declined) this.#send({ type: 'decline', ...this.#declined });
  }

  /** Looks for an opponent by these rules; other rules take their place, and the time goes on. */
  seek(rules: Rules, nowMs: number): void {
    const sinceMs = this.#live.wanted ? this.#live.sinceMs : nowMs;
    this.#change({ wanted: rules, isSeeking: false, sinceMs, paired: null, notice: null });
    if (this.#live.link === 'open') this.#ask({ type: 'seek', rules });
  }

  stop(): void {
    if (this.#live.wanted && this.#live.link === 'open') this.#ask({ type: 'stop-seeking' });
    this.#change({ wanted: null, isSeeking: false, notice: null });
  }

  /** Done with the opponent that was found: gone to the table, or not. */
  settle(): void {
    this.#change({ paired: null });
  }

  /** Does not play the opponent who was found, or waits for them no longer. */
  decline({ table, secret }: Declined): void {
    this.#declined = { table, secret };
    if (this.#live.link === 'open') this.#send({ type: 'decline', table, secret });
    this.#change({ paired: null });
  }

  /** Says why the search goes on, or does not. */
  note(notice: Notice): void {
    this.#change({ notice });
  }

  /** What the server says of the search; unasked, it has ended it or taken it up again. */
  #seeking(rules: Rules | null): void {
    if (this.#unanswered > 0) this.#unanswered -= 1;
    if (this.#unanswered > 0) return;
    const { wanted, notice } = this.#live;
    if (rules && !wanted && notice !== 'declined') this.#ask({ type: 'stop-seeking' });
    else if (rules) this.#change({ wanted: rules, isSeeking: true });
    else if (wanted) this.#change({ wanted: null, isSeeking: false, notice: 'dropped' });
    else this.#change({ isSeeking: false });
  }

  #parted(table: string): void {
    if (this.#declined?.table === table) this.#declined = null;
    if (this.#live.paired?.table === table) this.#change({ paired: null, notice: 'declined' });
  }

  #ask(message: Extract<AnyLobbyInbound, { type: 'seek' | 'stop-seeking' }>): void {
    this.#unanswered += 1;
    this.#send(message);
  }

  #change(change: Partial<LobbyLive>): void {
    this.#live = { ...this.#live, ...change };
    this.#onChange(this.#live);
  }
}
