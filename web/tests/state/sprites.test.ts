import { describe, expect, test } from 'vitest';
import type { AnyEvent, TableView } from '../../src/protocol.gen';
import { step } from '../../src/state/follow';
import { assign, layoutOf, type Origins, type Sprite } from '../../src/state/sprites';
import { viewOf } from '../fake-server';

function idOf(sprites: readonly Sprite[], card: string): number | undefined {
  return sprites.find((sprite) => sprite.card === card)?.id;
}

function following(view: TableView, event: AnyEvent, origins?: Origins) {
  const before = assign([], layoutOf(view));
  return { before, now: assign(before, layoutOf(step(view, event)), origins) };
}

describe('one sprite for each card', () => {
  test('all cards of the view have one, hidden ones without a name', () => {
    const sprites = assign([], layoutOf(viewOf()));
    expect(sprites.length).toBe(9 + 11 + 18 + 14);
    const named = sprites.filter((sprite) => sprite.card !== null).map((sprite) => sprite.card);
    expect(named.sort()).toEqual(
      ['4s', 'Qh', 'Tc', 'Ad', '6h', '9c', '2h', 'Ks', '6d', 'Jh', '8s', '5d'].sort(),
    );
  });

  test('a played card keeps its sprite, and no other changes its place', () => {
    const { before, now } = following(viewOf(), {
      type: 'played',
      seat: 0,
      stock: 4,
      pile: 1,
      card: '6h',
      tentative: false,
    });
    const id = idOf(before, '6h');
    expect(idOf(now, '6h')).toBe(id);
    const moved = now.filter((s) => before.find((b) => b.id === s.id)?.place !== s.place);
    expect(moved.map((sprite) => sprite.id)).toEqual([id]);
  });

  test('what it covers keeps its sprite but is named no more', () => {
    const { before, now } = following(viewOf(), {
      type: 'played',
      seat: 0,
      stock: 4,
      pile: 1,
      card: '6h',
      tentative: false,
    });
    const covered = now.find((sprite) => sprite.id === idOf(before, '5d'));
    expect(covered).toMatchObject({ place: 'spit-1', index: 4, card: null });
  });

  test('a flip names the sprite that lay there', () => {
    const view = viewOf();
    const bare = step(view, {
      type: 'played',
      seat: 0,
      stock: 4,
      pile: 1,
      card: '6h',
      tentative: false,
    });
    const before = assign([], layoutOf(bare));
    const now = assign(
      before,
      layoutOf(step(bare, { type: 'flipped', seat: 0, stock: 4, card: '2c' })),
    );
    const hidden = before.find((sprite) => sprite.place === 'stock-0-4');
    expect(idOf(now, '2c')).toBe(hidden?.id);
  });

  test('a card that is spat comes from the top of the hand that spat it', () => {
    const origins: Origins = new Map([
      ['2c', 'hand-1'],
      ['3c', 'hand-0'],
    ]);
    const { before, now } = following(
      viewOf(),
      {
        type: 'spat',
        flips: [
          { seat: 1, card: '2c', pile: 0 },
          { seat: 0, card: '3c', pile: 1 },
        ],
        spit_choices: [[], []],
      },
      origins,
    );
    const top = before.find((sprite) => sprite.place === 'hand-1' && sprite.index === 7);
    expect(idOf(now, '2c')).toBe(top?.id);
  });

  test('a card taken back flies home as the same sprite', () => {
    const view = viewOf();
    const shown = step(view, {
      type: 'played',
      seat: 1,
      stock: 0,
      pile: 0,
      card: '9c',
      tentative: true,
    });
    const first = assign([], layoutOf(view));
    const second = assign(first, layoutOf(shown));
    const third = assign(
      second,
      layoutOf(step(shown, { type: 'taken-back', plays: [101], margin_ms: null })),
    );
    const places = (sprites: readonly Sprite[]) =>
      sprites.map(({ id, place, index, card }) => ({ id, place, index, card })).sort(byId);
    expect(places(third)).toEqual(places(first));
  });

  test('each seat is dealt its own cards, and takes the pile that it has slapped', () => {
    const view = viewOf();
    const first = assign([], layoutOf(view));
    const packed = step(view, {
      type: 'round-ended',
      round: 3,
      reason: 'blocked',
      cleared: null,
      cards: [24, 28],
      points: [0, 0],
    });
    const takes: Origins = new Map([
      ['hand-0', 'spit-1'],
      ['hand-1', 'spit-0'],
    ]);
    const second = assign(first, layoutOf(packed), takes);
    const from = (id: number) => first.find((sprite) => sprite.id === id)?.place ?? '';
    const own = second.filter((sprite) => sprite.place === 'hand-0');
    expect(own.filter((sprite) => from(sprite.id) === 'spit-1').length).toBe(5);
    expect(own.some((sprite) => from(sprite.id) === 'spit-0')).toBe(false);
  });

  test('between rounds every card is a nameless one in a packet (R6.6)', () => {
    const { before, now } = following(viewOf(), {
      type: 'round-ended',
      round: 3,
      reason: 'cleared',
      cleared: 0,
      cards: [31, 21],
      points: [0, 0],
    });
    expect(now.length).toBe(before.length);
    expect(now.every((sprite) => sprite.card === null)).toBe(true);
    expect(now.filter((sprite) => sprite.place === 'hand-0').length).toBe(31);
    expect(new Set(now.map((sprite) => sprite.id)).size).toBe(52);
  });
});

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}
