/**
 * The languages of the page: how each is called, which way it is read, and how it is loaded.
 *
 * A catalogue is a chunk of its own that is loaded when it is spoken. English is always there, so
 * that no key is ever without words.
 */

import type { Catalogue } from './spoken.svelte';

/** What a player may choose. */
export const LANGUAGES = ['en', 'el', 'af', 'ru', 'es', 'de', 'fr'] as const;
/** Made from English, to see what long words and words from the right do: `?lang=ar-XB`. */
export const MADE_UP = ['en-XA', 'ar-XB'] as const;

export type Language = (typeof LANGUAGES)[number] | (typeof MADE_UP)[number];

/** Each by its own name. */
export const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  el: 'Ελληνικά',
  af: 'Afrikaans',
  ru: 'Русский',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  'en-XA': 'Longer',
  'ar-XB': 'From the right',
};

type Loaded = Promise<{ readonly default: Catalogue }>;

const LOADERS: Readonly<Record<Language, () => Loaded>> = {
  en: async () => ({ default: {} }),
  el: () => import('./el.json'),
  af: () => import('./af.json'),
  ru: () => import('./ru.json'),
  es: () => import('./es.json'),
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  'en-XA': async () => ({ default: (await import('./made-up')).long() }),
  'ar-XB': async () => ({ default: (await import('./made-up')).fromTheRight() }),
};

/** Whether this names a language of the page. */
export function isLanguage(name: string | null): name is Language {
  return name !== null && name in NAMES;
}

/** The first language that a browser asks for and we speak, in its order; else English. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    const found = LANGUAGES.find((each) => each === primary);
    if (found) return found;
  }
  return 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr';
}

/**
 * The words of a language.
 *
 * @throws {TypeError} They cannot be loaded: the network is away.
 */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  return (await LOADERS[language]()).default;
}
