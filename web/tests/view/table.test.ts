// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TableView } from '../../src/protocol.gen';
import { row, viewOf } from '../fake-server';
import { SCENES } from '../scenes';
import { openPage, type Page, pointer, press, tap } from './page';

let page: Page;

afterEach(() => {
  page.close();
  vi.useRealTimers();
});

async function open(change: Partial<TableView> = {}, path?: string): Promise<void> {
  page = await openPage(viewOf(change), path);
}

const sentTypes = () =>
  page.server.received
    .map((message) => message.type)
    .filter((type) => type !== 'hello' && type !== 'ping');
const stock = (slot: number) => page.find(`[data-pile="stock-${slot}"]`);

describe('the own move', () => {
  test('is shown within the event that made it, before any answer', async () => {
    await open();
    page.server.answers = false;
    const sprite = page.card('6h');
    const before = sprite.style.transform;
    tap(stock(4));
    expect(sprite.style.transform).not.toBe(before);
    expect(stock(4).dataset.state).toBe('down');
    expect(page.find('[data-spit="1"]').getAttribute('aria-label')).toContain('6 of hearts');
  });

  test('flies back when it is refused, and the player is told by how much', async () => {
    await open();
    page.server.refusal = { reason: 'lost-race', wait_ms: 0, margin_ms: 38 };
    const before = page.card('6h').style.transform;
    tap(stock(4));
    await vi.waitFor(() => expect(page.find('[data-toast]').textContent).toContain('38 ms faster'));
    expect(page.card('6h').style.transform).toBe(before);
    expect(page.card('6h').className).toContain('move-back');
  });

  test('that fits nowhere is sent, and the hand is shown waiting', async () => {
    await open();
    tap(stock(3));
    expect(sentTypes()).toEqual(['play']);
    await vi.waitFor(() => page.find('.waits'));
  });
});

describe('faults of the sketch', () => {
  test('1: after a first-touch play the next tap counts', async () => {
    await open();
    stock(4).dispatchEvent(pointer('pointerdown', 320, 540));
    stock(4).dispatchEvent(pointer('pointermove', 240, 350));
    stock(4).dispatchEvent(pointer('pointerup', 240, 350));
    expect(sentTypes()).toEqual(['play']);
    tap(stock(4));
    expect(sentTypes()).toEqual(['play', 'flip']);
  });

  test('1: and so does a click of a screen reader right after it', async () => {
    await open();
    stock(4).dispatchEvent(pointer('pointerdown', 320, 540));
    stock(4).dispatchEvent(pointer('pointermove', 240, 350));
    stock(4).dispatchEvent(pointer('pointerup', 240, 350));
    stock(4).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(sentTypes()).toEqual(['play', 'flip']);
  });

  test('3: a move destroys no element: buttons and sprites are the same ones', async () => {
    await open();
    const buttons = page.all('button.pile');
    const sprites = page.all('.sprite');
    const six = page.card('6h');
    stock(4).focus();
    tap(stock(4));
    page.server.moveRival();
    page.server.moveRival();
    expect(page.all('button.pile')).toEqual(buttons);
    expect(new Set(page.all('.sprite'))).toEqual(new Set(sprites));
    expect(six.isConnected).toBe(true);
    expect(document.activeElement).toBe(stock(4));
  });
});

describe('one hand', () => {
  test('a second touch is ignored while a pointer is down (R4.2)', async () => {
    await open();
    stock(0).dispatchEvent(pointer('pointerdown', 40, 540));
    tap(stock(4), 2);
    expect(sentTypes()).toEqual([]);
  });

  test('a click that follows a pointer is its echo, not a second tap', async () => {
    await open();
    tap(stock(4));
    expect(sentTypes()).toEqual(['play']);
  });
});

describe('keys', () => {
  test('a number and an arrow play, the space bar says "spit"', async () => {
    await open();
    press('5');
    press('ArrowRight');
    expect(page.server.received.at(-1)).toMatchObject({ type: 'play', card: '6h', pile: 1 });
    page.close();
    page = await openPage(SCENES.stuck?.view);
    expect(press(' ').defaultPrevented).toBe(true);
    expect(page.server.received.at(-1)).toMatchObject({ type: 'spit', pile: 0 });
  });

  test('switched off, numbers do nothing and arrows walk along the toolbar', async () => {
    await open();
    page.find('[data-action="settings"]').click();
    await vi.waitFor(() => page.find('[name="setting-keys"]'));
    page.find('[name="setting-keys"]').click();
    page.find('[data-action="close-settings"]').click();
    press('5');
    press('ArrowRight');
    expect(sentTypes()).toEqual([]);
    stock(0).focus();
    press('ArrowRight', stock(0));
    expect(document.activeElement).toBe(stock(1));
    press('End', stock(1));
    expect(document.activeElement).toBe(stock(4));
  });

  test('just one pile of the toolbar is reached by the tab key', async () => {
    await open();
    expect(page.all('.you [tabindex="0"]').length).toBe(1);
  });
});

describe('what may be known', () => {
  test('no element names a card that the view does not show', async () => {
    await open({ stocks: [row('2', '1 Qh', '0', '3', '0 6h'), row('1', '0', '2 Ks')] });
    const shown = page.all('[data-card]').map((sprite) => sprite.dataset.card);
    expect(shown.sort()).toEqual(['5d', '6h', '8s', 'Ks', 'Qh'].sort());
    expect(stock(0).getAttribute('aria-label')).toBe('Pile 1: face down, 2 cards');
    expect(page.find('.sprites').getAttribute('aria-hidden')).toBe('true');
  });

  test('a covered card is forgotten once what covers it has landed', async () => {
    await open();
    tap(stock(4));
    expect(page.all('[data-card="5d"]')).toEqual([]);
    await vi.waitFor(() => expect(page.all('.front .face').length).toBe(11), { timeout: 2_000 });
  });
});

describe('a screen reader', () => {
  test('hears the rival politely, at most once in 1.5 s, and never the own moves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await open();
    const polite = page.find('[data-polite]');
    tap(stock(4));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(polite.textContent).toBe('');
    const play = { type: 'played', seat: 1, pile: 0, tentative: false } as const;
    page.server.happen({ ...play, stock: 0, card: '9c' });
    await vi.advanceTimersByTimeAsync(10);
    expect(polite.textContent).toBe('Mina: 9 of clubs on Left spit pile');
    page.server.happen({ ...play, stock: 4, card: 'Jh' });
    page.server.happen({ ...play, stock: 2, card: 'Ks' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(polite.textContent).toContain('9 of clubs');
    await vi.advanceTimersByTimeAsync(600);
    expect(polite.textContent).toContain('king of spades');
  });

  test('hears "spit", the result and a lost connection at once', async () => {
    await open();
    const assertive = page.find('[data-assertive]');
    page.server.happen({
      type: 'spat',
      flips: [{ seat: 1, card: '2c', pile: 1 }],
      spit_choices: [
        [0, 1],
        [0, 1],
      ],
    });
    await vi.waitFor(() => expect(assertive.textContent).toBe('Spit! 2 of clubs'));
    page.server.happen({ type: 'match-ended', winner: 0, reason: 'resigned', races: [] });
    await vi.waitFor(() => expect(assertive.textContent).toContain('You win!'));
    page.server.drop();
    await vi.waitFor(() => expect(assertive.textContent).toBe('The connection is lost'));
  });

  test('finds a real table behind the first control', async () => {
    await open();
    const [first] = page.all('button');
    expect(first?.dataset.action).toBe('reader');
    first?.click();
    await vi.waitFor(() => expect(page.all('table tbody tr').length).toBe(14));
    const table = page.find('table').textContent ?? '';
    expect(table).toContain('Your pile 1');
    expect(table).toContain('4 of spades');
  });
});

describe('around the match', () => {
  test('resigning asks first', async () => {
    await open();
    page.find('[data-action="resign"]').click();
    await vi.waitFor(() => page.find('[data-action="resign-yes"]'));
    expect(sentTypes()).toEqual([]);
    page.find('[data-action="resign-yes"]').click();
    await vi.waitFor(() => page.find('[data-result="resigned"]'));
    expect(page.find<HTMLAnchorElement>('[data-action="record"]').getAttribute('href')).toBe(
      '/records/m1.spit',
    );
    page.find('[data-action="rematch"]').click();
    expect(sentTypes()).toEqual(['resign', 'rematch']);
  });

  test('in a pause the cards are covered and the own one can be ended', async () => {
    await open();
    page.find('[data-action="pause"]').click();
    await vi.waitFor(() => page.find('[data-veil="pause"]'));
    expect(page.find('main').className).toContain('covered');
    page.find('[data-action="resume"]').click();
    expect(sentTypes()).toEqual(['pause', 'resume']);
  });

  test('a page out of sight pauses the race, and goes on when it is back', async () => {
    const turn = (state: DocumentVisibilityState): void => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    await open();
    turn('hidden');
    await vi.waitFor(() => page.find('[data-veil="pause"]'));
    turn('visible');
    expect(sentTypes()).toEqual(['pause', 'resume']);
  });

  test('who pauses with the button does not go on by looking elsewhere', async () => {
    await open();
    page.find('[data-action="pause"]').click();
    await vi.waitFor(() => page.find('[data-veil="pause"]'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sentTypes()).toEqual(['pause']);
  });

  test('a lost connection is said, and what is done meanwhile is not sent', async () => {
    await open();
    page.server.drop();
    await vi.waitFor(() => page.find('[data-veil="link"]'));
    expect(page.find('main').className).toContain('covered');
    press('5');
    press('ArrowRight');
    expect(sentTypes()).toEqual([]);
  });

  test('a table that is no more offers a new match', async () => {
    await open();
    page.server.send({ type: 'problem', code: 'no-such-table', detail: '', fatal: true });
    await vi.waitFor(() => page.find('[data-problem="no-such-table"]'));
    page.find('[data-veil="link"] [data-action="new-match"]').click();
    await vi.waitFor(() => page.find('[data-action="play"]'));
    expect(location.pathname).toBe('/');
  });

  test('the start screen plays with one button and says what the server said', async () => {
    await open({}, '/');
    page.find('[data-action="play"]').click();
    await vi.waitFor(() => expect(page.find('.error').textContent).toContain('no tables today'));
  });

  test.each(Object.entries(SCENES))('the scene "%s" can be shown', async (_name, scene) => {
    page = await openPage(scene.view);
    if (scene.events) page.server.happen(...scene.events);
    expect(page.find('main').dataset.phase).toBe(page.server.view.phase);
  });
});
