/** What a player asks for before a match: opponent, rules, name; kept for the next time. */

import { LEVELS, type LevelName, type NewTable, OPTIONS, PRESETS } from '../protocol.gen';

export type OptionValue = string | number | null;

export type Wish = {
  level: LevelName;
  preset: string;
  /** Options set one by one, over the preset's. */
  options: Record<string, OptionValue>;
  name: string;
};

export const FIRST_WISH: Readonly<Wish> = {
  level: 'steady',
  preset: 'standard',
  options: {},
  name: '',
};

/** The value of an option under a wish. */
export function wished(wish: Wish, option: string): OptionValue {
  const own = wish.options[option];
  if (own !== undefined) return own;
  return PRESETS[wish.preset]?.[option] ?? OPTIONS[option]?.default ?? null;
}

/** The wish with one option set; what the preset says anyway is left out. */
export function withOption(wish: Wish, option: string, value: OptionValue): Wish {
  const { [option]: _, ...others } = wish.options;
  const bare = { ...wish, options: others };
  if (wished(bare, option) === value) return bare;
  return { ...bare, options: { ...others, [option]: value } };
}

/** Options that say nothing under the other choices of a wish. */
export function isIdle(wish: Wish, option: string): boolean {
  const isPoints = wished(wish, 'scoring') === 'points';
  if (option === 'target' || option === 'points_count') return !isPoints;
  return isPoints && (option === 'max_rounds' || option === 'slap' || option === 'short_deal');
}

/** The body of the request for a table. */
export function requestOf(wish: Wish): NewTable {
  const options = Object.entries(wish.options).filter(([option]) => !isIdle(wish, option));
  return {
    level: wish.level,
    name: wish.name.trim(),
    rules: { name: wish.preset, ...Object.fromEntries(options) },
  };
}

/** A wish from what was kept; anything missing or unknown is as at the first time. */
export function parseWish(kept: string | null): Wish {
  try {
    const value: unknown = JSON.parse(kept ?? '{}');
    const found = (typeof value === 'object' && value !== null ? value : {}) as Partial<Wish>;
    return {
      level: LEVELS.find((level) => level === found.level) ?? FIRST_WISH.level,
      preset: found.preset !== undefined && found.preset in PRESETS ? found.preset : 'standard',
      options: knownOptions(found.options),
      name: typeof found.name === 'string' ? found.name.slice(0, 40) : '',
    };
  } catch {
    return { ...FIRST_WISH };
  }
}

function knownOptions(options: unknown): Record<string, OptionValue> {
  if (typeof options !== 'object' || options === null) return {};
  const known = Object.entries(options).filter(([name, value]) => {
    const values = OPTIONS[name]?.values;
    if (values === 'whole-number') return value === null || Number.isInteger(value);
    return values?.includes(String(value)) ?? false;
  });
  return Object.fromEntries(known);
}
