/**
 * A stand-in for what the server has beside the tables: its HTTP interface and its lobby.
 *
 * It answers what a test has set up, and remembers what it was asked.
 */

import type { SocketLike } from '../src/net/connection';
import type {
  AnyLobbyInbound,
  AnyLobbyOutbound,
  Lobby,
  TableInfo,
  TableMade,
} from '../src/protocol.gen';
import { FakeSocket } from './fake-server';

/** A square that stands for a QR code. */
export const FAKE_QR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25"><path fill="#fff" d="M0 0h25v25H0z"/><path d="M2 2h7v7H2zM16 2h7v7h-7zM2 16h7v7H2zM11 3h2v3h-2zM11 11h3v2h-3zM17 12h4v3h-4zM12 17h3v4h-3zM18 19h4v3h-4zM3 11h4v2H3z"/></svg>`;

/** A lobby where a few people are; `change` sets it up otherwise. */
export function lobbyOf(change: Partial<Lobby> = {}): Lobby {
  return {
    type: 'lobby',
    people: 5,
    tables: 2,
    waiting: [{ rules: { name: 'points', scoring: 'points' }, people: 2 }],
    open: [
      { table: 'open12345', names: ['Despina', ''], rules: { name: 'standard' }, watching: 0 },
      {
        table: 'open67890',
        names: ['Jan', ''],
        rules: { name: 'custom', wrap: 'none', max_rounds: 3 },
        watching: 0,
      },
    ],
    running: [
      {
        table: 'runs12345',
        names: ['Olga', 'Pedro'],
        rules: { name: 'points', scoring: 'points' },
        watching: 3,
      },
    ],
    ...change,
  };
}

/** A table that a stranger asks about. */
export function infoOf(change: Partial<TableInfo> = {}): TableInfo {
  return {
    table: 't1',
    standing: 'open',
    names: ['Anna', ''],
    rules: { name: 'standard' },
    watching: 0,
    ...change,
  };
}

export const MADE: TableMade = {
  table: 't1',
  seat: 0,
  secret: 's',
  socket: '/ws/t1',
  partner_secret: null,
};

export class FakeAround {
  /** All requests, as `POST /api/tables` with the body behind it. */
  readonly asked: { request: string; body: Record<string, unknown> }[] = [];
  /** All that was sent to the lobby. */
  readonly heard: AnyLobbyInbound[] = [];
  lobby = lobbyOf();
  /** By table's name, what a stranger is told. */
  infos: Record<string, TableInfo> = {};
  /** What requests that make or take a seat answer: the seat, or a status and a sentence. */
  made: TableMade | { status: number; error: string } = { status: 400, error: 'no tables today' };
  reach = 'network';
  #socket: FakeSocket | null = null;

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>;
    this.asked.push({ request: `${init.method} ${url}`, body });
    return Promise.resolve(this.#answer(url, init.method ?? 'GET'));
  };

  /** A socket to the lobby, open in a moment. */
  connect(): SocketLike {
    const socket = new FakeSocket((text) => this.#hear(JSON.parse(text) as AnyLobbyInbound));
    this.#socket = socket;
    queueMicrotask(() => socket.onopen?.(new Event('open')));
    return socket;
  }

  /** Breaks the connection to the lobby. */
  drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.onclose?.({} as CloseEvent);
  }

  say(message: AnyLobbyOutbound): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  #hear(message: AnyLobbyInbound): void {
    this.heard.push(message);
    if (message.type === 'enter') this.say(this.lobby);
    else if (message.type === 'seek') this.say({ type: 'seeking', rules: message.rules ?? {} });
    else if (message.type === 'stop-seeking') this.say({ type: 'seeking', rules: null });
    else if (message.type === 'decline') this.say({ type: 'declined', table: message.table });
    else this.say({ type: 'pong', n: message.n });
  }

  #answer(url: string, method: string): Response {
    const [, name = '', what = ''] = /^\/api\/tables\/([^/]+)(?:\/(\w+))?$/.exec(url) ?? [];
    if (method === 'GET' && what === '') {
      const info = this.infos[decodeURIComponent(name)];
      return info ? Response.json(info) : refusal(404, 'no such table');
    }
    switch (what) {
      case 'invitation':
        return Response.json({
          code: '7k3-m9p-qxt',
          link: 'http://192.168.1.20:8000/t/7k3m9pqxt',
          watch_link: 'http://192.168.1.20:8000/t/7k3m9pqxt/watch',
          qr: FAKE_QR,
          reach: this.reach,
        });
      case 'handover':
        return Response.json({
          code: 'one-time',
          link: 'http://192.168.1.20:8000/t/7k3m9pqxt#take=one-time',
          qr: FAKE_QR,
          seconds: 300,
        });
      case 'block':
      case 'report':
        return Response.json({ done: true });
      default:
        return 'status' in this.made
          ? refusal(this.made.status, this.made.error)
          : Response.json(this.made, { status: 201 });
    }
  }
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
