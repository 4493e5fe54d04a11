/** The pack, shuffling and laying out: where the cards that nobody may see come from. */

import type { CardCode, StockView } from '../protocol.gen';
import { SLOTS } from '../state/rules';

/** All that lies on the table and is not in the view; lists end with the top card. */
export type Secrets = {
  /** By seat and slot, what lies face down. */
  readonly down: CardCode[][][];
  /** By seat, the spit cards; the first is the next to be turned up. */
  readonly hands: CardCode[][];
  /** By pile, all that lies on it. */
  readonly spits: CardCode[][];
  /** By seat, whether it had no spit card when a one-pile round was laid out (R7.1). */
  hadNone: boolean[];
};

export const PACK: readonly CardCode[] = [...'23456789TJQKA'].flatMap((rank) =>
  [...'shdc'].map((suit) => rank + suit),
);

/** A shuffled copy. @param random 0 to 1, less than 1. */
export function shuffled(cards: readonly CardCode[], random: () => number): CardCode[] {
  const pack = [...cards];
  for (let i = pack.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [pack[i], pack[j]] = [pack[j] as CardCode, pack[i] as CardCode];
  }
  return pack;
}

export type Laid = {
  readonly stocks: readonly StockView[];
  readonly down: CardCode[][];
  readonly hand: CardCode[];
};

/** Lays one seat's packet row by row, and turns up the tops (R2.2 to R2.4). */
export function layOut(packet: readonly CardCode[]): Laid {
  const piles: CardCode[][] = SLOTS.map(() => []);
  let next = 0;
  for (const row of SLOTS) {
    for (const slot of SLOTS) {
      const card = packet[next];
      if (slot < row || card === undefined) continue;
      piles[slot]?.push(card);
      next += 1;
    }
  }
  const stocks = piles.map((pile) => ({
    down: Math.max(0, pile.length - 1),
    up: pile.slice(-1),
  }));
  return { stocks, down: piles.map((pile) => pile.slice(0, -1)), hand: packet.slice(next) };
}
