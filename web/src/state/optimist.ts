/**
 * What the own screen shows before the server has answered.
 *
 * It lays the own actions that are under way, of one seat or of both, over the confirmed view. A
 * pending play lies on top of its pile whatever arrived there meanwhile: the server judges it, and
 * if it lost the race it simply is no longer laid over. A rival's tentative card that races with it
 * stays in its stock until that is decided, so that nothing comes and goes. Pure; it knows no
 * message but the actions themselves.
 */

import type {
  Accepted,
  AnyEvent,
  Flip,
  Play,
  Refused,
  Shift,
  Slap,
  Slot,
  Spit,
  SpitPile,
  TableView,
  Version,
} from '../protocol.gen';
import { onPile, takeBack, withoutTop, withStock } from './follow';
import { at, replaced } from './lists';
import { fits, stockOf, topOf } from './rules';

/** An action of the cards; the others (resign, pause and so on) show nothing in advance. */
export type HandAction = Play | Flip | Shift | Spit | Slap;

/** An own action that the server has not dealt with for good. */
export type Pending = {
  readonly action: HandAction;
  /** Its event has been followed, so the confirmed view shows it by itself. */
  readonly landed: boolean;
  /** Accepted by the event with this version, which may still be on its way. */
  readonly settledBy: number | null;
};

/** What a hand is about, beside what the view shows. */
export type HandShown = {
  /** Stock piles whose top is being turned up. */
  readonly turning: readonly Slot[];
  /** The spit pile under the hand in a slap. */
  readonly slapping: SpitPile | null;
};

/** The confirmed view with the pending actions laid over it. */
export type Shown = {
  readonly view: TableView;
  /** By seat. */
  readonly hands: readonly HandShown[];
};

export function project(confirmed: TableView, pending: readonly Pending[]): Shown {
  let view = confirmed;
  const hands = [idle(), idle()];
  for (const { action, landed } of pending) {
    if (landed) continue;
    if (action.type === 'play') view = projectPlay(view, action);
    else if (action.type === 'shift') view = projectShift(view, action);
    else if (action.type === 'spit') view = projectCall(view, action);
    else if (action.type === 'slap' && view.phase === 'slap') {
      at(hands, action.seat).slapping = action.pile;
    } else if (action.type === 'flip' && isFaceDown(view, action)) {
      at(hands, action.seat).turning.push(action.stock);
    }
  }
  return { view, hands };
}

function idle(): { turning: Slot[]; slapping: SpitPile | null } {
  return { turning: [], slapping: null };
}

/** Whether the confirmed view has a tentative play that the screen does not show: it races. */
export function isHeldBack(confirmed: TableView, shown: TableView, version: Version): boolean {
  const has = (view: TableView) => view.tentative.some((play) => play.version === version);
  return has(confirmed) && !has(shown);
}

function projectPlay(view: TableView, play: Play): TableView {
  if (view.phase !== 'play' || view.spits[play.pile] === undefined) return view;
  if (topOf(stockOf(view, play.seat, play.stock)) !== play.card) return view;
  const clear = withoutRacing(view, play);
  if (!hasFooting(clear, play)) return view;
  const lifted = withStock(clear, play.seat, play.stock, withoutTop);
  return onPile(lifted, play.pile, play.card, view.version + 1);
}

/** Puts back a rival's tentative card that was thrown on the same top, and what lies on it. */
function withoutRacing(view: TableView, play: Play): TableView {
  const first = view.tentative.findIndex(
    ({ seat, pile, under_card }) =>
      seat !== play.seat && pile === play.pile && under_card === play.top,
  );
  if (first < 0) return view;
  return view.tentative
    .slice(first)
    .filter(({ pile }) => pile === play.pile)
    .reduceRight((before, { version }) => takeBack(before, version), view);
}

/** Whether a play can still land: the own card that it was thrown on may have flown back. */
function hasFooting(view: TableView, { seat, pile, card, top }: Play): boolean {
  const isGone = at(view.stocks, seat).some(({ up }) => up.includes(top));
  const under = at(view.spits, pile).top;
  return !isGone || (under !== null && fits(view.rules, card, under));
}

function projectShift(view: TableView, shift: Shift): TableView {
  if (topOf(stockOf(view, shift.seat, shift.stock)) !== shift.card) return view;
  const lifted = withStock(view, shift.seat, shift.stock, withoutTop);
  return withStock(lifted, shift.seat, shift.slot, (stock) => ({
    down: stock.down,
    up: [...stock.up, shift.card],
  }));
}

function projectCall(view: TableView, call: Spit): TableView {
  const mayCall = view.phase === 'ready' || view.phase === 'play';
  if (!mayCall || at(view.calls, call.seat).said) return view;
  return {
    ...view,
    calls: replaced(view.calls, call.seat, { said: true, pile: call.pile ?? null }),
  };
}

function isFaceDown(view: TableView, flip: Flip): boolean {
  const stock = stockOf(view, flip.seat, flip.stock);
  return stock.up.length === 0 && stock.down > 0;
}

/** Whether this answers that action. */
export function isAnswer(answer: Accepted | Refused, pending: Pending): boolean {
  return pending.action.id === answer.id && pending.action.seat === answer.seat;
}

/** Whether the confirmed view at `version` shows all that the action led to. */
export function isDone(pending: Pending, version: number): boolean {
  return pending.settledBy !== null && pending.settledBy <= version;
}

/** Marks the pending action whose event this is. */
export function landed(pending: readonly Pending[], event: AnyEvent): readonly Pending[] {
  const found = pending.find(({ action, landed: has }) => !has && isEventOf(event, action));
  return found
    ? pending.map((each) => (each === found ? { ...each, landed: true } : each))
    : pending;
}

function isEventOf(event: AnyEvent, action: HandAction): boolean {
  if (!('seat' in event) || event.seat !== action.seat) return false;
  if (event.type === 'played') return action.type === 'play' && event.card === action.card;
  if (event.type === 'flipped') return action.type === 'flip' && event.stock === action.stock;
  if (event.type === 'shifted') return action.type === 'shift' && event.card === action.card;
  if (event.type === 'called') return action.type === 'spit';
  return event.type === 'slapped' && action.type === 'slap';
}
