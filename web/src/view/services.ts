/** What the page needs from the browser, so that tests and the gallery can bring their own. */

import type { Fetch } from '../net/api';
import type { SocketLike, Timers } from '../net/connection';
import type { Shelf } from '../net/keep';

export type Services = {
  readonly fetch: Fetch;
  readonly openSocket: (path: string) => SocketLike;
  readonly shelf: Shelf;
  readonly timers: Timers;
  readonly isClockCoarse: boolean;
  readonly root: HTMLElement;
};
