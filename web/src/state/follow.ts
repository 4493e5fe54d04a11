/**
 * The view follows the events: one pure step for every event type of the wire.
 *
 * It owns the meaning of events and nothing else: no socket, no clock, no optimism. The same
 * events lead from the same view to the same view as on the server.
 */

import type {
  AnyEvent,
  CardCode,
  Seat,
  Slot,
  SpitPile,
  StockView,
  TableView,
  Update,
  Version,
} from '../protocol.gen';
import { at, replaced } from './lists';

const NO_CALLS: TableView['calls'] = [
  { said: false, pile: null },
  { said: false, pile: null },
];
const NOTHING_SAID: Pick<TableView, 'calls' | 'spit_choices'> = {
  calls: NO_CALLS,
  spit_choices: [[], []],
};
const NO_CARDS = { cards: 0, top: null, version: 0 };
const EMPTY_ROW: readonly StockView[] = Array.from({ length: 5 }, () => ({ down: 0, up: [] }));
const BARE_TABLE: Pick<TableView, 'stocks' | 'hands' | 'spits' | 'stopped'> = {
  stocks: [EMPTY_ROW, EMPTY_ROW],
  hands: [0, 0],
  spits: [],
  stopped: null,
};

/**
 * The view after an update, or null if something between was missed and must be asked for again.
 *
 * An update that the view has already followed changes nothing.
 */
export function follow(view: TableView, update: Update): TableView | null {
  const standing = standingOf(view, update);
  if (standing === 'old') return view;
  return standing === 'next' ? update.events.reduce(step, view) : null;
}

/** How an update stands to a view: followed already, the next one, or with a gap between. */
export function standingOf(view: TableView, update: Update): 'old' | 'next' | 'gap' {
  if (update.epoch < view.epoch) return 'old';
  if (update.epoch === view.epoch && update.version <= view.version) return 'old';
  const follows = update.version - update.events.length === view.version;
  return update.epoch === view.epoch && follows ? 'next' : 'gap';
}

/** The view after one event, whose version is the view's plus one. */
export function step(view: TableView, event: AnyEvent): TableView {
  const next = { ...view, version: view.version + 1 };
  switch (event.type) {
    case 'match-started':
      return { ...next, ...newMatch(event.match) };
    case 'dealt':
      return {
        ...next,
        phase: 'ready',
        round: event.round,
        stocks: event.stocks,
        hands: event.hands,
        spits: Array.from({ length: event.piles }, () => NO_CARDS),
        stopped: null,
        ...NOTHING_SAID,
      };
    case 'called':
      return {
        ...next,
        calls: replaced(view.calls, event.seat, { said: true, pile: event.pile }),
      };
    case 'calls-withdrawn':
      return { ...next, calls: NO_CALLS };
    case 'spat':
      return spat(next, event);
    case 'played':
      return played(next, event);
    case 'settled':
      return {
        ...next,
        tentative: view.tentative.filter((play) => !event.plays.includes(play.version)),
      };
    case 'taken-back':
      return event.plays.reduce(takeBack, next);
    case 'flipped':
      return withStock(next, event.seat, event.stock, (stock) => ({
        down: stock.down - 1,
        up: [...stock.up, event.card],
      }));
    case 'shifted':
      return withStock(
        withStock(next, event.seat, event.stock, withoutTop),
        event.seat,
        event.slot,
        (stock) => ({ down: stock.down, up: [...stock.up, event.card] }),
      );
    case 'round-stopped':
      return {
        ...next,
        phase: event.slap ? 'slap' : 'deal',
        stopped: { reason: event.reason, cleared: event.cleared },
        ...NOTHING_SAID,
      };
    case 'slapped':
      return next;
    case 'round-ended':
      return {
        ...next,
        phase: 'deal',
        cards: event.cards,
        points: event.points,
        ...BARE_TABLE,
        ...NOTHING_SAID,
      };
    case 'match-ended':
      return {
        ...next,
        phase: 'over',
        spit_choices: [[], []],
        result: { winner: event.winner, reason: event.reason, races: event.races },
        wins:
          event.winner === null
            ? view.wins
            : replaced(view.wins, event.winner, at(view.wins, event.winner) + 1),
      };
    case 'countdown-started':
      return { ...next, countdown: { kind: event.kind, left_ms: event.left_ms } };
    case 'countdown-stopped':
      return { ...next, countdown: null };
    case 'pause-started':
      return { ...next, paused: { seats: event.seats, left_ms: event.left_ms } };
    case 'pause-ended':
      return { ...next, paused: null };
    case 'presence':
      return { ...next, online: replaced(view.online, event.seat, event.online) };
    case 'claimable':
      return { ...next, claimable: event.seat };
    case 'rematch-asked':
      return { ...next, rematch: replaced(view.rematch, event.seat, true) };
    case 'seated':
      return {
        ...next,
        names: replaced(view.names, event.seat, event.name),
        free: replaced(view.free, event.seat, false),
        wins: event.wins,
      };
    case 'round-trips':
      return { ...next, round_trips: event.ms };
    case 'watched':
      return { ...next, watching: event.watching };
    case 'saved':
      return { ...next, saved: event.saved };
    case 'emoted':
      return next;
    default:
      return unknownEvent(next, event);
  }
}

/** A fact that a newer server knows and this client does not: it only counts. */
function unknownEvent(view: TableView, _event: never): TableView {
  return view;
}

/** Puts a card on a spit pile. */
export function onPile(
  view: TableView,
  pile: SpitPile,
  card: CardCode,
  version: Version,
): TableView {
  const under = at(view.spits, pile);
  return {
    ...view,
    spits: replaced(view.spits, pile, { cards: under.cards + 1, top: card, version }),
  };
}

/** Changes one stock pile. */
export function withStock(
  view: TableView,
  seat: Seat,
  slot: Slot,
  change: (stock: StockView) => StockView,
): TableView {
  const row = at(view.stocks, seat);
  return {
    ...view,
    stocks: replaced(view.stocks, seat, replaced(row, slot, change(at(row, slot)))),
  };
}

/** A stock pile after its face-up top card has gone. */
export function withoutTop(stock: StockView): StockView {
  return { down: stock.down, up: stock.up.slice(0, -1) };
}

/** Turns spit cards up; all of them carry the event's version. */
function spat(next: TableView, event: Extract<AnyEvent, { type: 'spat' }>): TableView {
  const begun: TableView = {
    ...next,
    phase: 'play',
    calls: NO_CALLS,
    spit_choices: event.spit_choices,
  };
  return event.flips.reduce<TableView>(
    (view, { seat, card, pile }) => ({
      ...onPile(view, pile, card, next.version),
      hands: replaced(view.hands, seat, at(view.hands, seat) - 1),
    }),
    begun,
  );
}

function played(next: TableView, event: Extract<AnyEvent, { type: 'played' }>): TableView {
  const under = at(next.spits, event.pile);
  const moved = onPile(
    withStock(next, event.seat, event.stock, withoutTop),
    event.pile,
    event.card,
    next.version,
  );
  if (!event.tentative || under.top === null) return moved;
  const { seat, stock, pile, card } = event;
  return {
    ...moved,
    tentative: [
      ...next.tentative,
      {
        version: next.version,
        seat,
        stock,
        pile,
        card,
        under: under.version,
        under_card: under.top,
      },
    ],
  };
}

/** Undoes the tentative play with this version (the newest of its pile). */
export function takeBack(view: TableView, version: Version): TableView {
  const play = view.tentative.find((each) => each.version === version);
  if (!play) return view;
  const pile = at(view.spits, play.pile);
  const returned = withStock(view, play.seat, play.stock, (stock) => ({
    down: stock.down,
    up: [...stock.up, play.card],
  }));
  return {
    ...returned,
    spits: replaced(view.spits, play.pile, {
      cards: pile.cards - 1,
      top: play.under_card,
      version: play.under,
    }),
    tentative: view.tentative.filter((each) => each !== play),
  };
}

/** All that starts anew with a match; names, presence and wins stay. */
function newMatch(match: string): Partial<TableView> {
  return {
    match,
    phase: 'deal',
    round: 0,
    tentative: [],
    cards: [26, 26],
    points: [0, 0],
    claimable: null,
    rematch: [false, false],
    result: null,
    saved: true,
    ...BARE_TABLE,
    ...NOTHING_SAID,
  };
}
