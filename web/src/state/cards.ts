/** Card codes as the wire has them: rank then suit, `"Td"` (R1.4). */

import type { CardCode } from '../protocol.gen';

/** Ranks in order, the 2 low and the ace high (R1.2). */
const RANKS = '23456789TJQKA';

/** Places in the rank order at which the two ends meet (R1.3). */
export const TWO = 0;
export const ACE = RANKS.length - 1;

export type Suit = 's' | 'h' | 'd' | 'c';

/** Place of a card's rank in the order, 0 for a 2 to 12 for an ace. */
export function rankOf(card: CardCode): number {
  return RANKS.indexOf(card.charAt(0));
}

export function suitOf(card: CardCode): Suit {
  return card.charAt(1) as Suit;
}

/** The rank as it is printed on a card: `"10"`, not `"T"`. */
export function rankText(card: CardCode): string {
  const rank = card.charAt(0);
  return rank === 'T' ? '10' : rank;
}
