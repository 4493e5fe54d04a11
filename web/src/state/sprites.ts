/**
 * Which sprite is which card: one sprite for each card for its whole life.
 *
 * A sprite knows its card only while the view shows it; hidden cards are anonymous. Pure: it says
 * where each sprite lies, not where that is on the screen or how it gets there.
 */

import type { CardCode, TableView } from '../protocol.gen';
import { at } from './lists';

/** A place where cards lie: `stock-0-3`, `hand-1`, `spit-0`. */
export type Place = string;

export const stockPlace = (seat: number, slot: number): Place => `stock-${seat}-${slot}`;
export const handPlace = (seat: number): Place => `hand-${seat}`;
export const spitPlace = (pile: number): Place => `spit-${pile}`;

/** The cards of a place from the bottom up; null is a card that the view does not show. */
export type Layout = ReadonlyMap<Place, readonly (CardCode | null)[]>;

export type Sprite = {
  readonly id: number;
  readonly place: Place;
  /** Counted from the bottom of its place. */
  readonly index: number;
  /** How many cards lie in its place. */
  readonly size: number;
  readonly card: CardCode | null;
};

/** Where a card that was just turned up came from, by card. */
export type Origins = ReadonlyMap<CardCode, Place>;

/** Whether no layout lies on the table: each seat holds its cards in one packet (R6.6). */
export function isPackedUp(view: TableView): boolean {
  return view.spits.length === 0;
}

/** What lies where, as far as the view shows it. */
export function layoutOf(view: TableView): Layout {
  const layout = new Map<Place, (CardCode | null)[]>();
  const isPacked = isPackedUp(view);
  for (const seat of [0, 1]) {
    const hand = isPacked ? at(view.cards, seat) : at(view.hands, seat);
    layout.set(handPlace(seat), hidden(hand));
    if (isPacked) continue;
    at(view.stocks, seat).forEach((stock, slot) => {
      layout.set(stockPlace(seat, slot), [...hidden(stock.down), ...stock.up]);
    });
  }
  if (isPacked) return layout;
  view.spits.forEach((pile, index) => {
    const under = hidden(Math.max(0, pile.cards - 1));
    layout.set(spitPlace(index), pile.top === null ? [] : [...under, pile.top]);
  });
  return layout;
}

const hidden = (count: number): null[] => Array.from({ length: count }, () => null);

type Target = { place: Place; index: number; size: number; card: CardCode | null };

/**
 * The sprites for a layout, each the continuation of a sprite before as far as there is one.
 *
 * First the cards that the view shows keep their sprites, wherever they go. Then each place keeps
 * its own; a card newly shown takes the top one of its place, or of the place it came from. Who
 * is left over fills what is left over.
 */
export function assign(
  before: readonly Sprite[],
  layout: Layout,
  origins: Origins = new Map(),
): readonly Sprite[] {
  const targets = targetsOf(layout);
  const free = new Map(before.map((sprite) => [sprite.id, sprite]));
  const taken = new Map<Target, number>();
  const take = (target: Target, sprite: Sprite | undefined): void => {
    if (!sprite) return;
    free.delete(sprite.id);
    taken.set(target, sprite.id);
  };
  const byCard = new Map<CardCode, Sprite>();
  for (const sprite of before) if (sprite.card !== null) byCard.set(sprite.card, sprite);

  for (const target of targets) if (target.card !== null) take(target, byCard.get(target.card));
  for (const target of targets) {
    if (target.card === null || taken.has(target)) continue;
    take(target, topmost(free, origins.get(target.card) ?? target.place));
  }
  const waiting = queues(free);
  for (const target of targets) {
    if (!taken.has(target)) take(target, waiting.get(target.place)?.shift());
  }
  const rest = [...free.values()].sort((a, b) => b.index - a.index);
  let nextId = before.reduce((highest, sprite) => Math.max(highest, sprite.id + 1), 0);
  return targets.map((target) => ({
    ...target,
    id: taken.get(target) ?? rest.shift()?.id ?? nextId++,
  }));
}

function targetsOf(layout: Layout): readonly Target[] {
  return [...layout].flatMap(([place, cards]) =>
    cards.map((card, index) => ({ place, index, size: cards.length, card })),
  );
}

function topmost(free: ReadonlyMap<number, Sprite>, place: Place): Sprite | undefined {
  let top: Sprite | undefined;
  for (const sprite of free.values()) {
    if (sprite.place === place && (!top || sprite.index > top.index)) top = sprite;
  }
  return top;
}

/** The free sprites of each place from the bottom up. */
function queues(free: ReadonlyMap<number, Sprite>): Map<Place, Sprite[]> {
  const lists = new Map<Place, Sprite[]>();
  for (const sprite of [...free.values()].sort((a, b) => a.index - b.index)) {
    const list = lists.get(sprite.place);
    if (list) list.push(sprite);
    else lists.set(sprite.place, [sprite]);
  }
  return lists;
}
