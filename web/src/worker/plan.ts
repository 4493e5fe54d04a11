/**
 * What the service worker does with a request, and which files of the client it keeps from the
 * first: pure, no cache and no network.
 */

/** The page again whatever it shows; a hashed file, never changed; all else is the server's own. */
export type Kind = 'page' | 'asset' | 'other';

export type Asked = {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
};

/** What a request is for; `scope` is the address that the worker answers for, with its slash. */
export function kindOf({ method, mode, url }: Asked, scope: string): Kind {
  if (method !== 'GET' || !url.startsWith(scope)) return 'other';
  const [path = ''] = url.slice(scope.length).split(/[?#]/);
  if (path.startsWith('assets/')) return 'asset';
  const isPage = path === '' || /^t\/[^/]+(\/watch)?\/?$/.test(path);
  return mode === 'navigate' && isPage ? 'page' : 'other';
}

/** Caches that can go: all of ours but this version's and the one before it. */
export function outdated(names: readonly string[], current: string): readonly string[] {
  const older = names.filter((name) => name.startsWith('spit-') && name !== current);
  return older.slice(0, -1);
}
