// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NAMED } from '../../src/input/keys';
import type { TableView } from '../../src/protocol.gen';
import type { Settings } from '../../src/state/settings';
import { FakeAround } from '../fake-around';
import { row, viewOf } from '../fake-server';
import { SCENES } from '../scenes';
import { openPage, type Page, press } from './page';

let page: Page;

afterEach(() => page.close());

async function open(settings: Partial<Settings>, view: TableView = viewOf()): Promise<void> {
  page = await openPage(view, '/t/t1', ['s'], new FakeAround(), settings);
}

const focused = () => document.activeElement as HTMLElement;
const onFocus = (key: string) => press(key, focused());
const said = () => page.find('[data-polite]').textContent?.trim() ?? '';
const sent = () =>
  page.server.received
    .map((message) => message.type)
    .filter((type) => type !== 'hello' && type !== 'ping');

/** What the next key comes by, once round. */
function walk(): string[] {
  const seen: HTMLElement[] = [];
  while (seen.length < 60) {
    onFocus(' ');
    if (seen.includes(focused())) break;
    seen.push(focused());
  }
  return seen.map(({ dataset }) => dataset.pile ?? dataset.spit ?? dataset.action ?? 'other');
}

describe('by two keys', () => {
  test('next comes by the piles that do something first, and by no other pile', async () => {
    await open(
      { twoKeys: true },
      viewOf({
        stocks: [row('0 6h', '0 Kd', '1', '0 8s', '0 Qc'), row('0 9c', '0', '0', '0', '0')],
      }),
    );
    const stops = walk();
    expect(stops[0]).toMatch(/^stock-/);
    expect(stops).not.toContain('stock-4');
    expect(stops).toContain('stock-2');
    expect(stops).toContain('pause');
    expect(stops).toContain('settings');
    expect(stops.filter((stop) => stop === '0' || stop === '1')).toEqual([]);
  });

  test('do plays the card, and the focus stays', async () => {
    await open({ twoKeys: true });
    while (focused().dataset.pile !== 'stock-4') onFocus(' ');
    onFocus('Enter');
    expect(sent()).toEqual(['play']);
    expect(focused().dataset.pile).toBe('stock-4');
  });

  test('a key that is held does its thing once', async () => {
    await open({ twoKeys: true });
    while (focused().dataset.pile !== 'stock-4') onFocus(' ');
    onFocus('Enter');
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    focused().dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
    expect(sent()).toEqual(['play']);
  });

  test('the spit piles are stops while they are to be slapped', async () => {
    await open({ twoKeys: true }, SCENES.slap?.view);
    expect(walk()).toContain('0');
  });

  test('a veil is walked alone', async () => {
    await open({ twoKeys: true }, SCENES.pause?.view);
    const stops = walk();
    expect(stops).toContain('resume');
    expect(stops.filter((stop) => stop.startsWith('stock'))).toEqual([]);
  });

  test('keys that are not shown are not told either', async () => {
    await open({ twoKeys: true });
    expect(page.all('[aria-keyshortcuts]').map((each) => each.dataset.action)).toEqual([]);
    expect(page.all('.side, .pile .key')).toEqual([]);
  });
});

describe('keys that were changed', () => {
  test('do what they were given, and say so on the page', async () => {
    await open({ keymap: { 'pick-5': 'g', right: 'h' } });
    expect(page.find('[data-pile="stock-4"]').getAttribute('aria-keyshortcuts')).toBe('G');
    expect(page.find('[data-spit="1"]').getAttribute('aria-keyshortcuts')).toBe('H');
    press('5');
    press('ArrowRight');
    expect(sent()).toEqual([]);
    press('g');
    press('h');
    expect(sent()).toEqual(['play']);
  });

  test('are chosen in the settings; two on one key are told of each other', async () => {
    await open({});
    page.find('[data-action="settings"]').click();
    await vi.waitFor(() => page.find('[data-keymap]'));
    expect(page.all('[data-command]').map((each) => each.dataset.command)).toEqual([...NAMED]);
    const button = page.find<HTMLButtonElement>('[data-command="left"] button');
    button.focus();
    button.click();
    await vi.waitFor(() => expect(button.textContent).toContain('Press a key'));
    press('3', button);
    await vi.waitFor(() => expect(button.textContent?.trim()).toBe('3'));
    expect(page.find('[data-command="left"] .error').textContent).toBe('Also on this key: Pile 3');
    expect(page.find('[data-command="pick-3"] .error').textContent).toContain('Left spit pile');
    expect(JSON.parse(page.shelf.getItem('spit.settings') ?? '').keymap).toEqual({ left: '3' });
    page.find('[data-action="reset-keys"]').click();
    await vi.waitFor(() => expect(button.textContent?.trim()).toBe('←'));
    expect(
      page
        .all('[data-keymap] .error')
        .map((each) => each.textContent)
        .join(''),
    ).toBe('');
  });

  test('Escape leaves a key as it was', async () => {
    await open({});
    page.find('[data-action="settings"]').click();
    await vi.waitFor(() => page.find('[data-keymap]'));
    const button = page.find<HTMLButtonElement>('[data-command="say"] button');
    button.click();
    press('Escape', button);
    await vi.waitFor(() => expect(button.textContent?.trim()).toBe('Space'));
  });
});

describe('what is asked by a key', () => {
  test('is answered at once, and again when it is asked again', async () => {
    await open({});
    press('q');
    await vi.waitFor(() => expect(said()).toContain('Left spit pile'));
    expect(said()).toContain('Right spit pile');
    const first = page.find('[data-polite]').textContent;
    press('q');
    await vi.waitFor(() => expect(page.find('[data-polite]').textContent).not.toBe(first));
    press('r');
    await vi.waitFor(() => expect(said()).toMatch(/\d+ cards/));
    expect(sent()).toEqual([]);
  });

  test('names no card that lies face down', async () => {
    await open(
      {},
      viewOf({ stocks: [row('2', '1', '0', '3', '1'), row('1', '2', '0', '0', '4')] }),
    );
    for (const key of ['w', 'e']) {
      press(key);
      await vi.waitFor(() => expect(said()).toContain('Pile 1'));
      expect(said()).not.toMatch(/ of (hearts|spades|clubs|diamonds)/);
    }
  });

  test('is silent when single keys are off', async () => {
    await open({ keys: false });
    press('q');
    expect(said()).toBe('');
  });
});
