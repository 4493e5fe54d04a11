/** Every state of the table that a player can meet, as a view: for the gallery and the tests. */

import type { AnyEvent, TableView } from '../src/protocol.gen';
import { row, viewOf } from './fake-server';

export type Scene = {
  readonly view: TableView;
  /** What happens once the client has the view. */
  readonly events?: readonly AnyEvent[];
};

const SAID = { said: true, pile: null };
const UNSAID = { said: false, pile: null };
const STUCK = {
  stocks: [
    row('0 4s', '0 Qh', '1 Tc', '2 Ad', '1 2h'),
    row('0 9c', '1 2s', '2 3s', '1 Td', '2 Jh'),
  ],
  spits: [
    { cards: 9, top: '7s', version: 98 },
    { cards: 5, top: '7d', version: 99 },
  ],
};
const BEFORE_SPIT = [
  { cards: 0, top: null, version: 90 },
  { cards: 0, top: null, version: 90 },
];
const CLEARED_STOCK = row('0', '0', '0', '0', '0');
const ONE_PILE = [{ cards: 12, top: '7s', version: 98 }];

export const SCENES: Readonly<Record<string, Scene>> = {
  play: { view: viewOf() },
  rival: {
    view: viewOf(),
    events: [
      { type: 'played', seat: 0, stock: 4, pile: 1, card: '6h', tentative: false },
      { type: 'played', seat: 1, stock: 0, pile: 0, card: '9c', tentative: true },
    ],
  },
  ready: {
    view: viewOf({
      phase: 'ready',
      round: 1,
      stocks: [
        row('0 4s', '1 Qh', '2 Tc', '3 Ad', '4 6h'),
        row('0 9c', '1 2h', '2 Ks', '3 6d', '4 Jh'),
      ],
      hands: [11, 11],
      spits: BEFORE_SPIT,
      spit_choices: [[], []],
    }),
  },
  'ready-said': {
    view: viewOf({
      phase: 'ready',
      round: 1,
      stocks: [
        row('0 4s', '1 Qh', '2 Tc', '3 Ad', '4 6h'),
        row('0 9c', '1 2h', '2 Ks', '3 6d', '4 Jh'),
      ],
      hands: [11, 11],
      spits: BEFORE_SPIT,
      calls: [SAID, UNSAID],
      spit_choices: [[], []],
    }),
  },
  flip: {
    view: viewOf({
      stocks: [row('0 4s', '2', '1 Tc', '2 Ad', '1'), row('0 9c', '1', '2 Ks', '1 6d', '2 Jh')],
    }),
  },
  'empty-slot': {
    view: viewOf({
      stocks: [row('0 4s', '0', '1 Tc', '2 Ad', '0'), row('0 9c', '0', '2 Ks', '1 6d', '2 Jh')],
    }),
  },
  stuck: {
    view: viewOf({
      ...STUCK,
      stocks: [
        row('0 4s', '0 Qh', '0 Tc', '0 Ad', '0 2h'),
        row('0 9c', '0 2s', '0 3s', '0 Td', '0 Jh'),
      ],
    }),
    events: [{ type: 'countdown-started', kind: 'spit', left_ms: 2_000 }],
  },
  'stuck-own': {
    view: viewOf({ ...STUCK, rules: { name: 'pagat', respit: 'own' }, spit_choices: [[0], [1]] }),
  },
  'stuck-said': { view: viewOf({ ...STUCK, calls: [{ said: true, pile: 0 }, UNSAID] }) },
  watch: { view: viewOf({ ...STUCK, hands: [0, 4], spit_choices: [[], [0, 1]] }) },
  'one-pile': { view: viewOf({ hands: [6, 0], spits: ONE_PILE, spit_choices: [[0], []] }) },
  blocked: { view: viewOf({ ...STUCK, hands: [0, 0], spit_choices: [[], []] }) },
  slap: {
    view: viewOf({
      phase: 'slap',
      stocks: [CLEARED_STOCK, row('0', '1 2h', '0', '1 6d', '0')],
      stopped: { reason: 'cleared', cleared: 0 },
      spit_choices: [[], []],
      countdown: { kind: 'slap', left_ms: 5_000 },
    }),
  },
  'slap-empty': {
    view: viewOf({
      phase: 'slap',
      ...STUCK,
      hands: [0, 0],
      spits: ONE_PILE,
      stopped: { reason: 'blocked', cleared: null },
      spit_choices: [[], []],
      countdown: { kind: 'slap', left_ms: 5_000 },
    }),
  },
  'round-over': {
    view: viewOf({
      stocks: [CLEARED_STOCK, row('0', '1 2h', '0', '1 6d', '0')],
      hands: [10, 8],
      spits: [
        { cards: 9, top: '8s', version: 98 },
        { cards: 21, top: '5d', version: 99 },
      ],
    }),
    events: [
      { type: 'round-stopped', reason: 'cleared', cleared: 0, slap: true },
      { type: 'slapped', seat: 1, pile: 0, takes: [1, 0] },
      {
        type: 'round-ended',
        round: 3,
        reason: 'cleared',
        cleared: 0,
        cards: [31, 21],
        points: [0, 0],
      },
      { type: 'countdown-started', kind: 'deal', left_ms: 3_500 },
    ],
  },
  'round-over-points': {
    view: viewOf({
      rules: { name: 'points', scoring: 'points' },
      stocks: [CLEARED_STOCK, row('0', '1 2h', '0', '1 6d', '0')],
      points: [31, 12],
    }),
    events: [
      { type: 'round-stopped', reason: 'cleared', cleared: 0, slap: false },
      {
        type: 'round-ended',
        round: 3,
        reason: 'cleared',
        cleared: 0,
        cards: [26, 26],
        points: [41, 24],
      },
      { type: 'countdown-started', kind: 'deal', left_ms: 3_500 },
    ],
  },
  pause: {
    view: viewOf({ paused: { seats: [0], left_ms: [27_500, 30_000] } }),
  },
  away: {
    view: viewOf({
      paused: { seats: [1], left_ms: [30_000, 0] },
      online: [true, false],
      claimable: 1,
    }),
  },
  countdown: {
    view: viewOf({
      paused: { seats: [], left_ms: [27_500, 30_000] },
      countdown: { kind: 'resume', left_ms: 3_000 },
    }),
  },
  claim: { view: viewOf({ claimable: 1 }) },
  'claim-against': { view: viewOf({ claimable: 0 }) },
  won: {
    view: viewOf({
      phase: 'over',
      stocks: [CLEARED_STOCK, row('0', '1 2h', '0', '1 6d', '0')],
      hands: [0, 12],
      spits: [{ cards: 29, top: '8s', version: 98 }],
      stopped: { reason: 'cleared', cleared: 0 },
      result: { winner: 0, reason: 'cleared', races: [] },
      cards: [15, 37],
      wins: [2, 1],
    }),
  },
  lost: {
    view: viewOf({
      phase: 'over',
      result: { winner: 1, reason: 'resigned', races: [] },
      rematch: [false, true],
      wins: [0, 1],
    }),
  },
  draw: {
    view: viewOf({ phase: 'over', result: { winner: null, reason: 'max-rounds', races: [] } }),
  },
  invite: {
    view: viewOf({
      phase: 'deal',
      round: 0,
      names: ['Anna', ''],
      bots: [false, false],
      free: [false, true],
      online: [true, false],
      stocks: [CLEARED_STOCK, CLEARED_STOCK],
      hands: [0, 0],
      spits: [],
    }),
  },
  friend: {
    view: viewOf({ bots: [false, false], watching: 12, wins: [3, 2] }),
    events: [
      { type: 'emoted', seat: 1, emote: 'nice' },
      { type: 'emoted', seat: 0, emote: 'thanks' },
    ],
  },
  /** Two at a distance. */
  distant: {
    view: viewOf({ bots: [false, false], wins: [3, 2], watching: 2, round_trips: [34, 187] }),
  },
  races: {
    view: viewOf({
      phase: 'over',
      bots: [false, false],
      result: {
        winner: 0,
        reason: 'resigned',
        races: [
          { won: 14, median_ms: 62 },
          { won: 11, median_ms: 48 },
        ],
      },
      wins: [3, 2],
      round_trips: [34, 187],
    }),
  },
  unsaved: {
    view: viewOf({
      phase: 'over',
      bots: [false, false],
      result: { winner: 0, reason: 'resigned', races: [] },
      wins: [3, 2],
      saved: false,
    }),
  },
};
