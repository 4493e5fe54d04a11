/** The settings as the page follows them: kept in storage, shown on the root element. */

import {
  catalogueOf,
  directionOf,
  isLanguage,
  type Language,
  languageFor,
} from '../i18n/languages';
import { speak } from '../i18n/spoken.svelte';
import { t } from '../i18n/t';
import type { Shelf } from '../net/keep';
import { parseSettings, type Settings } from '../state/settings';

const KEY = 'spit.settings';

/** Keeps a language as the one that was chosen, if it is one. */
export function chooseLanguage(shelf: Shelf, language: string | null): void {
  if (!isLanguage(language)) return;
  const kept = parseSettings(shelf.getItem(KEY));
  shelf.setItem(KEY, JSON.stringify({ ...kept, language }));
}

export class SettingsModel {
  values = $state<Settings>(parseSettings(null));
  /** Words are there: English ones at once, others when they are loaded. */
  hasWords = $state(false);
  readonly #shelf: Shelf;
  readonly #root: HTMLElement;
  readonly #wanted: () => readonly string[];
  #speaks: Language = 'en';

  /** @param wanted The languages that the browser asks for, best first. */
  constructor(shelf: Shelf, root: HTMLElement, wanted: () => readonly string[]) {
    this.#shelf = shelf;
    this.#root = root;
    this.#wanted = wanted;
    this.values = parseSettings(shelf.getItem(KEY));
    this.#apply();
    this.followBrowser();
  }

  /** The language that is spoken, or will be once it is loaded. */
  get language(): Language {
    const { language } = this.values;
    return isLanguage(language) ? language : languageFor(this.#wanted());
  }

  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    this.values[name] = value;
    this.#shelf.setItem(KEY, JSON.stringify(this.values));
    this.#apply();
    if (name === 'language') this.followBrowser();
  }

  /** Speaks what is chosen, or what the browser asks for by now. */
  followBrowser(): void {
    if (this.language === this.#speaks) this.#hasSpoken();
    else void this.#speak(this.language);
  }

  async #speak(language: Language): Promise<void> {
    try {
      const texts = await catalogueOf(language);
      // Another one was chosen while this one was on its way.
      if (language !== this.language) return;
      speak(language, texts);
      this.#speaks = language;
    } catch {
      // The network is away: what was spoken stays, and is what the page says it is.
    }
    this.#hasSpoken();
  }

  #hasSpoken(): void {
    this.hasWords = true;
    this.#root.lang = this.#speaks;
    this.#root.dir = directionOf(this.#speaks);
    this.#root.ownerDocument.title = t('app.title');
  }

  #apply(): void {
    const { theme, deck, print, hand, motion } = this.values;
    Object.assign(this.#root.dataset, { theme, deck, print, hand, motion });
  }
}
