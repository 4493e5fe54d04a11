/** What the page needs from the browser, so that tests and the gallery can bring their own. */

import type { Fetch } from '../net/api';
import type { SocketLike, Timers } from '../net/connection';
import type { Shelf } from '../net/keep';
import type { Upkeep } from '../net/upkeep';

export type Services = {
  readonly fetch: Fetch;
  readonly openSocket: (path: string) => SocketLike;
  readonly shelf: Shelf;
  readonly timers: Timers;
  readonly isClockCoarse: boolean;
  readonly root: HTMLElement;
  /** The languages that the browser asks for, best first. */
  readonly languages: () => readonly string[];
  /** Bytes that nobody can guess. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Puts a text on the clipboard; null where the page may not, as over plain HTTP. */
  readonly copy: ((text: string) => Promise<void>) | null;
  /** The page as an app; null where it can have no service worker. */
  readonly upkeep: Promise<Upkeep | null>;
  /** The device's share sheet; null where there is none. */
  readonly share: ((title: string, url: string) => Promise<void>) | null;
};
