import { afterEach, describe, expect, test } from 'vitest';
import {
  apiPath,
  codeIn,
  grouped,
  liveBelow,
  lobbyPath,
  placeOf,
  recordPath,
  socketPath,
  startPath,
  tablePath,
  watchPath,
} from '../../src/net/places';

describe('addresses', () => {
  test('pages and tables name each other', () => {
    const table = { page: 'table', table: 'a b', take: null };
    expect(placeOf(tablePath('a b'), '')).toEqual({ ...table, isWatching: false });
    expect(placeOf(watchPath('a b'), '')).toEqual({ ...table, isWatching: true });
    expect(recordPath('m1')).toBe('/records/m1.spit');
  });

  test('a one-time code stands behind the table', () => {
    expect(placeOf('/t/abc', '#take=x-Y_9')).toMatchObject({ table: 'abc', take: 'x-Y_9' });
    expect(placeOf('/t/abc', '#take=')).toMatchObject({ take: null });
  });

  test('anything unknown is the start', () => {
    for (const path of ['/', '/t/', '/t/x/y', '/elsewhere']) {
      expect(placeOf(path, '')).toEqual({ page: 'start' });
    }
    expect(placeOf('/', '#people')).toEqual({ page: 'people' });
    expect(placeOf('/', '#same-screen')).toEqual({ page: 'same-screen' });
    expect(placeOf('/t/%E0', '')).toMatchObject({ table: '%E0' });
  });
});

describe('a server below a path', () => {
  afterEach(() => liveBelow('/'));

  test('has all its addresses there', () => {
    liveBelow('/games/spit/');
    expect([startPath('#people'), tablePath('x'), watchPath('x'), recordPath('m')]).toEqual([
      '/games/spit/#people',
      '/games/spit/t/x',
      '/games/spit/t/x/watch',
      '/games/spit/records/m.spit',
    ]);
    expect([apiPath(), apiPath('x', 'seat'), lobbyPath(), socketPath('x')]).toEqual([
      '/games/spit/api/tables',
      '/games/spit/api/tables/x/seat',
      '/games/spit/ws',
      '/games/spit/ws/x',
    ]);
    expect(placeOf('/games/spit/t/x', '')).toMatchObject({ table: 'x' });
    expect(placeOf('/games/spit/', '')).toEqual({ page: 'start' });
  });
});

describe('a code', () => {
  test('is read in any case, with spaces or hyphens, and out of a link', () => {
    expect(['7K3-M9P-QXT', ' 7k3 m9p qxt ', '7K3M9PQXT'].map(codeIn)).toEqual(
      Array(3).fill('7k3m9pqxt'),
    );
    expect(codeIn('http://10.0.0.7:8000/t/7k3m9pqxt/watch')).toBe('7k3m9pqxt');
    expect(codeIn(' - ')).toBeNull();
  });

  test('is shown in groups of three', () => {
    expect([grouped('7k3m9pqxt'), grouped('ab'), grouped('')]).toEqual(['7k3-m9p-qxt', 'ab', '']);
  });
});
