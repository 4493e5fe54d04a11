import { beforeEach, describe, expect, test } from 'vitest';
import { Connection, type SocketLike, type Timers } from '../../src/net/connection';
import type { AnyInbound, AnyOutbound } from '../../src/protocol.gen';
import { welcomeOf } from '../fake-server';

class TestSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  sent: { type: string; [key: string]: unknown }[] = [];
  isClosed = false;

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.onopen?.({} as Event);
  }

  say(message: AnyOutbound): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  break(): void {
    this.onclose?.({} as CloseEvent);
  }
}

/** Timers that run when the test says so. */
class TestTimers implements Timers {
  nowMs = 0;
  waiting: { atMs: number; callback: () => void }[] = [];

  after(ms: number, callback: () => void): () => void {
    const timer = { atMs: this.nowMs + ms, callback };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((each) => each !== timer);
    };
  }

  now(): number {
    return this.nowMs;
  }

  random(): number {
    return 0.5;
  }

  advance(ms: number): void {
    const end = this.nowMs + ms;
    for (;;) {
      const next = this.waiting.filter((t) => t.atMs <= end).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.waiting = this.waiting.filter((each) => each !== next);
      this.nowMs = next.atMs;
      next.callback();
    }
    this.nowMs = end;
  }
}

const HAVE = { epoch: 1, version: 5 };
const WELCOME = welcomeOf([]);
let sockets: TestSocket[];
let timers: TestTimers;
let links: string[];
let heard: string[];
let trips: number[];
let lates: boolean[];
let connection: Connection<AnyInbound, AnyOutbound>;

beforeEach(() => {
  sockets = [];
  links = [];
  heard = [];
  trips = [];
  lates = [];
  timers = new TestTimers();
  connection = new Connection<AnyInbound, AnyOutbound>({
    open: () => {
      const socket = new TestSocket();
      sockets.push(socket);
      return socket;
    },
    timers,
    welcome: 'welcome',
    hello: () => ({ type: 'hello', version: 1, secrets: ['kT3'], have: HAVE }),
    onMessage: (message) => heard.push(message.type),
    onLink: (link) => links.push(link),
    onRoundTrip: (ms) => trips.push(ms),
    onLate: (isLate) => lates.push(isLate),
  });
  connection.setBusy(true);
});

function socket(index = sockets.length - 1): TestSocket {
  const found = sockets[index];
  if (!found) throw new Error('no such socket');
  return found;
}

function welcome(): void {
  socket().open();
  socket().say(WELCOME);
}

describe('hello', () => {
  test('is the first message, with the secrets and the position held', () => {
    socket().open();
    expect(socket().sent).toEqual([
      {
        type: 'hello',
        version: 1,
        secrets: ['kT3'],
        have: { epoch: 1, version: 5 },
      },
    ]);
  });

  test('nothing else is sent before the welcome, and nothing is queued', () => {
    socket().open();
    connection.send({ type: 'resync', have: null });
    socket().say(WELCOME);
    expect(links).toEqual(['open']);
    expect(socket().sent.map((message) => message.type)).toEqual(['hello']);
  });
});

describe('a lost connection', () => {
  test('comes again after growing pauses', () => {
    welcome();
    socket().break();
    expect(links).toEqual(['open', 'lost']);
    const opened: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = timers.nowMs;
      const count = sockets.length;
      while (sockets.length === count) timers.advance(50);
      opened.push(timers.nowMs - before);
      socket().break();
    }
    expect(opened).toEqual([250, 500, 1000, 2000, 3000, 3000, 3000, 3000]);
  });

  test('a welcome makes the next pause short again', () => {
    welcome();
    for (const wait of [250, 500]) {
      socket().break();
      timers.advance(wait);
    }
    welcome();
    socket().break();
    timers.advance(250);
    expect(sockets.length).toBe(4);
  });

  test('is noticed by silence too', () => {
    welcome();
    timers.advance(6_400);
    expect(links).toEqual(['open']);
    timers.advance(100);
    expect(links).toEqual(['open', 'lost']);
    expect(socket(0).isClosed).toBe(true);
  });

  test('is late before it is lost, and in time again once something is heard', () => {
    welcome();
    timers.advance(3_900);
    expect(lates).toEqual([]);
    timers.advance(100);
    expect([lates, links]).toEqual([[true], ['open']]);
    socket().say({ type: 'pong', n: 2 });
    expect(lates).toEqual([true, false]);
    timers.advance(10_000);
    expect(lates).toEqual([true, false, true, false]);
    expect(links).toEqual(['open', 'lost']);
  });

  test('is noticed later while nothing goes on, for which little is sent', () => {
    connection.setBusy(false);
    welcome();
    const pings = () => socket().sent.filter((message) => message.type === 'ping').length;
    for (const until of [2_000, 17_000, 32_000]) {
      timers.advance(until - timers.nowMs);
      socket().say({ type: 'pong', n: 0 });
    }
    expect(pings()).toBe(3);
    connection.setBusy(true);
    expect(pings()).toBe(4);
    timers.advance(2_000);
    expect(pings()).toBe(5);
    socket().say({ type: 'pong', n: 0 });
    connection.setBusy(false);
    timers.advance(19_400);
    expect(links).toEqual(['open']);
    timers.advance(100);
    expect(links).toEqual(['open', 'lost']);
  });

  test('can be retried at once', () => {
    welcome();
    socket().break();
    connection.retryNow();
    connection.retryNow();
    expect(sockets.length).toBe(2);
  });

  test('a socket that is not open yet is closed once it is', () => {
    connection.close();
    expect(socket().isClosed).toBe(false);
    socket().open();
    expect([socket().isClosed, socket().sent]).toEqual([true, []]);
  });

  test('messages of an old socket are not heard', () => {
    welcome();
    const old = socket();
    old.break();
    timers.advance(300);
    heard = [];
    old.say(WELCOME);
    expect(heard).toEqual([]);
  });
});

describe('what the server says', () => {
  test('pings measure the round trip', () => {
    welcome();
    timers.advance(2_000);
    const ping = socket().sent.at(-1);
    expect(ping).toEqual({ type: 'ping', n: 1 });
    timers.nowMs += 24;
    socket().say({ type: 'pong', n: 1 });
    socket().say({ type: 'pong', n: 0 });
    expect(trips).toEqual([24]);
  });

  test('a final problem ends it, and nothing is tried again', () => {
    socket().open();
    socket().say({ type: 'problem', code: 'no-such-table', detail: '', fatal: true });
    socket().break();
    timers.advance(60_000);
    expect(links).toEqual(['ended']);
    expect(sockets.length).toBe(1);
  });

  test('a server that closes for now is tried again', () => {
    welcome();
    socket().say({ type: 'problem', code: 'closing', detail: '', fatal: true });
    socket().break();
    timers.advance(300);
    expect(sockets.length).toBe(2);
  });

  test('what is no message is passed over', () => {
    welcome();
    socket().onmessage?.({ data: 'nonsense' } as MessageEvent);
    socket().onmessage?.({ data: '7' } as MessageEvent);
    expect(heard).toEqual(['welcome']);
  });
});
