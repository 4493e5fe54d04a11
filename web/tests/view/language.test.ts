// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import en from '../../src/i18n/en.json';
import { speak } from '../../src/i18n/spoken.svelte';
import { openPage, type Page } from './page';

let page: Page;

beforeEach(async () => {
  page = await openPage();
});
afterEach(() => {
  page.close();
  speak('en', en);
});

function choose(language: string): void {
  page.find('[data-action="settings"]').click();
  flushSync();
  const select = page.find<HTMLSelectElement>('[name="setting-language"]');
  select.value = language;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('another language', () => {
  test('takes over in the middle of a match, moves that were made included', async () => {
    page.server.happen({
      type: 'played',
      seat: 1,
      stock: 0,
      pile: 0,
      card: '9c',
      tentative: false,
    });
    const pile = page.find('[data-pile="stock-0"]');
    const sprites = page.all('.sprite');
    await vi.waitFor(() => expect(page.find('.say').textContent).toContain('Mina played'));
    choose('ru');
    await vi.waitFor(() =>
      expect(pile.getAttribute('aria-label')).toBe('Стопка 1: 4 пик, 1 карта'),
    );
    expect(page.find('.say').textContent?.trim()).toContain('Mina: 9♣');
    expect(page.all('.sprite')).toEqual(sprites);
    expect(document.documentElement.lang).toBe('ru');
    expect(document.title).toBe('Спит');
    expect(page.shelf.getItem('spit.settings')).toContain('"language":"ru"');
  });

  test('is not taken over when one has changed his mind meanwhile', async () => {
    choose('ru');
    choose('fr');
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('fr'));
    expect(page.find('[data-action="spit"]').textContent).toContain('Spit');
  });

  test('from the right turns the words around', async () => {
    page.close();
    page = await openPage(undefined, undefined, undefined, undefined, { language: 'ar-XB' });
    await vi.waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  });
});
