/** What a player asks for before a match: opponent and rules; kept for the next time. */

import { LEVELS, type LevelName, type NewTable, OPTIONS, PRESETS } from '../protocol.gen';

export type OptionValue = string | number | null;
/** Rules as the wire names them: a preset's `name`, options, or both. */
export type Rules = Readonly<Record<string, OptionValue>>;

export type Wish = {
  level: LevelName;
  preset: string;
  /** Options set one by one, over the preset's. */
  options: Record<string, OptionValue>;
};

export const FIRST_WISH: Readonly<Wish> = {
  level: 'steady',
  preset: 'standard',
  options: {},
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

/** The rules of a wish, as they are sent. */
export function rulesOf(wish: Wish): Rules {
  const options = Object.entries(wish.options).filter(([option]) => !isIdle(wish, option));
  return { name: wish.preset, ...Object.fromEntries(options) };
}

/** The body of the request for a table against the computer. */
export function requestOf(wish: Wish): NewTable {
  return { level: wish.level, rules: rulesOf(wish) };
}

/** Whether two sets of rules make the same game. */
export function isSameGame(one: Rules, other: Rules): boolean {
  return Object.keys(OPTIONS).every((option) => optionIn(one, option) === optionIn(other, option));
}

/** The options in which rules differ from the standard game, in the order of the table. */
export function differences(rules: Rules): readonly (readonly [string, OptionValue])[] {
  return Object.keys(OPTIONS)
    .map((option) => [option, optionIn(rules, option)] as const)
    .filter(([option, value]) => value !== (OPTIONS[option]?.default ?? null));
}

/** The preset that makes just this game, null if none does. */
export function presetOf(rules: Rules): string | null {
  return Object.keys(PRESETS).find((name) => isSameGame({ name }, rules)) ?? null;
}

/** The value of an option under rules as the wire names them: a preset, options, or both. */
function optionIn(rules: Rules, option: string): OptionValue {
  const own = rules[option];
  if (own !== undefined) return own;
  return PRESETS[String(rules.name)]?.[option] ?? OPTIONS[option]?.default ?? null;
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
