/** Answers to what was asked by a key: short, from the view, and never about a hidden card. */

import { t } from '../i18n/t';
import { cards } from '../i18n/words';
import type { Question } from '../input/keys';
import { at } from '../state/lists';
import { SLOTS, stockLeft, stockOf } from '../state/rules';
import { pileName, spitName, stockName } from './names';
import type { TableModel } from './table-model.svelte';

/** What is said to a question; empty while nothing is dealt. */
export function answerTo(question: Question, model: TableModel): string {
  const { view } = model;
  if (!view) return '';
  const row = (seat: number): string =>
    SLOTS.map((slot) => stockName(stockOf(view, seat, slot), slot, false)).join('. ');
  switch (question) {
    case 'ask-middle':
      return view.spits
        .map((pile, index) => spitName(pileName(view, index), pile, 'play'))
        .join('. ');
    case 'ask-yours':
      return row(model.me);
    case 'ask-theirs':
      return `${t('table.foe_piles', { name: model.nameOf(model.foe) })}. ${row(model.foe)}`;
    case 'ask-left':
      return model.seatOrder
        .map((seat) => {
          const name = model.nameOf(seat);
          const hand = { name, cards: cards(at(view.hands, seat)) };
          const spits = seat === model.me ? t('hand.yours', hand) : t('hand.theirs', hand);
          return `${name}: ${cards(stockLeft(view, seat))}. ${spits}`;
        })
        .join('. ');
  }
}
