/** What belongs around a table and is drawn within it: pieces that the table gives a place. */

import type { Snippet } from 'svelte';
import type { Seat } from '../protocol.gen';
import type { TableModel } from './table-model.svelte';

export type Extras = {
  /** Beside a player's name. */
  readonly beside: Snippet<[TableModel, Seat]>;
  /** In the place of the bar, for those who only watch; opens the settings. */
  readonly foot: Snippet<[TableModel, () => void]>;
  /** In the settings, about this match; closes them. */
  readonly menu: Snippet<[TableModel, () => void]>;
  /** Below the result. */
  readonly result: Snippet<[TableModel]>;
  /** Before the first deal, below whom the table waits for. */
  readonly before: Snippet<[TableModel]>;
  /** Over everything else. */
  readonly over: Snippet<[TableModel]>;
  /** An answer of the server is overdue. */
  readonly isLate: boolean;
};
