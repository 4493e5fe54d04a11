/**
 * What the rules allow, judged from the public view alone.
 *
 * It knows the options of RULES.md, no message and no clock. The server decides; this only says
 * what a tap means and what to light up.
 */

import {
  type CardCode,
  OPTIONS,
  type Seat,
  type Slot,
  type SpitPile,
  type StockView,
  type TableView,
} from '../protocol.gen';
import { ACE, rankOf, TWO } from './cards';
import { at, last } from './lists';

export const SLOTS: readonly Slot[] = [0, 1, 2, 3, 4];
export const SEATS: readonly Seat[] = [0, 1];

export type Rules = TableView['rules'];

/** The value of one option: what the match says, else the default. */
export function option(rules: Rules, name: string): string | number | null {
  return rules[name] ?? OPTIONS[name]?.default ?? null;
}

/** Whether `card` may be played on `top` (R1.3, R4.6). */
export function fits(rules: Rules, card: CardCode, top: CardCode): boolean {
  const rank = rankOf(card);
  const under = rankOf(top);
  if (Math.abs(rank - under) === 1) return true;
  if (rank === under) return option(rules, 'same_rank') === 'on';
  const wrap = option(rules, 'wrap');
  if (under === ACE && rank === TWO) return wrap !== 'none';
  return under === TWO && rank === ACE && wrap === 'cyclic';
}

export function stockSize(stock: StockView): number {
  return stock.down + stock.up.length;
}

/** The face-up top card of a stock pile, or null if there is none. */
export function topOf(stock: StockView): CardCode | null {
  return last(stock.up);
}

export function stockOf(view: TableView, seat: Seat, slot: Slot): StockView {
  return at(at(view.stocks, seat), slot);
}

/** Cards in all stock piles of a seat: what it still has to be rid of. */
export function stockLeft(view: TableView, seat: Seat): number {
  return at(view.stocks, seat).reduce((sum, stock) => sum + stockSize(stock), 0);
}

/** The spit piles on which `card` fits now, in order. */
export function pilesFor(view: TableView, card: CardCode): readonly SpitPile[] {
  const piles: SpitPile[] = [];
  view.spits.forEach((pile, index) => {
    if (pile.top !== null && fits(view.rules, card, pile.top)) piles.push(index);
  });
  return piles;
}

/** Whether the top of `slot` could be played on some spit pile (R4.1). */
export function canPlay(view: TableView, seat: Seat, slot: Slot): boolean {
  const card = topOf(stockOf(view, seat, slot));
  return view.phase === 'play' && card !== null && pilesFor(view, card).length > 0;
}

/** Whether any seat has a legal play; while one exists nobody may spit (R3.4). */
export function hasPlay(view: TableView): boolean {
  return SEATS.some((seat) => SLOTS.some((slot) => canPlay(view, seat, slot)));
}

/** Whether the pile's face-down top waits to be turned up (R5.1). */
export function canFlip(view: TableView, seat: Seat, slot: Slot): boolean {
  const stock = stockOf(view, seat, slot);
  return view.phase === 'play' && stock.up.length === 0 && stock.down > 0;
}

/** The slots into which the top card of `slot` may be moved (R5.2, R5.4). */
export function shiftTargets(view: TableView, seat: Seat, slot: Slot): readonly Slot[] {
  const stock = stockOf(view, seat, slot);
  const card = topOf(stock);
  if (view.phase !== 'play' || card === null) return [];
  return SLOTS.filter((other) => {
    if (other === slot) return false;
    const target = stockOf(view, seat, other);
    if (stockSize(target) === 0) return stockSize(stock) >= 2;
    const top = topOf(target);
    return top !== null && option(view.rules, 'stacking') === 'on' && rankOf(top) === rankOf(card);
  });
}

/** Whether the seat can still flip or usefully move a card, though it need not (R3.5). */
export function canStillAct(view: TableView, seat: Seat): boolean {
  return SLOTS.some(
    (slot) => canFlip(view, seat, slot) || shiftTargets(view, seat, slot).length > 0,
  );
}

/** What saying "spit" would mean for a seat now, or null if it may not (R3.1 to R3.5, R6.2). */
export type CallMeaning = 'ready' | 'spit' | 'watch' | 'blocked';

export function callMeaning(view: TableView, seat: Seat): CallMeaning | null {
  if (at(view.calls, seat).said || view.paused !== null) return null;
  if (view.phase === 'ready') return 'ready';
  if (view.phase !== 'play' || hasPlay(view)) return null;
  if (at(view.hands, seat) > 0) return 'spit';
  return view.hands.some((cards) => cards > 0) ? 'watch' : 'blocked';
}

/** The pile that `Space` and the button name: the own one if there is a choice (R3.2). */
export function ownPile(view: TableView, seat: Seat): SpitPile | null {
  const choices = at(view.spit_choices, seat);
  return choices.includes(seat) ? seat : (choices[0] ?? null);
}

/** The spit piles that may be slapped: in a blocked one-pile round an empty one too (R6.5). */
export function slapPiles(view: TableView): readonly SpitPile[] {
  return view.phase === 'slap' ? [0, 1] : [];
}
