// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Paired, TableView } from '../../src/protocol.gen';
import { FakeAround, MADE } from '../fake-around';
import { viewOf } from '../fake-server';
import { openPage, type Page } from './page';

let page: Page;

afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const FRIENDS: Partial<TableView> = { bots: [false, false] };
const UNSAID = { said: false, pile: null };
const SAID = { said: true, pile: null };
/** Both are at a table where the match has not begun. */
const READY: Partial<TableView> = { ...FRIENDS, match: 't1', phase: 'ready', round: 1 };
/** The other one has not come. */
const ALONE: Partial<TableView> = { ...READY, phase: 'deal', round: 0, online: [true, false] };
const PAIRED: Paired = {
  type: 'paired',
  table: 't1',
  seat: 0,
  secret: 's',
  socket: '/ws/t1',
  opponent: 'Ben',
};

async function open(path: string, view: Partial<TableView> = FRIENDS, around = new FakeAround()) {
  page = await openPage(viewOf(view), path, ['s'], around);
}

const click = (selector: string): void => page.find(selector).click();
const text = (selector: string): string => page.find(selector).textContent?.trim() ?? '';
const appears = (selector: string) => vi.waitFor(() => page.find(selector));
const goes = (selector: string) => vi.waitFor(() => expect(page.all(selector)).toEqual([]));
const heard = () => page.around.heard.map(({ type }) => type);
const end = (code: 'declined' | 'no-such-table') =>
  page.server.send({ type: 'problem', code, detail: '', fatal: true });

/** Looks for an opponent and is brought to a table that stands like this. */
async function meet(view: Partial<TableView>): Promise<void> {
  await open('/#people', view);
  click('.find [data-action="find"]');
  await vi.waitFor(() => expect(page.around.heard.at(-1)?.type).toBe('seek'));
  page.around.say(PAIRED);
  await appears('main.table');
}

describe('two who were paired', () => {
  test('who does not want to play now says so, and looks no longer', async () => {
    const around = new FakeAround();
    around.made = MADE;
    await open('/#people', FRIENDS, around);
    click('.find [data-action="find"]');
    await appears('[data-seek]');
    click('[data-action="meanwhile"]');
    await appears('[data-action="stop-seeking"]');
    around.say(PAIRED);
    await appears('dialog.paired[open]');
    click('[data-action="not-now"]');
    await goes('dialog.paired');
    expect(around.heard.at(-1)).toEqual({ type: 'decline', table: 't1', secret: 's' });
    expect(page.all('[data-action="stop-seeking"]')).toEqual([]);
  });

  test('whoever is asked is left in peace when the other parts, and the search goes on', async () => {
    const around = new FakeAround();
    around.made = MADE;
    await open('/#people', FRIENDS, around);
    click('.find [data-action="find"]');
    await appears('[data-seek]');
    click('[data-action="meanwhile"]');
    await appears('[data-action="stop-seeking"]');
    around.say(PAIRED);
    await appears('dialog.paired[open]');
    around.say({ type: 'declined', table: 't1' });
    around.say({ type: 'seeking', rules: { name: 'standard' } });
    await goes('dialog.paired');
    await appears('[data-action="stop-seeking"]');
  });

  test.each([
    ['has not come', ALONE, '[data-round-over] [data-action="stop-waiting"]'],
    [
      'is not ready',
      { ...READY, calls: [SAID, UNSAID] },
      '[data-awaiting] [data-action="stop-waiting"]',
    ],
  ])('need not wait for one who %s', async (_, view, button) => {
    await meet(view);
    await appears(button);
    click(button);
    await appears('.find [data-action="find"]');
    await vi.waitFor(() =>
      expect(page.around.heard.at(-1)).toEqual({ type: 'decline', table: 't1', secret: 's' }),
    );
    expect(page.shelf.getItem('spit.tables')).toBe('[]');
  });

  test.each([
    ['who has not said “ready” is waited for', { ...READY, calls: [UNSAID, SAID] }],
    ['while both are asked nobody waits', READY],
    ['once a card is turned it is a match', { ...READY, phase: 'play', calls: [SAID, UNSAID] }],
    ['a rematch is no new acquaintance', { ...READY, match: 't1-2', calls: [SAID, UNSAID] }],
  ] as const)('%s: no button to stop', async (_, view) => {
    await meet(view);
    await vi.waitFor(() => expect(page.find('main').dataset.link).toBe('open'));
    expect(page.all('[data-action="stop-waiting"]')).toEqual([]);
  });

  test('whoever waited and is declined looks on by oneself, and is told why', async () => {
    await meet({ ...ALONE, rules: { name: 'points' } });
    end('declined');
    await appears('[data-seek]');
    expect(text('[data-notice="declined"]')).toContain('cannot play now');
    await vi.waitFor(() =>
      expect(page.around.heard.at(-1)).toEqual({ type: 'seek', rules: { name: 'points' } }),
    );
  });

  test('a table that was closed before one came there is as if one had been declined', async () => {
    await open('/#people');
    page.server.refuses = 'no-such-table';
    click('.find [data-action="find"]');
    await vi.waitFor(() => expect(page.around.heard.at(-1)?.type).toBe('seek'));
    page.around.say(PAIRED);
    await appears('[data-notice="declined"]');
    expect(heard().filter((type) => type === 'seek').length).toBe(2);
  });

  test('whoever was waited for is asked before looking on', async () => {
    await meet(READY);
    end('declined');
    await appears('[data-problem="declined"]');
    expect(text('[data-problem="declined"] h2')).toBe('Your opponent has left');
    click('[data-problem="declined"] [data-action="find"]');
    await appears('[data-seek]');
  });

  test('leaving by the menu tells the other one too', async () => {
    await meet(READY);
    click('[data-action="settings"]');
    await appears('[data-action="leave"]');
    click('[data-action="leave"]');
    await vi.waitFor(() => expect(heard().at(-1)).toBe('decline'));
    await appears('main.front-page');
  });

  test('are known as such after the page was loaded again', async () => {
    await meet(ALONE);
    const kept = page.shelf.getItem('spit.tables') ?? '';
    expect(JSON.parse(kept)).toEqual([{ table: 't1', secrets: ['s'], origin: 'pairing' }]);
  });
});

describe('how long it lasts', () => {
  const freeze = () =>
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });

  test('a pause of the other one: a clock runs, and what comes then is said', async () => {
    freeze();
    await open('/t/t1', { ...FRIENDS, paused: { seats: [1], left_ms: [30_000, 29_000] } });
    const veil = '[data-veil="pause"]';
    expect(text(`${veil} [data-wait]`)).toBe('The match waits 0:29');
    expect(text(veil)).toContain('When the time is up, you may claim the match.');
    await vi.advanceTimersByTimeAsync(5_200);
    expect(text(`${veil} [data-wait] b`)).toBe('0:24');
  });

  test('the own connection: for how long the match waits, and who may claim it then', async () => {
    freeze();
    await open('/t/t1');
    page.server.drop();
    await vi.advanceTimersByTimeAsync(200);
    const veil = '[data-veil="link"]';
    expect(text(`${veil} [data-wait] b`)).toBe('0:30');
    expect(text(veil)).toContain('When your time is up, Mina may claim the match.');
  });

  test('against the computer it waits, and no clock says otherwise', async () => {
    await open('/t/t1', {});
    page.server.drop();
    await appears('[data-veil="link"] .soft');
    expect(text('[data-veil="link"]')).toContain('The match waits for you.');
    expect(page.all('[data-wait]')).toEqual([]);
  });

  test('without a match under way nothing is said of it', async () => {
    await open('/t/t1', ALONE);
    page.server.drop();
    await appears('[data-veil="link"] h2');
    expect(text('[data-veil="link"]')).not.toContain('waits');
  });
});

describe('a result', () => {
  const OVER: Partial<TableView> = {
    ...FRIENDS,
    phase: 'over',
    result: { winner: 0, reason: 'cleared', races: [] },
  };

  test('stays to be seen when its table is closed, and says so', async () => {
    await open('/t/t1', OVER);
    end('no-such-table');
    await appears('[data-veil="result"] [data-problem="no-such-table"]');
    expect(text('[data-veil="result"] h2')).toBe('You win!');
    expect(page.all('[data-veil="link"], [data-action="rematch"]')).toEqual([]);
    page.find('[data-action="record"]');
  });

  test('stays to be seen while the connection is lost', async () => {
    await open('/t/t1', OVER);
    page.server.drop();
    await vi.waitFor(() => expect(text('[data-veil="result"]')).toContain('Connection lost'));
    expect(page.find<HTMLButtonElement>('[data-action="rematch"]').disabled).toBe(true);
    expect(page.all('[data-veil="link"]')).toEqual([]);
  });
});

describe('a block', () => {
  test('can be taken back at the same table, also after a reload', async () => {
    await open('/t/t1');
    for (const [action, blocked] of [
      ['block', true],
      ['unblock', false],
    ] as const) {
      click('[data-action="settings"]');
      await appears(`[data-action="${action}"]`);
      click(`[data-action="${action}"]`);
      await appears(`[data-action="${action}-yes"]`);
      click(`[data-action="${action}-yes"]`);
      await vi.waitFor(() =>
        expect(page.around.asked.at(-1)?.body).toEqual({ secret: 's', blocked }),
      );
      await vi.waitFor(() =>
        expect(page.shelf.getItem('spit.blocked')).toBe(JSON.stringify(blocked ? ['t1'] : [])),
      );
      click('dialog.around [data-action="close"]');
      await goes('dialog[open]');
    }
  });
});

describe('an open table', () => {
  test('waits for somebody, and not for a friend', async () => {
    const around = new FakeAround();
    around.made = MADE;
    await open('/#people', { ...FRIENDS, names: ['Anna', ''], free: [false, true] }, around);
    await appears('[data-action="open-table"]');
    click('[data-action="open-table"]');
    await appears('[data-veil="invite"]');
    expect(text('#invite-title')).toBe('Your table is open');
    expect(text('[data-veil="invite"] .waiting')).toBe('Waiting for somebody to sit down…');
  });
});

describe('two at one screen', () => {
  test('can turn the settings to either side, and have nobody to report', async () => {
    page = await openPage(viewOf(FRIENDS), '/t/t1', ['s', 'p']);
    if (page.find('main').dataset.way === 'beside') click('[data-action="way"]');
    await appears('main[data-way="face"]');
    click('[data-action="settings"]');
    await appears('dialog.settings[open]');
    expect(page.all('[data-action="report"], [data-action="block"]')).toEqual([]);
    click('[data-action="turn-sheet"]');
    await appears('dialog.settings.turned');
    click('[data-action="close-settings"]');
    await goes('dialog[open]');
    click('[data-action="settings"]');
    await appears('dialog.settings[open]');
    expect(page.all('dialog.turned')).toEqual([]);
  });
});
