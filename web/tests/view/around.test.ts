// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Paired, TableView } from '../../src/protocol.gen';
import { FakeAround, infoOf, lobbyOf, MADE } from '../fake-around';
import { viewOf } from '../fake-server';
import { SCENES } from '../scenes';
import { openPage, type Page, press } from './page';

let page: Page;

afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const FRIENDS: Partial<TableView> = { bots: [false, false] };
const PAIRED: Paired = {
  type: 'paired',
  table: 't1',
  seat: 0,
  secret: 's',
  socket: '/ws/t1',
  opponent: 'Ben',
};

async function open(path: string, around = new FakeAround(), view: Partial<TableView> = {}) {
  page = await openPage(viewOf(view), path, ['s'], around);
}

const click = (selector: string): void => page.find(selector).click();
const text = (selector: string): string => page.find(selector).textContent?.trim() ?? '';
const appears = (selector: string) => vi.waitFor(() => page.find(selector));
const goes = (selector: string) => vi.waitFor(() => expect(page.all(selector)).toEqual([]));
const asked = () => page.around.asked.map(({ request }) => request);

describe('the start', () => {
  test('shows the ways to play, and asks the lobby only once it is there', async () => {
    await open('/');
    const actions = page.all('.front-side [data-action]').map((node) => node.dataset.action);
    const ways = ['friend', 'find', 'same-screen', 'join', 'people'];
    expect(actions).toEqual(['play', ...ways, 'learn', 'practice', 'rules']);
    expect(page.around.heard).toEqual([]);
    await vi.waitFor(() => expect(text('[data-people]')).toContain('5 people here'));
  });

  test('leads back to the table where a seat is held, and forgets one that is gone', async () => {
    const around = new FakeAround();
    around.infos.t1 = infoOf({ standing: 'full', names: ['Anna', 'Ben'] });
    await open('/', around);
    await appears('[data-action="back"]');
    expect(text('[data-action="back"]')).toContain('Anna and Ben');
    click('[data-action="back"]');
    await appears('main.table');
    expect(location.pathname).toBe('/t/t1');
    page.close();
    await open('/');
    await vi.waitFor(() => expect(page.shelf.getItem('spit.tables')).toBe('[]'));
    expect(page.all('[data-action="back"]')).toEqual([]);
  });

  test('does not lead back to a match that was left when it was over', async () => {
    await open('/t/t1', new FakeAround(), {
      phase: 'over',
      result: { winner: 0, reason: 'resigned', races: [] },
    });
    click('[data-action="new-match"]');
    await appears('[data-action="play"]');
    expect(page.shelf.getItem('spit.tables')).toBe('[]');
  });

  test('a friend’s table is made at once, by the name and the secret of the guest', async () => {
    const around = new FakeAround();
    around.made = MADE;
    await open('/', around, { ...FRIENDS, free: [false, true] });
    page.find<HTMLInputElement>('[name="name"]').value = 'Anna';
    page.find('[name="name"]').dispatchEvent(new Event('input', { bubbles: true }));
    click('[data-action="friend"]');
    await appears('[data-veil="invite"]');
    expect(around.asked[0]?.body).toEqual({
      opponent: 'friend',
      name: 'Anna',
      guest: expect.stringMatching(/^[\w-]{43}$/),
      rules: { name: 'standard' },
      listed: false,
    });
    expect(location.pathname).toBe('/t/t1');
    expect(JSON.stringify(around.asked.slice(1))).not.toContain('guest');
  });

  test('a code leads to the door of its table, an empty one to a word', async () => {
    await open('/');
    click('[data-action="join"]');
    await vi.waitFor(() => expect(text('.code-form .error')).toContain('Type the code'));
    page.find<HTMLInputElement>('[name="code"]').value = 'OPEN-123 45';
    page.find('[name="code"]').dispatchEvent(new Event('input', { bubbles: true }));
    click('[data-action="join"]');
    await appears('[data-standing="unknown"]');
    expect(asked()).toContain('GET /api/tables/open12345');
  });
});

describe('the door', () => {
  const around = (info?: Parameters<typeof infoOf>[0]) => {
    const fake = new FakeAround();
    if (info) fake.infos.door = infoOf({ table: 'door', ...info });
    return fake;
  };

  test('of an open table says who invites, and takes the seat', async () => {
    const fake = around({});
    fake.made = { ...MADE };
    await open('/t/door', fake);
    await appears('[data-standing="open"]');
    expect(text('h1')).toBe('Anna invites you to a match');
    click('[data-action="sit"]');
    await appears('main.table');
    expect(fake.asked.at(-1)?.request).toBe('POST /api/tables/door/seat');
    expect(Object.keys(fake.asked.at(-1)?.body ?? {})).toEqual(['name', 'guest']);
  });

  test('of a seat that somebody took meanwhile says so, and what there is now', async () => {
    const fake = around({});
    fake.made = { status: 409, error: 'full' };
    await open('/t/door', fake);
    await appears('[data-action="sit"]');
    fake.infos.door = infoOf({ table: 'door', standing: 'full', names: ['Anna', 'Jan'] });
    click('[data-action="sit"]');
    await appears('[data-standing="full"]');
    await vi.waitFor(() => expect(text('.error')).toContain('Somebody was quicker'));
    expect(page.all('[data-action="watch"]').length).toBe(1);
  });

  test('of an ended table gives its record out', async () => {
    await open('/t/door', around({ standing: 'ended', names: ['Anna', 'Jan'] }));
    await appears('[data-standing="ended"]');
    expect(page.find('[data-action="record"]').getAttribute('href')).toBe('/records/door.spit');
  });

  test('a one-time code takes the seat and leaves no trace in the address', async () => {
    const fake = around();
    fake.made = MADE;
    await open('/t/door#take=abc', fake);
    await appears('main.table');
    expect(fake.asked[0]).toEqual({
      request: 'POST /api/tables/door/takeover',
      body: { code: 'abc' },
    });
    expect(location.hash).toBe('');
  });

  test('a used one-time code is explained', async () => {
    const fake = around();
    fake.made = { status: 403, error: 'used' };
    await open('/t/door#take=abc', fake);
    await appears('[data-take="used"]');
    expect(location.hash).toBe('');
  });
});

describe('the invitation', () => {
  const invite = async (reach = 'network') => {
    const around = new FakeAround();
    around.reach = reach;
    await open('/t/t1', around, { ...FRIENDS, names: ['Anna', ''], free: [false, true] });
    await appears('[data-veil="invite"] .qr:not(.empty)');
  };

  test('stands there until the friend does', async () => {
    await invite();
    expect(page.all('.code b').map((group) => group.textContent)).toEqual(['7k3', 'm9p', 'qxt']);
    expect(page.all('[data-reach="here"]')).toEqual([]);
    page.server.happen({ type: 'seated', seat: 1, name: 'Ben', wins: [0, 0] });
    await goes('[data-veil="invite"]');
    expect(text('[data-around]')).toContain('Ben has sat down');
  });

  test('tells how to open a server that is for this machine alone', async () => {
    await invite('here');
    expect(text('[data-reach="here"]')).toContain('spit serve --lan');
  });

  test('without a clipboard the link is selected', async () => {
    await invite();
    click('[data-action="copy"]');
    await vi.waitFor(() => expect(text('.copied')).toContain('Selected'));
  });
});

describe('the lobby', () => {
  test('seeks by the chosen rules and counts those who wait for the same', async () => {
    const around = new FakeAround();
    around.lobby = lobbyOf({ waiting: [{ rules: { name: 'standard' }, people: 3 }] });
    await open('/', around);
    click('[data-action="find"]');
    await appears('[data-seek]');
    await vi.waitFor(() => expect(text('[data-seek] [role="status"]')).toContain('2 others wait'));
    expect(around.heard.at(-1)).toEqual({ type: 'seek', rules: { name: 'standard' } });
    click('[data-action="cancel"]');
    await goes('[data-seek]');
    expect(around.heard.at(-1)).toEqual({ type: 'stop-seeking' });
  });

  test('who is alone is told so', async () => {
    const around = new FakeAround();
    around.lobby = lobbyOf({ people: 1, tables: 0, waiting: [], open: [], running: [] });
    await open('/#people', around);
    await vi.waitFor(() => expect(text('[data-people]')).toContain('1 person here'));
    expect(text('.listing')).toContain('Nobody has an open table now.');
    click('.find [data-action="find"]');
    await vi.waitFor(() => expect(text('[data-seek]')).toContain('Nobody else is here now'));
  });

  test('an opponent found while one waits is met at once', async () => {
    await open('/#people');
    click('.find [data-action="find"]');
    await vi.waitFor(() => expect(page.around.heard.at(-1)?.type).toBe('seek'));
    page.around.say(PAIRED);
    await appears('main.table');
  });

  test('at a table one is asked first, and goes by oneself when the time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const around = new FakeAround();
    around.made = MADE;
    await open('/#people', around);
    click('.find [data-action="find"]');
    await vi.advanceTimersByTimeAsync(10);
    click('[data-action="meanwhile"]');
    await vi.advanceTimersByTimeAsync(10);
    page.find('[data-action="stop-seeking"]');
    const table = page.find('main');
    around.say(PAIRED);
    await vi.advanceTimersByTimeAsync(10);
    expect(text('dialog.paired')).toContain('Ben wants to play you');
    expect(page.find('main')).toBe(table);
    await vi.advanceTimersByTimeAsync(5_100);
    expect(page.find('main')).not.toBe(table);
    expect(page.all('dialog.paired')).toEqual([]);
  });

  test('a new name is said before it is looked for an opponent', async () => {
    await open('/');
    await vi.waitFor(() => expect(page.around.heard.length).toBe(1));
    page.find<HTMLInputElement>('[name="name"]').value = 'Anna';
    page.find('[name="name"]').dispatchEvent(new Event('input', { bubbles: true }));
    click('[data-action="find"]');
    await vi.waitFor(() =>
      expect(page.around.heard.slice(1)).toMatchObject([
        { type: 'enter', name: 'Anna' },
        { type: 'seek' },
      ]),
    );
  });
});

describe('at the table', () => {
  test('an emote is a bubble for two and a half seconds, and is read out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open('/t/t1', new FakeAround(), FRIENDS);
    page.server.happen({ type: 'emoted', seat: 1, emote: 'wow' });
    await vi.advanceTimersByTimeAsync(10);
    page.find('.foehud [data-bubble="wow"]');
    expect(text('[data-around]')).toBe('Mina: Wow!');
    await vi.advanceTimersByTimeAsync(2_500);
    expect(page.all('[data-bubble]')).toEqual([]);
  });

  test('muted, the emotes of others are neither seen nor read out, and it is kept', async () => {
    await open('/t/t1', new FakeAround(), FRIENDS);
    click('[data-action="emotes"]');
    await appears('[data-action="mute"]');
    click('[data-action="mute"]');
    page.server.happen({ type: 'emoted', seat: 1, emote: 'wow' });
    await vi.waitFor(() => expect(page.shelf.getItem('spit.muted')).toBe('true'));
    expect([page.all('[data-bubble]'), text('[data-around]')]).toEqual([[], '']);
    click('[data-action="emote-nice"]');
    await appears('.youhud [data-bubble="nice"]');
  });

  test('the space bar on an emote shows it, and says no "spit"', async () => {
    await open('/t/t1', new FakeAround(), {
      ...FRIENDS,
      ...SCENES.stuck?.view,
      bots: [false, false],
    });
    click('[data-action="emotes"]');
    await appears('[data-action="emote-wow"]');
    expect(press(' ', page.find('[data-action="emote-wow"]')).defaultPrevented).toBe(false);
    expect(page.server.received.filter(({ type }) => type === 'spit')).toEqual([]);
    press('Escape', page.find('[data-action="emote-wow"]'));
    await goes('[data-action="emote-wow"]');
    expect(press(' ').defaultPrevented).toBe(true);
  });

  test('a program is offered no emote', async () => {
    await open('/t/t1');
    expect(page.all('[data-action="emotes"]')).toEqual([]);
  });

  test('the score of the pair stands at the result, and that it is not saved yet', async () => {
    await open('/t/t1', new FakeAround(), {
      ...FRIENDS,
      phase: 'over',
      result: { winner: 0, reason: 'resigned', races: [] },
      wins: [3, 2],
      saved: false,
    });
    expect(page.find('.head-to-head').dataset.wins).toBe('3:2');
    page.find('[data-unsaved]');
    page.server.happen({ type: 'saved', saved: true });
    await goes('[data-unsaved]');
  });

  test('a report asks first, and sends the words with the secret of the seat', async () => {
    await open('/t/t1', new FakeAround(), FRIENDS);
    click('[data-action="settings"]');
    await appears('[data-action="report"]');
    click('[data-action="report"]');
    await appears('[name="words"]');
    page.find<HTMLTextAreaElement>('[name="words"]').value = ' rude ';
    page.find('[name="words"]').dispatchEvent(new Event('input', { bubbles: true }));
    expect(page.around.asked).toEqual([]);
    click('[data-action="report-yes"]');
    await vi.waitFor(() => expect(text('dialog.around')).toContain('passed on'));
    expect(page.around.asked).toEqual([
      { request: 'POST /api/tables/t1/report', body: { secret: 's', words: 'rude' } },
    ]);
  });

  test('no sheet lies over the news that the seat has moved', async () => {
    await open('/t/t1', new FakeAround(), FRIENDS);
    click('[data-action="settings"]');
    await appears('[data-action="watch-link"]');
    click('[data-action="watch-link"]');
    await appears('dialog.around[open]');
    page.server.send({ type: 'problem', code: 'replaced', detail: '', fatal: true });
    await appears('[data-problem="replaced"]');
    await goes('dialog[open]');
  });

  test('in a pause it is said what comes when the time is up', async () => {
    const paused = { seats: [1], left_ms: [30_000, 29_000] };
    await open('/t/t1', new FakeAround(), { ...FRIENDS, paused });
    expect(text('[data-veil="pause"]')).toContain('When the time is up, you may claim the match.');
    page.close();
    await open('/t/t1', new FakeAround(), { ...FRIENDS, paused: { ...paused, seats: [0] } });
    expect(text('[data-veil="pause"]')).toContain('When your time is up, Mina may claim');
  });

  test('the countdown after a pause begins with 3, whenever the last tick was', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    const paused = { seats: [], left_ms: [30_000, 30_000] };
    await open('/t/t1', new FakeAround(), { ...FRIENDS, paused });
    await vi.advanceTimersByTimeAsync(150);
    page.server.happen({ type: 'countdown-started', kind: 'resume', left_ms: 3_000 });
    await vi.advanceTimersByTimeAsync(1);
    expect(text('[data-countdown]')).toBe('3');
  });

  test('a late answer is said beside the dot', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await open('/t/t1', new FakeAround(), FRIENDS);
    await vi.advanceTimersByTimeAsync(2_050);
    expect(text('.mid')).toContain('ms');
    page.server.answersPings = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(text('.mid')).toContain('no answer yet');
    expect(page.find('main').dataset.link).toBe('open');
    await vi.advanceTimersByTimeAsync(3_000);
    const hellos = page.server.received.filter((message) => message.type === 'hello');
    expect(hellos.length).toBe(2);
  });
});

describe('before the first deal', () => {
  const EMPTY: Partial<TableView> = { ...FRIENDS, phase: 'deal', round: 0, online: [true, false] };

  test('it is said for whom the table waits', async () => {
    await open('/t/t1', new FakeAround(), EMPTY);
    expect(text('[data-round-over]')).toBe('Waiting for Mina…');
    page.server.happen({ type: 'presence', seat: 1, online: true });
    await vi.waitFor(() => expect(text('[data-round-over]')).toBe('Dealing…'));
  });

  test('those who watch are told that nobody has come yet', async () => {
    const free = { free: [false, true], names: ['Anna', ''] };
    await open('/t/t1/watch', new FakeAround(), { ...EMPTY, ...free });
    expect(text('[data-round-over]')).toBe('Waiting for a second player…');
  });
});

describe('watching', () => {
  test('there is no hand and no button of a player, and both sides can be seen', async () => {
    await open('/t/t1/watch', new FakeAround(), { ...FRIENDS, watching: 4 });
    await appears('.watch-bar');
    expect(text('.watching')).toContain('4 watching');
    expect(page.all('[data-action="spit"], [data-action="emotes"]')).toEqual([]);
    expect(page.all('[data-pile]').every((pile) => (pile as HTMLButtonElement).disabled)).toBe(
      true,
    );
    expect(text('.youhud strong')).toBe('Anna');
    click('[data-action="turn"]');
    await vi.waitFor(() => expect(text('.youhud strong')).toBe('Mina'));
  });

  test('a pause is that of the player who made it, and nobody’s here to end or to claim', async () => {
    const paused = { seats: [0], left_ms: [0, 30_000] };
    await open('/t/t1/watch', new FakeAround(), { ...FRIENDS, paused, claimable: 0 });
    await appears('[data-veil="pause"]');
    expect(text('[data-veil="pause"]')).toContain('Anna paused the match');
    expect(page.all('[data-action="resume"], [data-action="claim"]')).toEqual([]);
    expect(text('[data-veil="pause"]')).not.toContain('claim');
  });
});
