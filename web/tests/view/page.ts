/** The page on a scripted server, with a layout that a test can reckon with. */

import { mount, unmount } from 'svelte';
import { vi } from 'vitest';
import { memoryShelf, type Shelf } from '../../src/net/keep';
import type { TableView } from '../../src/protocol.gen';
import type { Settings } from '../../src/state/settings';
import App from '../../src/view/app.svelte';
import { FakeAround } from '../fake-around';
import { FakeServer, viewOf } from '../fake-server';

/** Boxes of the places: own cards 60 by 88 in a row at the bottom, spit piles above them. */
function boxOf(place: string): DOMRect {
  const [kind, a = '0', b = '0'] = place.split('-');
  if (kind === 'spit') return new DOMRect(40 + 130 * Number(a), 200, 110, 160);
  if (kind === 'hand') return new DOMRect(300, a === '0' ? 400 : 100, 48, 70);
  return new DOMRect(10 + 70 * Number(b), a === '0' ? 500 : 10, 60, 88);
}

export type Page = {
  readonly server: FakeServer;
  readonly around: FakeAround;
  readonly shelf: Shelf;
  readonly find: <E extends HTMLElement = HTMLElement>(selector: string) => E;
  readonly all: (selector: string) => HTMLElement[];
  /** The sprite that shows a card. */
  readonly card: (card: string) => HTMLElement;
  readonly close: () => void;
};

/** Opens the page, at a table unless `path` says otherwise, and waits until it is shown. */
export async function openPage(
  view: TableView = viewOf(),
  path = '/t/t1',
  secrets: readonly string[] = ['s'],
  around = new FakeAround(),
  settings: Partial<Settings> = {},
): Promise<Page> {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.dataset.place ? boxOf(this.dataset.place) : new DOMRect(0, 0, 390, 844);
  });
  HTMLElement.prototype.setPointerCapture ??= () => {};
  history.replaceState(null, '', path);
  const server = new FakeServer(view);
  const shelf = memoryShelf();
  shelf.setItem('spit.tables', JSON.stringify([{ table: 't1', secrets }]));
  shelf.setItem('spit.settings', JSON.stringify(settings));
  const target = document.body.appendChild(document.createElement('div'));
  const app = mount(App, {
    target,
    props: {
      services: {
        fetch: around.fetch,
        openSocket: (path: string) => (path === '/ws' ? around.connect() : server.connect()),
        shelf,
        timers: {
          after: (ms: number, callback: () => void) => {
            const timer = setTimeout(callback, ms);
            return () => clearTimeout(timer);
          },
          now: () => performance.now(),
          random: () => 0.5,
        },
        isClockCoarse: false,
        root: document.documentElement,
        languages: () => [],
        randomBytes: (count: number) => new Uint8Array(count),
        copy: null,
        share: null,
        upkeep: Promise.resolve(null),
      },
    },
  });
  await vi.waitFor(() => {
    if (path.startsWith('/t/t1') && !target.querySelector('.sprite'))
      throw new Error('no table yet');
  });
  const find = <E extends HTMLElement = HTMLElement>(selector: string): E => {
    const found = target.querySelector<E>(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  };
  return {
    server,
    around,
    shelf,
    find,
    all: (selector) => [...target.querySelectorAll<HTMLElement>(selector)],
    card: (card) => find(`[data-card="${card}"]`),
    close: () => {
      void unmount(app);
      target.remove();
    },
  };
}

/** A pointer event with all that the page looks at. */
export function pointer(type: string, x: number, y: number, pointerId = 1): PointerEvent {
  return new PointerEvent(type, {
    bubbles: true,
    cancelable: true,
    pointerId,
    clientX: x,
    clientY: y,
    button: 0,
    isPrimary: pointerId === 1,
  });
}

/** Puts a pointer down on the middle of an element's box and lets it go there. */
export function tap(element: HTMLElement, pointerId = 1): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  element.dispatchEvent(pointer('pointerdown', x + width / 2, y + height / 2, pointerId));
  element.dispatchEvent(pointer('pointerup', x + width / 2, y + height / 2, pointerId));
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
}

export function press(key: string, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}
