/**
 * The page as an app: its service worker, and a new version that waits to be used.
 *
 * Over plain HTTP from another device there is no service worker: then nothing is kept.
 */

export type Upkeep = {
  /** Looks for a new version. */
  readonly look: () => void;
  /** Calls `listener` once a new version is ready; the answer ends that. */
  readonly onNewer: (listener: () => void) => () => void;
  /** Keeps what was loaded so far, for when there is no network. */
  readonly keep: () => void;
  /** Uses the new version: the page is loaded again. */
  readonly use: () => void;
};

type Container = Pick<
  ServiceWorkerContainer,
  'register' | 'ready' | 'controller' | 'addEventListener'
>;

type World = {
  readonly reload: () => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** The addresses of what the page has loaded. */
  readonly loaded: () => readonly string[];
};

/** How often a new version is looked for, at most. */
const LOOK_MS = 10 * 60_000;

/** Registers the worker. */
export async function keepUp(container: Container, world: World): Promise<Upkeep> {
  const { reload, now, loaded } = world;
  const listeners = new Set<() => void>();
  const registration = await container.register('./service-worker.js');
  let lookedMs = now();
  let isAsked = false;

  const tell = (): void => {
    // The first worker of all is no newer version.
    if (registration.waiting && container.controller) for (const each of listeners) each();
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', tell);
  });
  container.addEventListener('controllerchange', () => {
    if (isAsked) reload();
  });

  return {
    look: () => {
      if (now() - lookedMs < LOOK_MS) return;
      lookedMs = now();
      registration.update().catch(() => {
        // Without a network there is nothing newer.
      });
    },
    keep: () => {
      void container.ready.then(({ active }) => active?.postMessage({ keep: loaded() }));
    },
    onNewer: (listener) => {
      listeners.add(listener);
      tell();
      return () => listeners.delete(listener);
    },
    use: () => {
      isAsked = true;
      registration.waiting?.postMessage('take-over');
    },
  };
}
