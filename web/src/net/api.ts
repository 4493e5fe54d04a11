/** The server's HTTP interface: one function for each request. */

import type {
  Block,
  Done,
  Handover,
  Invitation,
  NewTable,
  Report,
  SitDown,
  TableInfo,
  TableMade,
} from '../protocol.gen';

import { apiPath } from './places';

export { recordPath } from './places';

/** What the server said against a request, in its own words; empty if it cannot be reached. */
export class ApiError extends Error {
  /** The answer's status, null if there was no answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes a table.
 *
 * @throws {ApiError} The server refuses or cannot be reached; so do all others here.
 */
export function makeTable(fetch: Fetch, wish: NewTable): Promise<TableMade> {
  return ask(fetch, apiPath(), wish);
}

/** What a stranger may know of a table; 404 if there is none of this name. */
export function tableInfo(fetch: Fetch, table: string): Promise<TableInfo> {
  return ask(fetch, apiPath(table));
}

/** Takes the free seat of a table, or the own one again. */
export function sitDown(fetch: Fetch, table: string, who: SitDown): Promise<TableMade> {
  return ask(fetch, apiPath(table, 'seat'), who);
}

/** How a friend finds a table. */
export function invitation(fetch: Fetch, table: string): Promise<Invitation> {
  return ask(fetch, apiPath(table, 'invitation'));
}

/** A one-time code that takes the seat to another device. */
export function handover(fetch: Fetch, table: string, secret: string): Promise<Handover> {
  return ask(fetch, apiPath(table, 'handover'), { secret });
}

/** Takes a seat by a one-time code. */
export function takeOver(fetch: Fetch, table: string, code: string): Promise<TableMade> {
  return ask(fetch, apiPath(table, 'takeover'), { code });
}

/** Never meet the opponent again. */
export function block(fetch: Fetch, table: string, whom: Block): Promise<Done> {
  return ask(fetch, apiPath(table, 'block'), whom);
}

/** Tells who runs the server about the opponent. */
export function report(fetch: Fetch, table: string, what: Report): Promise<Done> {
  return ask(fetch, apiPath(table, 'report'), what);
}

async function ask<Answer>(fetch: Fetch, path: string, body?: object): Promise<Answer> {
  const init: RequestInit =
    body === undefined
      ? { method: 'GET' }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError('');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(errorOf(answer) ?? String(response.status), response.status);
  }
  return answer as Answer;
}

function errorOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null;
  return String(answer.error);
}
