/** The language that is spoken now: whatever shows a word follows it. */

import en from './en.json';

export type Catalogue = Readonly<Record<string, string>>;

type Spoken = {
  readonly texts: Catalogue;
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
};

function tongue(language: string, texts: Catalogue): Spoken {
  return {
    texts: { ...en, ...texts },
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language, { numberingSystem: 'latn' }),
  };
}

let current = $state.raw(tongue('en', en));

export function spoken(): Spoken {
  return current;
}

/** Switches all texts on the page to another language; keys that it lacks stay English. */
export function speak(language: string, texts: Catalogue): void {
  current = tongue(language, texts);
}
