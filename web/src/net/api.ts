/** The server's HTTP interface: making a table, and where a record is. */

import type { NewTable, TableMade } from '../protocol.gen';

/** What the server said against a request, in its own words; empty if it cannot be reached. */
export class ApiError extends Error {}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes a table against the computer.
 *
 * @throws {ApiError} The server refuses or cannot be reached.
 */
export async function makeTable(fetch: Fetch, wish: NewTable): Promise<TableMade> {
  let response: Response;
  try {
    response = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    });
  } catch {
    throw new ApiError('');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(errorOf(answer) ?? String(response.status));
  return answer as TableMade;
}

function errorOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null;
  return String(answer.error);
}

/** Where the record of a finished match is. */
export function recordPath(match: string): string {
  return `/records/${encodeURIComponent(match)}.spit`;
}

/** The page of a table, and the table of a page. */
export function tablePath(table: string): string {
  return `/t/${encodeURIComponent(table)}`;
}

export function tableOfPath(path: string): string | null {
  const found = /^\/t\/([^/]+)\/?$/.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

/** The socket of a table. */
export function socketPath(table: string): string {
  return `/ws/${encodeURIComponent(table)}`;
}
