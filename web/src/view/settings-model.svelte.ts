/** The settings as the page follows them: kept in storage, shown on the root element. */

import type { Shelf } from '../net/keep';
import { parseSettings, type Settings } from '../state/settings';

const KEY = 'spit.settings';

export class SettingsModel {
  values = $state<Settings>(parseSettings(null));
  readonly #shelf: Shelf;
  readonly #root: HTMLElement;

  constructor(shelf: Shelf, root: HTMLElement) {
    this.#shelf = shelf;
    this.#root = root;
    this.values = parseSettings(shelf.getItem(KEY));
    this.#apply();
  }

  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    this.values[name] = value;
    this.#shelf.setItem(KEY, JSON.stringify(this.values));
    this.#apply();
  }

  #apply(): void {
    const { theme, deck, print, hand, motion } = this.values;
    Object.assign(this.#root.dataset, { theme, deck, print, hand, motion });
  }
}
