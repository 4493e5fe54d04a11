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

  test('that the server ends by itself has ended, and it is said so', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.receive({ type: 'seeking', rules: POINTS });
    lobby.receive({ type: 'seeking', rules: null });
    expect([lobby.live.wanted, lobby.live.notice]).toEqual([null, 'dropped']);
    lobby.seek(POINTS, 0);
    expect(lobby.live.notice).toBeNull();
  });

  test('begun again before the answer to its end is not ended by that answer', () => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.stop();
    lobby.seek({ name: 'house' }, 0);
    lobby.receive({ type: 'seeking', rules: POINTS });
    lobby.receive({ type: 'seeking', rules: null });
    expect([lobby.live.wanted, lobby.live.isSeeking]).toEqual([{ name: 'house' }, false]);
    lobby.receive({ type: 'seeking', rules: { name: 'house' } });
    expect([lobby.live.isSeeking, lobby.live.notice]).toEqual([true, null]);
  });

  test('is not waited for once the server has refused a wish', () => {
    lobby.setLink('open');
    lobby.seek({ name: 'chess' }, 0);
    lobby.receive({ type: 'problem', code: 'bad-message', detail: '', fatal: false });
    lobby.seek(POINTS, 0);
    lobby.receive({ type: 'seeking', rules: POINTS });
    expect(lobby.live.isSeeking).toBe(true);
  });
});

describe('an opponent who was found', () => {
  const SEEKING = { type: 'seeking', rules: POINTS } as const;
  const DECLINED = { type: 'declined', table: 't' } as const;

  beforeEach(() => {
    lobby.setLink('open');
    lobby.seek(POINTS, 0);
    lobby.receive(SEEKING);
    lobby.receive(PAIRED);
    sent.length = 0;
  });

  test('is declined, and the search is over', () => {
    lobby.decline(PAIRED);
    expect(sent).toEqual([{ type: 'decline', table: 't', secret: 's' }]);
    expect([lobby.live.paired, lobby.isParting]).toEqual([null, true]);
    lobby.receive(DECLINED);
    expect([lobby.live.notice, lobby.live.wanted, lobby.isParting]).toEqual([null, null, false]);
  });

  test('who parts leaves the search to go on, and it is said so', () => {
    lobby.receive(DECLINED);
    lobby.receive(SEEKING);
    expect([lobby.live.paired, lobby.live.notice]).toEqual([null, 'declined']);
    expect([lobby.live.wanted, lobby.live.isSeeking]).toEqual([POINTS, true]);
  });

  test('is declined after the connection was gone', () => {
    lobby.setLink('lost');
    lobby.decline(PAIRED);
    expect(sent).toEqual([]);
    lobby.setLink('open');
    expect(sent).toEqual([{ type: 'decline', table: 't', secret: 's' }]);
    lobby.receive({ type: 'problem', code: 'no-such-table', detail: '', fatal: false });
    expect(lobby.isParting).toBe(false);
  });

  test('whom both decline at once is looked for no longer', () => {
    lobby.decline(PAIRED);
    lobby.receive(DECLINED);
    lobby.receive(SEEKING);
    expect(sent.map((message) => message.type)).toEqual(['decline', 'stop-seeking']);
    expect(lobby.live.wanted).toBeNull();
  });
});
