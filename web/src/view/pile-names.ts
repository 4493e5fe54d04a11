/** What piles are called when they are read out. A face-down card is never named. */

import { t } from '../i18n/t';
import { cardName, cards } from '../i18n/words';
import type { SpitPile, StockView, TableView } from '../protocol.gen';
import { stockSize, topOf } from '../state/rules';
import { pileName } from './table-model.svelte';

export function stockName(stock: StockView, slot: number, isTurning: boolean): string {
  const number = slot + 1;
  const size = stockSize(stock);
  if (size === 0) return t('pile.empty', { number });
  if (isTurning) return t('pile.turning', { number });
  const card = topOf(stock);
  if (card === null) return t('pile.down', { number, cards: cards(size) });
  return t('pile.up', { number, card: cardName(card), cards: cards(size) });
}

export function spitName(view: TableView, pile: SpitPile, isChoice: boolean): string {
  const name = pileName(view, pile);
  const spit = view.spits[pile];
  if (view.phase === 'slap') return t('spit.slap', { pile: name, cards: cards(spit?.cards ?? 0) });
  if (!spit || spit.top === null) return t('spit.empty', { pile: name });
  const says = t('spit.top', { pile: name, card: cardName(spit.top), cards: cards(spit.cards) });
  return isChoice ? `${t('spit.choose', { pile: name })}. ${says}` : says;
}
