import { describe, expect, test } from 'vitest';
import { Guest, memoryShelf, Secrets, sturdyShelf } from '../../src/net/keep';

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

describe('the guest', () => {
  const bytes = (count: number) => new Uint8Array(count).map((_, index) => index * 7);

  test('has a secret of 256 bits that is made once, in letters that an address may hold', () => {
    const shelf = memoryShelf();
    const first = new Guest(shelf, bytes);
    expect(first.secret).toMatch(/^[\w-]{43}$/);
    const again = new Guest(shelf, () => {
      throw new Error('there is one already');
    });
    expect(again.secret).toBe(first.secret);
  });

  test('keeps the name that was typed, cut to what is sent', () => {
    const shelf = memoryShelf();
    new Guest(shelf, bytes).name = `  Ana ${'x'.repeat(60)}`;
    expect(new Guest(shelf, bytes).name).toBe(`Ana ${'x'.repeat(36)}`);
  });

  test('is made anew where what was kept makes no sense', () => {
    for (const kept of ['{broken', '{"secret":"short","name":7}', 'null']) {
      const shelf = memoryShelf();
      shelf.setItem('spit.guest', kept);
      const guest = new Guest(shelf, bytes);
      expect([guest.secret.length, guest.name]).toEqual([43, '']);
    }
  });
});
