import { describe, expect, test } from 'vitest';
import { DEFAULTS, parseSettings } from '../../src/state/settings';
import {
  differences,
  FIRST_WISH,
  isIdle,
  isSameGame,
  parseWish,
  presetOf,
  requestOf,
  wished,
  withOption,
} from '../../src/state/wish';

describe('a wish for a match', () => {
  test('untouched it asks for the standard game at a steady level', () => {
    expect(requestOf(FIRST_WISH)).toEqual({
      level: 'steady',
      rules: { name: 'standard' },
    });
  });

  test('an option over the preset is sent, one that the preset says anyway is not', () => {
    const house = { ...FIRST_WISH, preset: 'house' };
    expect(wished(house, 'stacking')).toBe('on');
    const both = withOption(withOption(house, 'same_rank', 'on'), 'stacking', 'on');
    expect(requestOf(both).rules).toEqual({ name: 'house', same_rank: 'on' });
    expect(withOption(both, 'same_rank', 'off').options).toEqual({});
  });

  test('options that say nothing are neither shown nor sent (R7.4, R8)', () => {
    const wish = withOption(FIRST_WISH, 'target', 30);
    expect(isIdle(wish, 'target')).toBe(true);
    expect(requestOf(wish).rules).toEqual({ name: 'standard' });
    const points = withOption({ ...wish, preset: 'points' }, 'max_rounds', 5);
    expect(requestOf(points).rules).toEqual({ name: 'points', target: 30 });
  });

  test('what was kept comes back, and what makes no sense does not', () => {
    expect(parseWish('{"level":"sharp","preset":"house"}')).toMatchObject({
      level: 'sharp',
      preset: 'house',
    });
    const odd =
      '{"level":"god","preset":"poker","options":{"wrap":"no","target":"x","flip":"auto"}}';
    expect(parseWish(odd)).toEqual({ ...FIRST_WISH, options: { flip: 'auto' } });
    expect(parseWish('not json')).toEqual(FIRST_WISH);
  });
});

describe('rules as the wire names them', () => {
  test('are the same game whichever way they are named', () => {
    expect(isSameGame({ name: 'house' }, { name: 'custom', stacking: 'on' })).toBe(true);
    expect(isSameGame({}, { name: 'standard' })).toBe(true);
    expect(isSameGame({ name: 'house' }, { name: 'standard' })).toBe(false);
  });

  test('have the name of a preset, or what is different in them', () => {
    expect(presetOf({ name: 'custom', scoring: 'points' })).toBe('points');
    const own = { name: 'custom', wrap: 'none', max_rounds: 3 };
    expect(presetOf(own)).toBeNull();
    expect(differences(own)).toEqual([
      ['wrap', 'none'],
      ['max_rounds', 3],
    ]);
  });
});

describe('settings', () => {
  test('known values are kept, all others are the defaults', () => {
    const kept = '{"theme":"day","deck":"five","volume":3,"keys":false,"sound":"loud","x":1}';
    expect(parseSettings(kept)).toEqual({ ...DEFAULTS, theme: 'day', keys: false });
    expect(parseSettings('[')).toEqual(DEFAULTS);
    expect(parseSettings(null)).toEqual(DEFAULTS);
  });
});
