/** Types of `words.mjs`, for its tests. */

type Catalogue = Record<string, string>;
type Source = { keys: Set<string>; patterns: Set<string>; faults: string[] };

export function placeholdersOf(text: string): string[];
export function stemOf(key: string): string;
export function formsOf(language: string): string[];
export function faultsOf(english: Catalogue, language: string, texts: Catalogue): string[];
export function readSource(name: string, source: string, english: Catalogue): Source;
export function unusedKeys(
  english: Catalogue,
  sources: readonly Pick<Source, 'keys' | 'patterns'>[],
): string[];
export function check(folder: string): string[];
