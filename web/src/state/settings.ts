/** The player's settings: their values, and how they are kept. */

export type Settings = {
  /** A language of the page, or `auto`: as the browser asks. */
  language: string;
  theme: 'system' | 'dark' | 'day';
  deck: 'two' | 'four';
  print: 'normal' | 'large';
  hand: 'right' | 'left';
  motion: 'system' | 'none' | 'fast' | 'normal';
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  vibration: boolean;
  /** Numbers on the spit piles. */
  numbers: boolean;
  /** Single-key shortcuts. */
  keys: boolean;
  /** The keys that were changed, by command. */
  keymap: Readonly<Record<string, string>>;
  /** The page is walked by two keys: next, do. */
  twoKeys: boolean;
  /** The screen-reader table is open. */
  reader: boolean;
  /** How two people at one screen sit; `pointer`: face to face on touch, else side by side. */
  way: 'pointer' | 'face' | 'beside';
};

export const DEFAULTS: Readonly<Settings> = {
  language: 'auto',
  theme: 'system',
  deck: 'two',
  print: 'normal',
  hand: 'right',
  motion: 'system',
  sound: true,
  volume: 0.6,
  vibration: true,
  numbers: false,
  keys: true,
  keymap: {},
  twoKeys: false,
  reader: false,
  way: 'pointer',
};

/** The values of the settings that are a choice of words, the default first. */
export const CHOICES = {
  theme: ['system', 'dark', 'day'],
  deck: ['two', 'four'],
  print: ['normal', 'large'],
  hand: ['right', 'left'],
  motion: ['system', 'none', 'fast', 'normal'],
} as const;

/** All settings of a few words; how two people sit is chosen at their table, not in the sheet. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...CHOICES,
  way: ['pointer', 'face', 'beside'],
};

/** Settings from what was kept; anything missing or unknown is the default. */
export function parseSettings(kept: string | null): Settings {
  const settings: Settings = { ...DEFAULTS };
  const found = parseObject(kept);
  for (const [name, value] of Object.entries(found)) {
    if (!(name in DEFAULTS)) continue;
    const fallback = DEFAULTS[name as keyof Settings];
    const allowed: readonly unknown[] | undefined = WORDS[name];
    if (typeof value !== typeof fallback || (allowed && !allowed.includes(value))) continue;
    if (typeof value === 'object' && !isWords(value)) continue;
    if (typeof value === 'number' && !(value >= 0 && value <= 1)) continue;
    Object.assign(settings, { [name]: value });
  }
  return settings;
}

function isWords(value: object | null): boolean {
  return value !== null && Object.values(value).every((each) => typeof each === 'string');
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
