/** What players and piles are called. A face-down card is never named. */

import { t } from '../i18n/t';
import { cardName, cards } from '../i18n/words';
import type { Seat, SpitPile, SpitPileView, StockView, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import type { Live } from '../state/live';
import { stockSize, topOf } from '../state/rules';

/** A player's name; the own seat is "You", but for two people at one screen. */
export function nameOf(live: Live, seat: Seat): string {
  if (live.seats.length === 1 && seat === live.me) return t('table.you');
  return live.confirmed ? at(live.confirmed.names, seat) : '';
}

/** "Left spit pile", or "Spit pile" when there is but one. */
export function pileName(view: Pick<TableView, 'spits' | 'phase'>, pile: SpitPile): string {
  return sideName(view.spits.length < 2 && view.phase !== 'slap', pile);
}

/** The same for a pile alone; who sees the table turned has the other one on his left. */
export function sideName(isOnly: boolean, pile: SpitPile, isTurned = false): string {
  if (isOnly) return t('spit.only');
  return t((pile === 0) === isTurned ? 'spit.right' : 'spit.left');
}

export function stockName(stock: StockView, slot: number, isTurning: boolean): string {
  const number = slot + 1;
  const size = stockSize(stock);
  if (size === 0) return t('pile.empty', { number });
  if (isTurning) return t('pile.turning', { number });
  const card = topOf(stock);
  if (card === null) return t('pile.down', { number, cards: cards(size) });
  return t('pile.up', { number, card: cardName(card), cards: cards(size) });
}

/** What a spit pile is for now. */
export type SpitUse = 'play' | 'choice' | 'slap';

export function spitName(name: string, spit: SpitPileView | null, use: SpitUse): string {
  if (use === 'slap') return t('spit.slap', { pile: name, cards: cards(spit?.cards ?? 0) });
  if (!spit || spit.top === null) return t('spit.empty', { pile: name });
  const says = t('spit.top', { pile: name, card: cardName(spit.top), cards: cards(spit.cards) });
  return use === 'choice' ? `${t('spit.choose', { pile: name })}. ${says}` : says;
}
