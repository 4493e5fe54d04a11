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

/** Where a card that was just turned up came from, and from where a place got its new cards. */
export type Origins = ReadonlyMap<CardCode | Place, Place>;

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
 * Places that have not changed keep theirs, as the same objects. In the others the cards that the
 * view shows keep their sprites, wherever they go; then each place keeps its own; a card newly
 * shown takes the top one of its place, or of the place it came from. Who is left over fills what
 * is left over.
 */
export function assign(
  before: readonly Sprite[],
  layout: Layout,
  origins: Origins = new Map(),
): readonly Sprite[] {
  const piles = byPlace(before);
  const kept: Sprite[] = [];
  const targets: Target[] = [];
  for (const [place, cards] of layout) {
    const pile = piles.get(place) ?? [];
    if (holds(pile, cards)) {
      kept.push(...pile);
      piles.delete(place);
    } else {
      cards.forEach((card, index) => {
        targets.push({ place, index, size: cards.length, card });
      });
    }
  }
  if (targets.length === 0 && piles.size === 0) return kept;
  let nextId = before.reduce((highest, sprite) => Math.max(highest, sprite.id + 1), 0);
  const ids = match(targets, [...piles.values()].flat(), origins);
  return [...kept, ...targets.map((target, i) => ({ ...target, id: ids[i] ?? nextId++ }))];
}

/** The sprites of each place from the bottom up. */
function byPlace(sprites: readonly Sprite[]): Map<Place, Sprite[]> {
  const piles = new Map<Place, Sprite[]>();
  for (const sprite of sprites) {
    let pile = piles.get(sprite.place);
    if (!pile) {
      pile = [];
      piles.set(sprite.place, pile);
    }
    pile[sprite.index] = sprite;
  }
  return piles;
}

function holds(pile: readonly Sprite[], cards: readonly (CardCode | null)[]): boolean {
  return pile.length === cards.length && cards.every((card, i) => pile[i]?.card === card);
}

/** For each target the id of the sprite that goes there, undefined where none is left. */
function match(
  targets: readonly Target[],
  sprites: readonly Sprite[],
  origins: Origins,
): readonly (number | undefined)[] {
  const free = new Map(sprites.map((sprite) => [sprite.id, sprite]));
  const ids: (number | undefined)[] = targets.map(() => undefined);
  const take = (i: number, sprite: Sprite | undefined): void => {
    if (!sprite) return;
    free.delete(sprite.id);
    ids[i] = sprite.id;
  };
  const byCard = new Map(sprites.map((sprite) => [sprite.card, sprite]));
  targets.forEach(({ card }, i) => {
    if (card !== null) take(i, byCard.get(card));
  });
  targets.forEach(({ card, place }, i) => {
    if (card === null || ids[i] !== undefined) return;
    take(i, topmost(free, origins.get(card) ?? place));
  });
  targets.forEach(({ place }, i) => {
    if (ids[i] === undefined) take(i, lowest(free, place));
  });
  targets.forEach(({ place }, i) => {
    if (ids[i] === undefined) take(i, lowestOfSeat(free, place));
  });
  targets.forEach(({ place }, i) => {
    const origin = origins.get(place);
    if (ids[i] === undefined && origin !== undefined) take(i, lowest(free, origin));
  });
  const rest = [...free.values()].sort((a, b) => b.index - a.index);
  return ids.map((id) => id ?? rest.shift()?.id);
}

function topmost(free: ReadonlyMap<number, Sprite>, place: Place): Sprite | undefined {
  let top: Sprite | undefined;
  for (const sprite of free.values()) {
    if (sprite.place === place && (!top || sprite.index > top.index)) top = sprite;
  }
  return top;
}

/** A sprite of the same seat: `stock-0-3` and `hand-0` both belong to seat 0. */
function lowestOfSeat(free: ReadonlyMap<number, Sprite>, place: Place): Sprite | undefined {
  const seat = seatOf(place);
  if (seat === null) return undefined;
  for (const sprite of free.values()) if (seatOf(sprite.place) === seat) return sprite;
  return undefined;
}

function seatOf(place: Place): string | null {
  const [kind, seat = ''] = place.split('-');
  return kind === 'spit' ? null : seat;
}

function lowest(free: ReadonlyMap<number, Sprite>, place: Place): Sprite | undefined {
  for (const sprite of free.values()) if (sprite.place === place) return sprite;
  return undefined;
}
