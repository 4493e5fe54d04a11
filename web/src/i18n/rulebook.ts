/** The rules on one page, in each language: drawn from docs/rules.md, loaded when they are read. */

import type { Language } from './languages';

export type Section = { readonly title: string; readonly points: readonly string[] };
type Loaded = Promise<{ readonly default: readonly Section[] }>;

const LOADERS: Partial<Record<Language, () => Loaded>> = {
  el: () => import('./rules/el.json'),
  af: () => import('./rules/af.json'),
  ru: () => import('./rules/ru.json'),
  es: () => import('./rules/es.json'),
  de: () => import('./rules/de.json'),
  fr: () => import('./rules/fr.json'),
};

/**
 * The rules in a language; in English if it has none.
 *
 * @throws {TypeError} They cannot be loaded: the network is away.
 */
export async function rulebook(language: Language): Promise<readonly Section[]> {
  const load = LOADERS[language] ?? (() => import('./rules/en.json'));
  return (await load()).default;
}
