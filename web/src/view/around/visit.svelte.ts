/**
 * Where the page is, which seat it holds, and every way to another place.
 *
 * It knows addresses, secrets and requests, no match and no element.
 */

import { ApiError, makeTable, sitDown, tableInfo, takeOver } from '../../net/api';
import { Guest, type SeatOrigin, Secrets } from '../../net/keep';
import { codeIn, type Place, placeOf, startPath, tablePath, watchPath } from '../../net/places';
import type { NewTable, Paired, TableInfo } from '../../protocol.gen';
import { parseWish, type Rules, requestOf, rulesOf, type Wish } from '../../state/wish';
import type { Services } from '../services';
import { type Origin, Session } from '../session';

const WISH_KEY = 'spit.wish';

/** Why a one-time link did not do what it should. */
export type TakeFailure = 'used' | 'unreachable';

export class Visit {
  place = $state.raw<Place>({ page: 'start' });
  /** The table played at or watched; null before a seat is taken, and elsewhere. */
  session = $state.raw<Session | null>(null);
  /** A seat is being taken over by a one-time code. */
  isTaking = $state(false);
  takeFailure = $state<TakeFailure | null>(null);
  wish = $state<Wish>(parseWish(null));

  /** The table of the opponent who was found last, until the page goes elsewhere. */
  met: string | null = null;
  /** How often the page has gone elsewhere since it was loaded. */
  moves = 0;
  readonly guest: Guest;
  readonly services: Services;
  readonly #secrets: Secrets;

  constructor(services: Services) {
    this.services = services;
    this.guest = new Guest(services.shelf, services.randomBytes);
    this.wish = parseWish(services.shelf.getItem(WISH_KEY));
    this.#secrets = new Secrets(services.shelf);
    this.open();
  }

  /** Shows what the address says. */
  open(): void {
    this.session?.leave();
    this.session = null;
    this.takeFailure = null;
    this.met = null;
    this.place = placeOf(location.pathname, location.hash);
    if (this.place.page !== 'table') return;
    const { table, isWatching, take } = this.place;
    if (take !== null) {
      void this.#take(table, take);
      return;
    }
    const secrets = isWatching ? [] : this.#secrets.of(nameIn(table));
    if (secrets.length > 0)
      this.#sit(nameIn(table), secrets, this.#secrets.originOf(nameIn(table)));
    else if (isWatching) this.#sit(nameIn(table), [], 'watching');
  }

  go(path: string): void {
    this.moves += 1;
    history.pushState(null, '', path);
    this.open();
  }

  home(): void {
    this.go(startPath());
  }

  watch(table: string): void {
    this.go(watchPath(table));
  }

  visitTable(typed: string): void {
    const code = codeIn(typed);
    if (code !== null) this.go(tablePath(code));
  }

  /** Leaves a table; a seat is forgotten that was refused for good, or has played its match. */
  leave(): void {
    const live = this.session?.store.live;
    const isDone = live?.link === 'ended' || live?.confirmed?.phase === 'over';
    if (isDone) this.#forget();
    this.home();
  }

  /** The table where a seat is still held, null if there is none; one that is gone is forgotten. */
  async held(): Promise<TableInfo | null> {
    const table = this.#secrets.newest;
    if (table === null) return null;
    try {
      const info = await tableInfo(this.services.fetch, table);
      if (info.standing !== 'ended') return info;
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 404) return null;
    }
    this.#secrets.forget(table);
    return null;
  }

  /** Gives a seat up whose table is of no use any more, and goes elsewhere. */
  cancel(path = startPath()): void {
    this.#forget();
    this.go(path);
  }

  /** The seat is not ours, or the table is gone: the door says what there is instead. */
  lose(): void {
    const { session } = this;
    if (!session) return;
    session.leave();
    this.#forget();
    this.session = null;
  }

  /** Keeps the wish for the next time. */
  keepWish(wish: Wish): void {
    this.wish = wish;
    this.services.shelf.setItem(WISH_KEY, JSON.stringify(wish));
  }

  /** The rules that are wished for. */
  get rules(): Rules {
    return rulesOf(this.wish);
  }

  // ------------------------------------------------------------ tables

  async playComputer(): Promise<void> {
    await this.#make(requestOf(this.wish));
  }

  /** @param isListed Whether strangers find the table in the lobby. */
  async inviteFriend(isListed = false): Promise<void> {
    const wish: NewTable = { opponent: 'friend', rules: this.rules, listed: isListed };
    await this.#make(wish, isListed ? 'listed' : 'seat');
  }

  /** A table for two people at this screen. */
  async shareScreen(name: string, partnerName: string): Promise<void> {
    await this.#make({
      opponent: 'same-screen',
      rules: this.rules,
      name,
      partner_name: partnerName,
    });
  }

  /** Takes the free seat of a table. */
  async sitDown(table: string): Promise<void> {
    const { name, secret } = this.guest;
    const made = await sitDown(this.services.fetch, table, { name, guest: secret });
    this.#enter(made.table, [made.secret]);
  }

  /** Goes to the table of an opponent who was found. */
  meet(paired: Paired): void {
    this.met = paired.table;
    this.#enter(paired.table, [paired.secret], 'pairing');
  }

  async #make(wish: NewTable, origin: SeatOrigin = 'seat'): Promise<void> {
    const { name, secret } = this.guest;
    const made = await makeTable(this.services.fetch, { name, guest: secret, ...wish });
    const { partner_secret: partner } = made;
    this.#enter(made.table, partner === null ? [made.secret] : [made.secret, partner], origin);
  }

  #enter(table: string, secrets: readonly string[], origin: SeatOrigin = 'seat'): void {
    this.#secrets.keep(table, secrets, origin);
    this.session?.leave();
    const path = tablePath(table);
    if (location.pathname === path) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.moves += 1;
    this.place = placeOf(location.pathname, '');
    this.takeFailure = null;
    this.#sit(table, secrets, origin);
  }

  #sit(table: string, secrets: readonly string[], origin: Origin): void {
    this.session = new Session(this.services, table, secrets, origin);
  }

  /** The seat held at this table, if it is one, is not kept any more. */
  #forget(): void {
    const { session } = this;
    if (session && session.origin !== 'watching') this.#secrets.forget(session.table);
  }

  async #take(table: string, code: string): Promise<void> {
    // The code works once; it must stay neither in the address nor in the history.
    history.replaceState(null, '', tablePath(table));
    this.isTaking = true;
    try {
      const made = await takeOver(this.services.fetch, table, code);
      this.#secrets.keep(made.table, [made.secret]);
      this.#sit(made.table, [made.secret], 'seat');
    } catch (failure) {
      const isHeard = failure instanceof ApiError && failure.status !== null;
      this.takeFailure = isHeard ? 'used' : 'unreachable';
    } finally {
      this.isTaking = false;
    }
  }
}

/** The name that a table is kept by. */
function nameIn(table: string): string {
  return codeIn(table) ?? table;
}
