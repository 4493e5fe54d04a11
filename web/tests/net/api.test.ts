import { describe, expect, test } from 'vitest';
import {
  ApiError,
  block,
  handover,
  invitation,
  makeTable,
  report,
  sitDown,
  tableInfo,
  takeOver,
} from '../../src/net/api';

function recorder() {
  const asked: string[] = [];
  const fetch = (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url} ${init.body ?? ''}`.trim());
    return Promise.resolve(Response.json({ table: 't' }));
  };
  return { asked, fetch };
}

describe('the HTTP interface', () => {
  test('a made table is given back', async () => {
    const { asked, fetch } = recorder();
    expect(await makeTable(fetch, { level: 'quick' })).toEqual({ table: 't' });
    expect(asked).toEqual(['POST /api/tables {"level":"quick"}']);
  });

  test('each request goes where the protocol says, with what it says and no more', async () => {
    const { asked, fetch } = recorder();
    await tableInfo(fetch, 'a b');
    await sitDown(fetch, 'ab', { name: 'Ana', guest: 'g' });
    await invitation(fetch, 'ab');
    await handover(fetch, 'ab', 's');
    await takeOver(fetch, 'ab', 'c');
    await block(fetch, 'ab', { secret: 's' });
    await report(fetch, 'ab', { secret: 's', words: 'w' });
    expect(asked).toEqual([
      'GET /api/tables/a%20b',
      'POST /api/tables/ab/seat {"name":"Ana","guest":"g"}',
      'GET /api/tables/ab/invitation',
      'POST /api/tables/ab/handover {"secret":"s"}',
      'POST /api/tables/ab/takeover {"code":"c"}',
      'POST /api/tables/ab/block {"secret":"s"}',
      'POST /api/tables/ab/report {"secret":"s","words":"w"}',
    ]);
  });

  test('a refusal is said in the words of the server, silence in none', async () => {
    const refuse = () =>
      Promise.resolve(Response.json({ error: 'no such level' }, { status: 400 }));
    await expect(makeTable(refuse, {})).rejects.toMatchObject({
      message: 'no such level',
      status: 400,
    });
    await expect(makeTable(() => Promise.reject(new Error('x')), {})).rejects.toThrow(
      new ApiError(''),
    );
    const odd = () => Promise.resolve(new Response('<html>', { status: 502 }));
    await expect(makeTable(odd, {})).rejects.toThrow(new ApiError('502', 502));
  });
});
