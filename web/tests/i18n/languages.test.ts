import { afterEach, describe, expect, test } from 'vitest';
import en from '../../src/i18n/en.json';
import { catalogueOf, directionOf, LANGUAGES, languageFor } from '../../src/i18n/languages';
import { speak } from '../../src/i18n/spoken.svelte';
import { t } from '../../src/i18n/t';
import { cardName } from '../../src/i18n/words';

afterEach(() => speak('en', en));

describe('the language of a browser', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR', 'es-419', 'en-GB'], 'es'],
    [['RU'], 'ru'],
    [['zh-CN'], 'en'],
    [[], 'en'],
  ])('%j is %s', (wanted, language) => {
    expect(languageFor(wanted)).toBe(language);
  });
});

describe('every language', () => {
  test.each(LANGUAGES)('%s has words of its own', async (language) => {
    const texts = await catalogueOf(language);
    speak(language, texts);
    const same = Object.keys(en).filter((key) => texts[key] === en[key as keyof typeof en]);
    if (language !== 'en') expect(same.length).toBeLessThan(60);
    expect(cardName('Qh')).not.toMatch(/\{|undefined/);
  });

  test('Russian counts in three forms', async () => {
    speak('ru', await catalogueOf('ru'));
    const counted = [1, 2, 5, 11, 21, 22, 100].map((count) => t('cards', { count }));
    expect(counted).toEqual([
      '1 карта',
      '2 карты',
      '5 карт',
      '11 карт',
      '21 карта',
      '22 карты',
      '100 карт',
    ]);
  });

  test('writes numbers as it is used to', async () => {
    speak('de', await catalogueOf('de'));
    expect(t('table.ping', { ms: 1250 })).toBe('1.250 ms');
  });
});

describe('the languages that are made up', () => {
  test('one is longer and keeps its placeholders', async () => {
    const texts = await catalogueOf('en-XA');
    expect(texts['reason.lost-race']).toMatch(/^\{name\}/);
    expect(texts['settings.title']?.length).toBeGreaterThan('Settings'.length * 1.3);
  });

  test('one is read from the right', async () => {
    expect(directionOf('ar-XB')).toBe('rtl');
    expect((await catalogueOf('ar-XB'))['bar.spit']).toBe('\u202eSpit\u202c!');
  });
});
