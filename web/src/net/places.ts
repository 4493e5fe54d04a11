/**
 * What an address of the page stands for, and the addresses of what is on the server.
 *
 * A server may live below a path of its host; all addresses here begin with it.
 */

let base = '';

/** Says below which path the server lives: `/` or `/games/spit/`. */
export function liveBelow(path: string): void {
  base = path.replace(/\/+$/, '');
}

/** Where the page is. A table's name is as it was typed; `take` is a one-time code behind the `#`. */
export type Place =
  | { readonly page: 'start' }
  | { readonly page: 'people' }
  | { readonly page: 'same-screen' }
  /** Tables in the browser alone, and the rules. */
  | { readonly page: 'learn' }
  | { readonly page: 'practice' }
  | { readonly page: 'rules' }
  | {
      readonly page: 'table';
      readonly table: string;
      readonly isWatching: boolean;
      readonly take: string | null;
    };

/** What stands behind the `#` of a page beside the start. */
export type PageName = '#people' | '#same-screen' | '#learn' | '#practice' | '#rules';

const PAGES: Readonly<Record<string, Place>> = {
  '#people': { page: 'people' },
  '#same-screen': { page: 'same-screen' },
  '#learn': { page: 'learn' },
  '#practice': { page: 'practice' },
  '#rules': { page: 'rules' },
};

/** The place that a path and what stands behind its `#` name; anything unknown is the start. */
export function placeOf(path: string, hash: string): Place {
  const own = path.startsWith(base) ? path.slice(base.length) : path;
  const found = /^\/t\/([^/]+)(\/watch)?\/?$/.exec(own);
  if (!found) return PAGES[hash] ?? { page: 'start' };
  const take = /^#take=([\w-]+)$/.exec(hash)?.[1] ?? null;
  const table = decoded(found[1] ?? '');
  return { page: 'table', table, isWatching: found[2] !== undefined, take };
}

/**
 * The table that somebody typed or pasted: a code in any case, with spaces or hyphens, or a link.
 *
 * Returns null if there is nothing in it.
 */
export function codeIn(typed: string): string | null {
  const link = /\/t\/([^/?#\s]+)/.exec(typed)?.[1];
  const code = decoded(link ?? typed)
    .toLowerCase()
    .replace(/[\s\-–—_.·]/g, '');
  return code === '' ? null : code;
}

/** A code in groups of three, easy to read aloud: `7k3-m9p-qxt`. */
export function grouped(code: string): string {
  return code.replace(/[^-]{3}(?=[^-])/g, '$&-');
}

/** The start, or a page beside it. */
export function startPath(page: '' | PageName = ''): string {
  return `${base}/${page}`;
}

/** Requests about tables. */
export function apiPath(table?: string, what?: string): string {
  const parts = [table, what].filter((part) => part !== undefined).map(encodeURIComponent);
  return [`${base}/api/tables`, ...parts].join('/');
}

/** Where the record of a finished match is. */
export function recordPath(match: string): string {
  return `${base}/records/${encodeURIComponent(match)}.spit`;
}

/** The page of a table. */
export function tablePath(table: string): string {
  return `${base}/t/${encodeURIComponent(table)}`;
}

/** The page that watches a table. */
export function watchPath(table: string): string {
  return `${tablePath(table)}/watch`;
}

/** The socket of a table. */
export function socketPath(table: string): string {
  return `${base}/ws/${encodeURIComponent(table)}`;
}

/** The socket of the lobby. */
export function lobbyPath(): string {
  return `${base}/ws`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
