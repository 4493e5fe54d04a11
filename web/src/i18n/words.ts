/** Names of cards and amounts, as they are said. */

import type { CardCode } from '../protocol.gen';
import { rankText, type Suit, suitOf } from '../state/cards';
import { t, tOr } from './t';

const SIGNS: Record<Suit, string> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** “seven of hearts”, for a name that is read out. */
export function cardName(card: CardCode): string {
  return t('card.name', {
    rank: tOr(`rank.${card.charAt(0)}`, 'rank.2'),
    suit: tOr(`suit.${suitOf(card)}`, 'suit.s'),
  });
}

/** “7♥”, for the log. The variation selector keeps the sign from becoming a picture. */
export function cardSign(card: CardCode): string {
  return `${rankText(card)}${SIGNS[suitOf(card)]}\ufe0e`;
}

/** “3 cards”. */
export function cards(count: number): string {
  return t('cards', { count });
}

/** Minutes and seconds of a span, “0:42”. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
