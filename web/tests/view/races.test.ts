// @vitest-environment happy-dom
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnyEvent, Result, TableView } from '../../src/protocol.gen';
import { row, viewOf } from '../fake-server';
import { SCENES } from '../scenes';
import { openPage, type Page, pointer, tap } from './page';

let page: Page;

afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const FRIENDS: Partial<TableView> = { bots: [false, false], names: ['Anna', 'Ben'] };
/** The own 6♥ and the rival's 6♦ both go on the 5♦. */
const OWN: AnyEvent = {
  type: 'played',
  seat: 0,
  stock: 4,
  pile: 1,
  card: '6h',
  tentative: true,
};
const RIVAL: AnyEvent = { ...OWN, seat: 1, stock: 3, card: '6d' };

/** The 7♥ fits the own 6♥, and of the rival's cards the 6♦ but not the 4♦. */
const CHAIN: Partial<TableView> = {
  stocks: [row('0 7h', '0', '0', '0', '1 6h'), row('0 9c', '0', '0 4d', '1 6d', '0')],
  spits: [
    { cards: 9, top: 'Ks', version: 98 },
    { cards: 5, top: '5d', version: 99 },
  ],
};

/** The own play goes out and is not answered until the test does. */
async function open(change: Partial<TableView> = {}): Promise<void> {
  page = await openPage(viewOf({ ...FRIENDS, ...change }));
  page.server.answers = false;
}

const stock = (slot: number) => page.find(`[data-pile="stock-${slot}"]`);
const text = (selector: string) =>
  page.all(selector).map((element) => element.textContent?.replaceAll(/\s+/g, ' ').trim());
const refuse = (id: number, margin_ms: number | null, reason: 'lost-race' | 'taken-back') =>
  page.server.send({ type: 'refused', id, seat: 0, reason, wait_ms: 0, margin_ms });
const lose = (id: number, margin_ms: number | null) => refuse(id, margin_ms, 'lost-race');
/** Where everything lies, how it moves, and what is said of the table. */
const picture = async () => {
  await tick();
  return pictured();
};
const pictured = () => ({
  sprites: page
    .all('.sprite')
    .map(({ className, style, dataset }) => [className, style.transform, dataset.card].join()),
  piles: page
    .all('[data-place]')
    .map((pile) => [pile.className, pile.getAttribute('aria-label'), pile.dataset.state].join()),
  log: text('.say'),
  heard: text('[data-polite], [data-assertive]'),
  toasts: text('[data-toast]'),
});
/** What a screen reader is told from now on, politely. */
function heard(): string[] {
  const told: string[] = [];
  const polite = page.find('[data-polite]');
  const listen = () => told.push(polite.textContent ?? '');
  new MutationObserver(listen).observe(polite, {
    characterData: true,
    childList: true,
    subtree: true,
  });
  return told;
}

/** Lets everything come to rest, and what is shown be read. */
const rest = () => vi.advanceTimersByTimeAsync(2_500);

describe('a tentative card', () => {
  test('looks like any other, the own one and the rival’s', async () => {
    const drawn: unknown[] = [];
    for (const tentative of [false, true]) {
      await open();
      page.server.happen(
        { ...RIVAL, tentative },
        { ...OWN, stock: 0, card: '4s', pile: 0, tentative },
      );
      drawn.push(
        page.all('.sprite').map((sprite) => sprite.outerHTML),
        await picture(),
      );
      if (!tentative) page.close();
    }
    expect(drawn.slice(2)).toEqual(drawn.slice(0, 2));
  });

  test('does not move again when it is final', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await open();
    page.server.happen(RIVAL);
    await rest();
    const before = await picture();
    page.server.happen({ type: 'settled', plays: [101] });
    expect(await picture()).toEqual(before);
  });
});

describe('while an own card races', () => {
  async function race(): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await open();
    tap(stock(4));
    await rest();
  }

  test('the rival’s card does not come and go: nothing jumps', async () => {
    await race();
    const before = await picture();
    page.server.happen(RIVAL);
    expect(await picture()).toEqual(before);
    await rest();
    page.server.happen({ type: 'taken-back', plays: [101], margin_ms: 38 }, OWN);
    expect({ ...(await picture()), log: [] }).toEqual({ ...before, log: [] });
    expect(text('.say')).toEqual(['You played 6♥\ufe0e']);
    await rest();
    expect((await picture()).heard).toEqual(before.heard);
    expect(page.all('[data-toast]')).toEqual([]);
  });

  test('nor does what lies on that card', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const stocks = [
      row('0 4s', '0 Qh', '1 Tc', '2 Ad', '1 6h'),
      row('0 7c', '0', '0', '1 6d', '0'),
    ];
    await open({ stocks });
    tap(stock(4));
    await rest();
    const before = await picture();
    page.server.happen(RIVAL, { ...RIVAL, stock: 0, card: '7c' });
    expect(await picture()).toEqual(before);
    page.server.happen({ type: 'taken-back', plays: [102, 101], margin_ms: 9 }, OWN);
    expect({ ...(await picture()), log: [] }).toEqual({ ...before, log: [] });
  });

  test('a rival’s that wins comes when the own one flies back, and is told then', async () => {
    await race();
    const told = heard();
    const six = page.card('6h');
    page.server.happen(RIVAL);
    await rest();
    page.server.happen({ type: 'settled', plays: [101] });
    lose(1, 38);
    expect(six.className).toContain('move-back');
    expect(page.card('6d').className).toContain('move-foe');
    expect(stock(4).dataset.state).toBe('up');
    expect(text('.say')).toEqual(['Ben played 6♦\ufe0e']);
    await rest();
    expect(told).toEqual(['Ben: 6 of diamonds on Right spit pile', 'Ben was 38 ms faster']);
  });

  test('a final one slips under it, so that the own card stays in sight', async () => {
    await race();
    const [six, rival] = [page.card('6h'), page.card('6d')];
    page.server.happen({ ...RIVAL, tentative: false });
    expect(Number(rival.style.zIndex)).toBeLessThan(Number(six.style.zIndex));
  });

  test('the next own card counts on the own one', async () => {
    await open({
      stocks: [row('0 7h', '0', '0', '0', '1 6h'), row('0 9c', '0', '0', '1 6d', '0')],
    });
    tap(stock(4));
    page.server.happen(RIVAL);
    stock(0).dispatchEvent(pointer('pointerdown', 40, 540));
    stock(0).dispatchEvent(pointer('pointermove', 240, 350));
    stock(0).dispatchEvent(pointer('pointerup', 240, 350));
    expect(page.server.received.at(-1)).toMatchObject({ type: 'play', card: '7h', top: '6h' });
  });
});

describe('a race that was lost', () => {
  test('flies back with what lies on it, and is told once, with the margin', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await open(CHAIN);
    const before = [page.card('6h').style.transform, page.card('7h').style.transform];
    tap(stock(4));
    page.server.happen(OWN);
    tap(stock(0));
    await rest();
    const told = heard();
    page.server.happen(
      { type: 'taken-back', plays: [101], margin_ms: 38 },
      { ...RIVAL, stock: 2, card: '4d' },
    );
    const back = ['6h', '7h'].map((card) => page.card(card));
    expect(back.map(({ style }) => style.transform)).toEqual(before);
    expect(back.map(({ className }) => className)).toEqual(Array(2).fill('sprite move-back top'));
    lose(1, 38);
    lose(2, 38);
    await vi.advanceTimersByTimeAsync(100);
    expect(text('[data-toast]')).toEqual(['Ben was 38 ms faster']);
    await rest();
    await rest();
    expect(told.filter((line) => line.includes('faster')).length).toBe(1);
  });

  test('leaves what lay on it where it is, if it fits the other card as well', async () => {
    await open(CHAIN);
    tap(stock(4));
    page.server.happen(OWN);
    tap(stock(0));
    const there = page.card('7h').style.transform;
    page.server.happen({ type: 'taken-back', plays: [101], margin_ms: 38 }, RIVAL);
    lose(1, 38);
    expect(page.card('7h').style.transform).toBe(there);
  });

  test('costs nothing: no alarm, no waiting hand', async () => {
    await open();
    tap(stock(4));
    lose(1, 38);
    await vi.waitFor(() => expect(page.find('[data-toast]').className).toContain('race'));
    expect(stock(4).className.split(' ')).not.toContain('no');
    expect(page.all('.waits')).toEqual([]);
  });

  test.each([
    ['is told without a number if none is known', null, 'Ben’s card was there first'],
    ['may be lost by nothing at all', 0, 'Ben was 0 ms faster'],
  ])('%s', async (_, margin_ms, words) => {
    await open();
    tap(stock(4));
    lose(1, margin_ms);
    await vi.waitFor(() => expect(text('[data-toast]')).toEqual([words]));
  });

  test('is not talked over by what waited for it', async () => {
    await open();
    tap(stock(4));
    page.server.happen(OWN);
    tap(stock(4));
    page.server.happen({ type: 'taken-back', plays: [101], margin_ms: 38 }, RIVAL);
    lose(1, 38);
    refuse(2, null, 'taken-back');
    await vi.waitFor(() => expect(text('[data-toast]')).toEqual(['Ben was 38 ms faster']));
    expect(stock(4).dataset.state).toBe('up');
  });

  test('leaves no word of the card among the moves', async () => {
    await open();
    tap(stock(4));
    page.server.happen(OWN);
    page.server.happen({ type: 'taken-back', plays: [101], margin_ms: 38 }, RIVAL);
    lose(1, 38);
    await vi.waitFor(() => expect(text('.say')).toEqual(['Ben played 6♦\ufe0e']));
  });

  test('of a slap is one of hands', async () => {
    await open({ ...SCENES.slap?.view, ...FRIENDS });
    tap(page.find('[data-spit="1"]'));
    page.server.happen({ type: 'slapped', seat: 1, pile: 0, takes: [1, 0] });
    lose(1, null);
    await vi.waitFor(() => expect(text('[data-toast]')).toEqual(['Ben’s hand was there first']));
  });

  test('is the loser’s to be told, not the winner’s and not of those who watch', async () => {
    page = await openPage(viewOf(FRIENDS), '/t/t1/watch');
    page.server.happen(RIVAL, { type: 'taken-back', plays: [101], margin_ms: 38 }, OWN);
    await vi.waitFor(() => expect(text('.say')).toEqual(['Anna played 6♥\ufe0e']));
    expect(page.all('[data-toast]')).toEqual([]);
  });
});

describe('how far away the two are', () => {
  const trips = () => page.all('[data-trip]').map(({ dataset }) => dataset.trip);

  test('stands at each one’s name, and follows', async () => {
    await open({ round_trips: [34, 187] });
    expect(trips()).toEqual(['187', '34']);
    expect(page.find('[data-seat="1"] [data-trip]').getAttribute('aria-label')).toContain('187 ms');
    expect(page.find('.mid').textContent).not.toContain('ms');
    page.server.happen({ type: 'round-trips', ms: [36, null] });
    await vi.waitFor(() => expect(trips()).toEqual(['36']));
  });

  test('is not said of one who is away, nor where it does not count', async () => {
    await open({ round_trips: [34, 187], online: [true, false] });
    expect(trips()).toEqual(['34']);
    page.close();
    page = await openPage(viewOf({ round_trips: [null, null] }));
    expect(trips()).toEqual([]);
  });

  test('is explained in the menu, where it is shown', async () => {
    await open({ round_trips: [34, 187] });
    page.find('[data-action="settings"]').click();
    await vi.waitFor(() =>
      expect(page.find('[data-trips-note]').textContent).toContain('whoever reacts faster'),
    );
    page.server.happen({ type: 'round-trips', ms: [null, null] });
    await vi.waitFor(() => expect(page.all('[data-trips-note]')).toEqual([]));
  });
});

describe('after the match', () => {
  async function over(races: Result['races']): Promise<void> {
    await open();
    page.server.happen({ type: 'match-ended', winner: 0, reason: 'resigned', races });
    await vi.waitFor(() => page.find('[data-result]'));
  }

  test('it is said how many races each has won, and by how much', async () => {
    await over([
      { won: 14, median_ms: 62 },
      { won: 1, median_ms: 48 },
    ]);
    expect(page.find('[data-races]').dataset.races).toBe('14:1');
    expect(text('[data-races] .sr')).toEqual([
      'You won 14 races, by 62 ms at the median. Ben won 1 race, by 48 ms at the median.',
    ]);
    expect(text('[data-races] b')).toEqual(['14', '1', '62 ms', '48 ms']);
  });

  test('who won none was never faster', async () => {
    await over([
      { won: 0, median_ms: null },
      { won: 2, median_ms: 12 },
    ]);
    expect(text('[data-races] .sr')[0]).toContain('You won 0 races. Ben won 2 races, by 12 ms');
    expect(text('[data-races] b')).toEqual(['0', '2', '–', '12 ms']);
  });

  test.each([
    ['there were none', []],
    ['nobody won one', [0, 0].map((won) => ({ won, median_ms: null }))],
  ])('nothing is said if %s', async (_, races) => {
    await over(races);
    expect(page.all('[data-races]')).toEqual([]);
  });
});
