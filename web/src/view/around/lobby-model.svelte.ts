/** The lobby as the components read it; connected while somebody looks at it or seeks. */

import { Connection } from '../../net/connection';
import type { Guest } from '../../net/keep';
import { lobbyPath } from '../../net/places';
import {
  type AnyLobbyInbound,
  type AnyLobbyOutbound,
  type Paired,
  PROTOCOL_VERSION,
} from '../../protocol.gen';
import { type Declined, type LobbyLive, LobbyStore, type Notice } from '../../state/lobby-store';
import { isSameGame, type Rules } from '../../state/wish';
import type { Services } from '../services';

const TICK_MS = 1_000;

export class LobbyModel {
  live = $state.raw<LobbyLive>(
    new LobbyStore(
      () => {},
      () => {},
    ).live,
  );
  /** The clock of the waiting, set once a second while it is needed. */
  nowMs = $state(0);
  readonly #services: Services;
  readonly #guest: Guest;
  readonly #store: LobbyStore;
  #connection: Connection<AnyLobbyInbound, AnyLobbyOutbound> | null = null;
  #enteredAs = '';
  /** Somebody looks at the lobby, or at how many are there. */
  #isVisited = false;
  #cancelTick: (() => void) | null = null;

  constructor(services: Services, guest: Guest) {
    this.#services = services;
    this.#guest = guest;
    this.#store = new LobbyStore(
      (message) => this.#connection?.send(message),
      (live) => {
        this.live = live;
      },
    );
    this.live = this.#store.live;
    this.nowMs = services.timers.now();
  }

  /** How many people are here; null while that is not known. */
  get people(): number | null {
    return this.live.link === 'open' ? (this.live.lobby?.people ?? null) : null;
  }

  get isWaiting(): boolean {
    return this.live.wanted !== null;
  }

  get waitedMs(): number {
    return Math.max(0, this.nowMs - this.live.sinceMs);
  }

  get paired(): Paired | null {
    return this.live.paired;
  }

  /** How many look for an opponent by these rules, this client among them. */
  waitingFor(rules: Rules): number {
    const waiting = this.live.lobby?.waiting ?? [];
    return waiting.find((each) => isSameGame(each.rules, rules))?.people ?? 0;
  }

  /** Connects, if it is not connected, until it is left. */
  enter(): void {
    this.#isVisited = true;
    this.#connect();
  }

  #connect(): void {
    if (this.#connection) return;
    const { timers, openSocket } = this.#services;
    this.#enteredAs = this.#guest.name;
    this.#store.setLink('connecting');
    this.#connection = new Connection<AnyLobbyInbound, AnyLobbyOutbound>({
      open: () => openSocket(lobbyPath()),
      timers,
      welcome: 'lobby',
      hello: () => ({
        type: 'enter',
        version: PROTOCOL_VERSION,
        name: this.#enteredAs,
        guest: this.#guest.secret,
      }),
      onMessage: (message) => {
        this.#store.receive(message);
        this.#closeUnneeded();
      },
      onLink: (link) => this.#store.setLink(link),
    });
    this.#tick();
  }

  /** Leaves the lobby, unless an opponent is still looked for. */
  leave(): void {
    this.#isVisited = false;
    this.#closeUnneeded();
  }

  /** The network is said to be back, or the player asks. */
  retry(): void {
    if (this.live.link !== 'ended') {
      this.#connection?.retryNow();
      return;
    }
    this.#close();
    this.#connect();
  }

  seek(rules: Rules): void {
    // The name is said on entering; whoever has another one by now enters again.
    if (this.#enteredAs !== this.#guest.name) this.#close();
    this.#connect();
    this.nowMs = this.#services.timers.now();
    this.#store.seek(rules, this.nowMs);
  }

  stop(): void {
    this.#store.stop();
  }

  settle(): void {
    this.#store.settle();
  }

  /** Tells the server, and by it the opponent, that a match is not to be; it may take a moment. */
  decline(declined: Declined): void {
    this.#connect();
    this.#store.decline(declined);
  }

  note(notice: Notice): void {
    this.#store.note(notice);
  }

  #closeUnneeded(): void {
    const isNeeded = this.isWaiting || this.paired !== null || this.#store.isParting;
    if (!this.#isVisited && !isNeeded) this.#close();
  }

  #close(): void {
    this.#cancelTick?.();
    this.#connection?.close();
    this.#connection = null;
  }

  #tick(): void {
    this.nowMs = this.#services.timers.now();
    this.#cancelTick = this.#services.timers.after(TICK_MS, () => this.#tick());
  }
}
