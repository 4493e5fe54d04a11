import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import en from '../../src/i18n/en.json';
import { speak } from '../../src/i18n/spoken.svelte';
import { isKey, parts, t } from '../../src/i18n/t';
import { cardName, cardSign, clockText } from '../../src/i18n/words';
import { LEVELS, OPTIONS, PRESETS } from '../../src/protocol.gen';

afterEach(() => speak('en', en));

/** The members of a string union in the generated types. */
function unionOf(name: string): readonly string[] {
  const source = readFileSync(new URL('../../src/protocol.gen.ts', import.meta.url), 'utf8');
  const body = new RegExp(`export type ${name} =([^;]+);`).exec(source)?.[1] ?? '';
  return [...body.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('the catalogue', () => {
  test.each([
    ['Reason', 'reason'],
    ['ResultReason', 'result.reason'],
    ['LevelName', 'level'],
    ['LevelName', 'level_note'],
    ['EmoteName', 'emote'],
  ])('has a sentence for every %s', (union, stem) => {
    const members = unionOf(union);
    expect(members.length).toBeGreaterThan(2);
    expect(members.filter((member) => !isKey(`${stem}.${member}`))).toEqual([]);
  });

  test('has words for every preset, level and option', () => {
    const keys = [
      ...LEVELS.map((level) => `level.${level}`),
      ...Object.keys(PRESETS).flatMap((name) => [`preset.${name}`, `preset_note.${name}`]),
      ...Object.entries(OPTIONS).flatMap(([name, { values }]) => [
        `option.${name}`,
        ...(values === 'whole-number' ? [] : values.map((value) => `option.${name}.${value}`)),
      ]),
    ];
    expect(keys.filter((key) => !isKey(key))).toEqual([]);
  });

  test('has both plural forms wherever it has one', () => {
    const keys = Object.keys(en);
    const stems = (end: string) =>
      keys.filter((key) => key.endsWith(end)).map((key) => key.slice(0, -end.length));
    expect(stems('_one')).toEqual(stems('_other'));
  });
});

describe('texts', () => {
  test('placeholders are filled in, plural forms follow the count', () => {
    expect(t('table.round', { round: 3 })).toBe('Round 3');
    expect([t('cards', { count: 1 }), t('cards', { count: 2 })]).toEqual(['1 card', '2 cards']);
  });

  test('parts set apart what was filled in', () => {
    expect(parts('log.played', { who: 'Mina', card: '5♦' })).toEqual([
      { text: 'Mina', param: 'who' },
      { text: ' played ', param: null },
      { text: '5♦', param: 'card' },
    ]);
  });

  test('another language takes over, with its own plural forms', () => {
    speak('ru', { cards_one: '{count} карта', cards_few: '{count} карты' });
    expect([t('cards', { count: 21 }), t('cards', { count: 3 }), t('bar.spit')]).toEqual([
      '21 карта',
      '3 карты',
      'Spit!',
    ]);
  });

  test('cards and times have names', () => {
    expect([cardName('Td'), cardName('As')]).toEqual(['10 of diamonds', 'ace of spades']);
    expect(cardSign('Th')).toBe('10♥\ufe0e');
    expect([clockText(0), clockText(42_900), clockText(61_000)]).toEqual(['0:00', '0:42', '1:01']);
  });
});
