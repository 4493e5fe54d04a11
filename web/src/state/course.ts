/** How a match runs on beside its cards: the clocks, and how the last round ended. */

import type { AnyEvent, Seat, TableView } from '../protocol.gen';
import type { Live, RoundSummary } from './live';

/** The clocks that a change of the view starts or ends. */
export function clocks(before: TableView | null, after: TableView, nowMs: number): Partial<Live> {
  const change: { -readonly [key in keyof Live]?: Live[key] } = {};
  const countdown = after.countdown;
  if (countdown !== before?.countdown) {
    change.clock = countdown && { kind: countdown.kind, endsAtMs: nowMs + countdown.left_ms };
  }
  if (after.paused !== before?.paused) change.pausedAtMs = nowMs;
  return change;
}

/** What an event says about the course of the round. */
export function followRound(
  live: Live,
  event: AnyEvent,
  view: TableView,
  nowMs: number,
): Partial<Live> {
  switch (event.type) {
    case 'match-started':
    case 'dealt':
      return { summary: null, startedAtMs: null, stoppedAtMs: null };
    case 'spat':
      return { startedAtMs: live.startedAtMs ?? nowMs };
    case 'round-stopped':
      return { summary: stoppedRound(view, event), stoppedAtMs: live.stoppedAtMs ?? nowMs };
    case 'slapped':
      return {
        summary: live.summary && {
          ...live.summary,
          takes: event.takes,
          slappedBy: event.seat,
        },
      };
    case 'round-ended': {
      const summary = live.summary ?? stoppedRound(view, event);
      return {
        summary: { ...summary, cards: event.cards, points: event.points },
        stoppedAtMs: live.stoppedAtMs ?? nowMs,
      };
    }
    default:
      return {};
  }
}

function stoppedRound(
  view: TableView,
  event: { readonly reason: RoundSummary['reason']; readonly cleared: Seat | null },
): RoundSummary {
  return {
    round: view.round,
    reason: event.reason,
    cleared: event.cleared,
    piles: [0, 1].map((pile) => view.spits[pile]?.cards ?? 0),
    takes: null,
    slappedBy: null,
    cards: null,
    points: view.points,
  };
}
