/**
 * One WebSocket, to a table or to the lobby: hello, reconnecting with growing pauses, pings.
 *
 * It knows no match. Sockets, timers and the clock are handed in, so that tests need none.
 */

import type {
  AnyInbound,
  AnyLobbyInbound,
  AnyLobbyOutbound,
  AnyOutbound,
  Ping,
} from '../protocol.gen';
import type { LinkState } from '../state/live';

/** The part of `WebSocket` that is used. */
export type SocketLike = {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(): void;
};

export type Timers = {
  /** Calls back once; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Monotonic, milliseconds. */
  now(): number;
  /** 0 to 1, for spreading reconnects. */
  random(): number;
};

type Sent = AnyInbound | AnyLobbyInbound;
type Heard = AnyOutbound | AnyLobbyOutbound;

export type ConnectionOptions<In extends Sent, Out extends Heard> = {
  readonly open: () => SocketLike;
  readonly timers: Timers;
  /** The first message of every connection. */
  readonly hello: () => In;
  /** The type of the message that answers it. */
  readonly welcome: Out['type'];
  readonly onMessage: (message: Out) => void;
  readonly onLink: (link: LinkState) => void;
  readonly onRoundTrip?: (ms: number) => void;
  /** Called when an answer is overdue, and when something is heard again. */
  readonly onLate?: (isLate: boolean) => void;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;
/** Between two pings while a match runs; a ping that waits as long for its answer is late. */
const BUSY_PING_MS = 2_000;
/** The same while nothing goes on. */
const IDLE_PING_MS = 15_000;
/** Silence beyond a ping after which the connection counts as lost. */
const PATIENCE_MS = 4_500;

export class Connection<In extends Sent, Out extends Heard> {
  readonly #options: ConnectionOptions<In, Out>;
  #socket: SocketLike | null = null;
  #isOpen = false;
  #isWelcome = false;
  #isClosed = false;
  #isLate = false;
  #isBusy = false;
  #failures = 0;
  #pingSentMs = 0;
  #pingN = 0;
  #heardMs = 0;
  #cancelWait: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;

  constructor(options: ConnectionOptions<In, Out>) {
    this.#options = options;
    this.#connect();
  }

  /** Sends a message if the connection stands; otherwise it is gone, nothing is queued. */
  send(message: In | Ping): void {
    if (this.#socket && this.#isWelcome) this.#socket.send(JSON.stringify(message));
  }

  /** Tries again at once: the network is said to be back, or the player asks. */
  retryNow(): void {
    if (this.#isClosed || this.#socket) return;
    this.#cancelWait?.();
    this.#failures = 0;
    this.#connect();
  }

  /** Says whether something goes on for which a lost connection must be noticed soon. */
  setBusy(isBusy: boolean): void {
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    if (!this.#isWelcome) return;
    if (isBusy) this.#ping();
    this.#schedulePing();
  }

  /** Leaves for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelWait?.();
    this.#drop();
  }

  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    this.#heardMs = this.#options.timers.now();
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#isOpen = true;
      socket.send(JSON.stringify(this.#options.hello()));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#heard(parse(event.data) as Out | null);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    this.#schedulePing();
  }

  #heard(message: Out | null): void {
    this.#heardMs = this.#options.timers.now();
    this.#setLate(false);
    if (!message) return;
    if (message.type === 'pong') {
      if (message.n === this.#pingN) this.#options.onRoundTrip?.(this.#heardMs - this.#pingSentMs);
      return;
    }
    const isWelcome = message.type === this.#options.welcome && !this.#isWelcome;
    if (isWelcome) {
      this.#isWelcome = true;
      this.#failures = 0;
    }
    this.#options.onMessage(message);
    if (isWelcome) this.#options.onLink('open');
    if (message.type === 'problem' && message.fatal && message.code !== 'closing') {
      const isPassing = message.code === 'too-slow' || message.code === 'too-fast';
      if (!isPassing) this.#giveUp();
    }
  }

  #schedulePing(): void {
    const { timers } = this.#options;
    const now = timers.now();
    this.#cancelPing?.();
    this.#cancelPing = timers.after(Math.min(this.#pingMs, this.#lostAtMs - now), () => {
      if (timers.now() >= this.#lostAtMs) {
        this.#lost();
        return;
      }
      if (this.#isWelcome && this.#pingN > 0 && this.#heardMs < this.#pingSentMs) {
        this.#setLate(true);
      }
      this.#ping();
      this.#schedulePing();
    });
  }

  #ping(): void {
    this.#pingN += 1;
    this.#pingSentMs = this.#options.timers.now();
    this.send({ type: 'ping', n: this.#pingN });
  }

  get #pingMs(): number {
    return this.#isBusy || !this.#isWelcome ? BUSY_PING_MS : IDLE_PING_MS;
  }

  get #lostAtMs(): number {
    return this.#heardMs + this.#pingMs + PATIENCE_MS;
  }

  #setLate(isLate: boolean): void {
    if (isLate === this.#isLate) return;
    this.#isLate = isLate;
    this.#options.onLate?.(isLate);
  }

  #giveUp(): void {
    this.#isClosed = true;
    this.#drop();
    this.#options.onLink('ended');
  }

  #lost(): void {
    this.#drop();
    if (this.#isClosed) return;
    this.#options.onLink('lost');
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    const spread = wait * (0.75 + 0.5 * this.#options.timers.random());
    this.#cancelWait = this.#options.timers.after(spread, () => this.#connect());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    this.#setLate(false);
    this.#cancelPing?.();
    if (!socket) return;
    // A browser complains about a socket that is closed before it is open.
    if (this.#isOpen) socket.close();
    else socket.onopen = () => socket.close();
    this.#isOpen = false;
  }
}

function parse(data: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null && 'type' in value ? value : null;
  } catch {
    return null;
  }
}
