import { describe, expect, test } from 'vitest';
import { faultsOf, formsOf, readSource, unusedKeys } from '../../checks/words.mjs';

const ENGLISH = {
  'bar.spit': 'Spit!',
  'log.played': '{who} played {card}',
  'level.child': 'Child',
  cards_one: '{count} card',
  cards_other: '{count} cards',
};

function faultsIn(source: string, name = 'some.svelte'): string[] {
  return readSource(name, source, ENGLISH).faults;
}

describe('a catalogue', () => {
  const russian = {
    'bar.spit': 'Спит!',
    'log.played': '{who}: {card}',
    'level.child': 'Ребёнок',
    cards_one: '{count} карта',
    cards_few: '{count} карты',
    cards_many: '{count} карт',
    cards_other: '{count} карты',
  };

  test('is complete with the forms that its language asks for', () => {
    expect(formsOf('ru')).toEqual(['few', 'many', 'one', 'other']);
    expect(faultsOf(ENGLISH, 'ru', russian)).toEqual([]);
  });

  test('fails without a key, without a form, with a key too many', () => {
    const { cards_many: _, 'bar.spit': __, ...less } = russian;
    expect(faultsOf(ENGLISH, 'ru', { ...less, 'bar.old': 'Было' })).toEqual([
      'ru: bar.spit is missing',
      'ru: cards_many is missing',
      'ru: bar.old is not in English',
    ]);
  });

  test('fails with a wrong placeholder', () => {
    expect(faultsOf(ENGLISH, 'ru', { ...russian, 'log.played': '{name}: {card}' })).toEqual([
      'ru: log.played has {card,name} for {card,who}',
    ]);
  });
});

describe('a source', () => {
  test.each([
    ['<p>Play now</p>'],
    ['<button aria-label="Play now">+</button>'],
    ["<p>{isOn ? 'Playing' : ''}</p>"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that is looked at
    ['<p>{`Round ${round}`}</p>'],
    ['<script lang="ts">const words = \'Nobody can play.\';</script>'],
  ])('fails with words of its own: %s', (source) => {
    expect(faultsIn(source)).toHaveLength(1);
  });

  test.each([
    ["<p>{t('bar.spit')}</p>"],
    ['<p class="one two" data-state="up">{count}</p>'],
    ["<p>{kind === 'playing' ? 1 : 2}</p>"],
    ['<kbd>Esc</kbd><code>spit serve --lan</code>'],
    ['<script lang="ts">throw new RangeError("no such card");</script>'],
  ])('may say: %s', (source) => {
    expect(faultsIn(source)).toEqual([]);
  });

  test('fails when a call gives other placeholders than the key has', () => {
    expect(faultsIn("t('log.played', { who, name });", 'some.ts')).toEqual([
      'some.ts: log.played is given {name,who} for {card,who}',
    ]);
    expect(faultsIn("t('log.played', { who, card });", 'some.ts')).toEqual([]);
    expect(faultsIn("t('cards');", 'some.ts')).toHaveLength(1);
  });

  test('uses the keys that it names, and those that it builds', () => {
    const source = readSource(
      'some.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that is looked at
      "t('bar.spit'); t(`level.${level}`); t('cards', { count });",
      ENGLISH,
    );
    expect(unusedKeys(ENGLISH, [source])).toEqual(['log.played']);
  });
});
