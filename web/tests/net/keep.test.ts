import { describe, expect, test } from 'vitest';
import { ApiError, makeTable, recordPath, tableOfPath, tablePath } from '../../src/net/api';
import { memoryShelf, Secrets, sturdyShelf } from '../../src/net/keep';

describe('what the browser keeps', () => {
  test('secrets are kept by table, the newest first, and can be forgotten', () => {
    const shelf = memoryShelf();
    new Secrets(shelf).keep('a', ['1']);
    new Secrets(shelf).keep('b', ['2', '3']);
    const secrets = new Secrets(shelf);
    expect([secrets.of('a'), secrets.of('b'), secrets.newest]).toEqual([['1'], ['2', '3'], 'b']);
    secrets.forget('b');
    expect([secrets.of('b'), secrets.newest]).toEqual([[], 'a']);
  });

  test('only so many tables are kept', () => {
    const secrets = new Secrets(memoryShelf());
    for (let i = 0; i < 30; i++) secrets.keep(`t${i}`, ['s']);
    expect(secrets.of('t0')).toEqual([]);
    expect(secrets.of('t29')).toEqual(['s']);
  });

  test('without storage it is kept until the page is left', () => {
    const shelf = sturdyShelf(() => {
      throw new Error('storage is forbidden');
    });
    shelf.setItem('a', '1');
    expect(shelf.getItem('a')).toBe('1');
    shelf.removeItem('a');
    expect(shelf.getItem('a')).toBeNull();
  });

  test('kept nonsense is as if nothing were kept', () => {
    const shelf = memoryShelf();
    shelf.setItem('spit.tables', '{broken');
    expect(new Secrets(shelf).of('a')).toEqual([]);
  });
});

describe('the HTTP interface', () => {
  test('a made table is given back', async () => {
    const made = { table: 't', seat: 0, secret: 's', socket: '/ws/t' };
    const asked: string[] = [];
    const fetch = (url: string, init: RequestInit) => {
      asked.push(`${init.method} ${url} ${init.body}`);
      return Promise.resolve(Response.json(made));
    };
    expect(await makeTable(fetch, { level: 'quick' })).toEqual(made);
    expect(asked).toEqual(['POST /api/tables {"level":"quick"}']);
  });

  test('a refusal is said in the words of the server, silence in none', async () => {
    const refuse = () =>
      Promise.resolve(Response.json({ error: 'no such level' }, { status: 400 }));
    await expect(makeTable(refuse, {})).rejects.toThrow(new ApiError('no such level'));
    await expect(makeTable(() => Promise.reject(new Error('x')), {})).rejects.toThrow(
      new ApiError(''),
    );
    const odd = () => Promise.resolve(new Response('<html>', { status: 502 }));
    await expect(makeTable(odd, {})).rejects.toThrow(new ApiError('502'));
  });

  test('pages and tables name each other', () => {
    expect(tableOfPath(tablePath('a b'))).toBe('a b');
    expect([tableOfPath('/'), tableOfPath('/t/'), tableOfPath('/t/x/y')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(recordPath('m1')).toBe('/records/m1.spit');
  });
});
