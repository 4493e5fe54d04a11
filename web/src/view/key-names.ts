/** What is printed on a key, and what a command is called. */

import { t } from '../i18n/t';
import type { Named } from '../input/keys';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
};

export function printedKey(key: string): string {
  if (key === ' ') return t('key.space');
  return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** A key as `aria-keyshortcuts` wants it. */
export function shortcutKey(key: string): string {
  if (key === ' ') return 'Space';
  return key.length === 1 ? key.toUpperCase() : key;
}

export function commandName(name: Named): string {
  const [kind, number] = name.split('-');
  if (kind === 'pick') return t('keymap.pick', { number: Number(number) });
  if (name === 'left' || name === 'right') return t(`spit.${name}`);
  return t(`keymap.${name as Exclude<Named, `pick-${string}` | 'left' | 'right'>}`);
}
