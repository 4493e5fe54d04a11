/**
 * The lessons: one scripted deal, and for each lesson what is to be touched and when it is learned.
 *
 * A lesson is learned when the table shows it, so whoever runs ahead is never held up. The deal is
 * made so that its order comes about by itself: hardly anything else can be done at each point.
 */

import type { CardCode, TableView } from '../protocol.gen';
import { at } from '../state/lists';
import { SLOTS, stockLeft, stockOf, stockSize, topOf } from '../state/rules';
import { stockPlace } from '../state/sprites';
import { newMatch, type Standing } from './dealer';

/** What to touch: a place of the table, the big button, or nothing. */
export type Target = string | 'say' | null;

export type Lesson = {
  readonly name:
    | 'ready'
    | 'play'
    | 'either'
    | 'together'
    | 'stuck'
    | 'ace'
    | 'two'
    | 'flip'
    | 'again'
    | 'gap'
    | 'under'
    | 'last'
    | 'slap';
  /** Whether the table shows that it is learned; never for one that is only read. */
  readonly isLearned: (view: TableView) => boolean;
  readonly targets: (view: TableView) => readonly Target[];
};

/** The own slot with this card on top, null if there is none. */
function slotOf(view: TableView, card: CardCode): number | null {
  return SLOTS.find((slot) => topOf(stockOf(view, 0, slot)) === card) ?? null;
}

function isGone(card: CardCode): Lesson['isLearned'] {
  return (view) => !view.stocks[0]?.some(({ up }) => up.includes(card)) && !isHidden(view, card);
}

/** Whether a card of the script still lies face down in the own stock. */
function isHidden(view: TableView, card: CardCode): boolean {
  const slot = UNDER[card];
  return slot !== undefined && stockOf(view, 0, slot).down > 0;
}

function cardIn(card: CardCode): Lesson['targets'] {
  return (view) => {
    const slot = slotOf(view, card);
    return slot === null ? faceDown(view) : [stockPlace(0, slot)];
  };
}

function faceDown(view: TableView): Target[] {
  return SLOTS.filter((slot) => {
    const { down, up } = stockOf(view, 0, slot);
    return down > 0 && up.length === 0;
  }).map((slot) => stockPlace(0, slot));
}

/** The own cards that lie face down at first, and in which slot. */
const UNDER: Readonly<Record<CardCode, number>> = { '4h': 0, '3h': 2 };

const say = (): readonly Target[] => ['say'];

export const LESSONS: readonly Lesson[] = [
  { name: 'ready', isLearned: (view) => view.phase !== 'ready', targets: say },
  { name: 'play', isLearned: isGone('6h'), targets: cardIn('6h') },
  { name: 'either', isLearned: isGone('7c'), targets: cardIn('7c') },
  // Read, not done: the opponent moves.
  { name: 'together', isLearned: () => false, targets: () => [] },
  { name: 'stuck', isLearned: (view) => at(view.hands, 0) < 2, targets: say },
  { name: 'ace', isLearned: isGone('Ad'), targets: cardIn('Ad') },
  { name: 'two', isLearned: isGone('2c'), targets: cardIn('2c') },
  {
    name: 'flip',
    isLearned: (view) => slotOf(view, '3h') !== null || isGone('3h')(view),
    targets: faceDown,
  },
  { name: 'again', isLearned: isGone('3h'), targets: cardIn('3h') },
  {
    name: 'gap',
    isLearned: (view) =>
      SLOTS.every((slot) => topOf(stockOf(view, 0, slot)) !== 'Js' || slot !== 0),
    targets: (view) => [
      stockPlace(0, slotOf(view, 'Js') ?? 0),
      ...SLOTS.filter((slot) => stockSize(stockOf(view, 0, slot)) === 0)
        .slice(0, 1)
        .map((slot) => stockPlace(0, slot)),
    ],
  },
  { name: 'under', isLearned: isGone('4h'), targets: cardIn('4h') },
  {
    name: 'last',
    isLearned: (view) => stockLeft(view, 0) === 0,
    targets: (view) => (at(view.hands, 0) > 0 ? ['say'] : cardIn('Js')(view)),
  },
  {
    name: 'slap',
    isLearned: (view) => view.phase !== 'slap' && stockLeft(view, 0) === 0,
    targets: smaller,
  },
];

function smaller(view: TableView): Target[] {
  const [left = 0, right = 0] = view.spits.map((pile) => pile.cards);
  return [left <= right ? 'spit-0' : 'spit-1'];
}

/** What the opponent plays in the lesson "together". */
export const SHOWN_CARD: CardCode = '6d';

/** The scripted deal, before both have said "ready". */
export function lessonDeal(names: readonly [string, string]): Standing {
  const { view } = newMatch(names, () => 0);
  const up = (down: number, ...cards: CardCode[]) => ({ down, up: cards });
  return {
    secrets: {
      down: [
        [['4h'], [], ['3h'], [], []],
        [['8d'], ['Th'], ['5c', '9h'], ['Qd'], ['7d']],
      ],
      hands: [
        ['8s', 'Ks', 'Qh'],
        ['5d', '4s', '9s'],
      ],
      spits: [[], []],
      hadNone: [false, false],
    },
    view: {
      ...view,
      phase: 'ready',
      round: 1,
      stocks: [
        [up(1, 'Js'), up(0, '7c'), up(1, '2c'), up(0, 'Ad'), up(0, '6h')],
        [up(1, 'Ts'), up(1, 'Td'), up(2, 'Qc'), up(1, '6d'), up(1, 'Jd')],
      ],
      hands: [3, 3],
      cards: [10, 14],
      spits: [
        { cards: 0, top: null, version: 0 },
        { cards: 0, top: null, version: 0 },
      ],
    },
  };
}
