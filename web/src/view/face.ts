/** How the face of a card is laid out, in a box of 100 by 147. */

import type { CardCode } from '../protocol.gen';
import { rankText, suitOf } from '../state/cards';
import { DRAWINGS, type Drawing } from './drawings';

/** A drawing put in its place. */
export type Figure = { readonly transform: string; readonly parts: Drawing };

export type FaceLayout = {
  readonly suit: string;
  readonly rank: string;
  readonly x: number;
  readonly y: number;
  readonly fontSize: number;
  readonly anchor: 'start' | 'middle';
  /** To which width the rank is squeezed, if it is. */
  readonly squeezed: number | undefined;
  /** The small suit below the rank, where there is one, and the large drawing. */
  readonly figures: readonly Figure[];
  /** The corner stands a second time, turned by half, for who sits across. */
  readonly isTwoWay: boolean;
};

const layouts = new Map<string, FaceLayout>();

/** The layout of a card's face, normal or in large print, or to be read from both ends. */
export function faceOf(card: CardCode, isLarge: boolean, isTwoWay = false): FaceLayout {
  const key = `${card}${isLarge}${isTwoWay}`;
  let layout = layouts.get(key);
  if (!layout) {
    if (isTwoWay) layout = twoWay(card, isLarge ? 1.22 : 1);
    else layout = isLarge ? large(card) : normal(card);
    layouts.set(key, layout);
  }
  return layout;
}

function figure(name: string, x: number, y: number, size: number): Figure {
  return {
    transform: `translate(${x} ${y}) scale(${size / 100})`,
    parts: DRAWINGS[name] ?? [],
  };
}

function normal(card: CardCode): FaceLayout {
  const rank = rankText(card);
  const suit = suitOf(card);
  const isWide = rank === '10';
  const isCourt = 'JQK'.includes(rank);
  const lefts: Readonly<Record<string, number>> = { '10': 4.5, A: 7, J: 10 };
  let big = figure(suit, 36, 77, 56);
  if (isCourt) big = figure(rank, 27, 70, 66);
  else if (rank === 'A') big = figure(suit, 18, 60, 74);
  return {
    suit,
    rank,
    x: lefts[rank] ?? 8.5,
    y: 50,
    fontSize: isWide ? 52 : 58,
    anchor: 'start',
    squeezed: undefined,
    figures: rank === 'A' ? [big] : [figure(suit, 9, 57, 22), big],
    isTwoWay: false,
  };
}

function large(card: CardCode): FaceLayout {
  const rank = rankText(card);
  const suit = suitOf(card);
  const isWide = rank === '10';
  return {
    suit,
    rank,
    x: isWide ? 2 : 50,
    y: 73,
    fontSize: isWide ? 76 : 92,
    anchor: isWide ? 'start' : 'middle',
    squeezed: isWide ? 94 : undefined,
    figures: [figure(suit, 24, 86, 52)],
    isTwoWay: false,
  };
}

/** The rank at the left of the upper end with the suit at its right, and both again from below. */
function twoWay(card: CardCode, scale: number): FaceLayout {
  const rank = rankText(card);
  const suit = suitOf(card);
  const isWide = rank === '10';
  const size = 46 * scale;
  const small = 27 / scale;
  const isCourt = 'JQK'.includes(rank);
  return {
    suit,
    rank,
    x: isWide ? 4 : 7,
    y: 8 + 0.72 * size,
    fontSize: size,
    anchor: 'start',
    squeezed: isWide ? 54 * scale : undefined,
    figures: [
      figure(suit, 94 - small, 12, small),
      ...(scale > 1 ? [] : [figure(isCourt ? rank : suit, 32, 55.5, 36)]),
    ],
    isTwoWay: true,
  };
}
