import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyLobbyInbound, Paired } from '../../src/protocol.gen';
import { LobbyStore } from '../../src/state/lobby-store';
import { lobbyOf } from '../fake-around';

const POINTS = { name: 'points' };
const PAIRED: Paired = {
  type: 'paired',
  table: 't',
  seat: 1,
  secret: 's',
  socket: '/ws/t',
  opponent: 'Ben',
};
let sent: AnyLobbyInbound[];
let lobby: LobbyStore;

beforeEach(() => {
  sent = [];
  lobby = new LobbyStore(
    (message) => sent.push(message),
    () => {},
  );
});

describe('looking for an opponent', () => {
  test('is asked for as soon as the lobby is there', () => {
    lobby.seek(POINTS, 1_000);
    expect(sent).toEqual([]);
    lobby.receive(lobbyOf());
    lobby.setLink('open');
    expect(sent).toEqual([{ type: 'seek', rules: POINTS }]);
    expect([lobby.live.isSeeking, lobby.live.sinceMs]).toEqual([false, 1_000]);
    lobby.receive({ type: 'seeking', rules: POINTS });
    expect(lobby.live.isSeeking).toBe(true);
  });

  test('goes on after the connection was gone', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.receive({ type: 'seeking', rules: POINTS });
    lobby.setLink('lost');
    expect([lobby.live.wanted, lobby.live.isSeeking]).toEqual([POINTS, false]);
    lobby.setLink('open');
    expect(sent.map((message) => message.type)).toEqual(['seek', 'seek']);
  });

  test('by other rules goes on from when it began', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 1_000);
    lobby.seek({ name: 'house' }, 9_000);
    expect([lobby.live.wanted, lobby.live.sinceMs]).toEqual([{ name: 'house' }, 1_000]);
  });

  test('ends when it is stopped, and the answer to an older wish does not bring it back', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.stop();
    lobby.receive({ type: 'seeking', rules: POINTS });
    expect([lobby.live.wanted, lobby.live.isSeeking]).toEqual([null, false]);
    lobby.stop();
    expect(sent.map((message) => message.type)).toEqual(['seek', 'stop-seeking']);
  });

  test('ends when somebody is found', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.receive(PAIRED);
    expect([lobby.live.wanted, lobby.live.paired?.opponent]).toEqual([null, 'Ben']);
    lobby.settle();
    lobby.setLink('lost');
    lobby.setLink('open');
    expect(lobby.live.paired).toBeNull();
    expect(sent.length).toBe(1);
  });
});
