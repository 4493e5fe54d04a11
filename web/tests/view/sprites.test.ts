import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyEvent, TableView } from '../../src/protocol.gen';
import { step } from '../../src/state/follow';
import { layoutOf } from '../../src/state/sprites';
import { DRAWINGS } from '../../src/view/drawings';
import { faceOf } from '../../src/view/face';
import { type Geometry, pose, restTransform } from '../../src/view/geometry';
import { SpriteLayer, type SpriteModel } from '../../src/view/sprite-model.svelte';
import { viewOf } from '../fake-server';

const PLAY: AnyEvent = {
  type: 'played',
  seat: 0,
  stock: 4,
  pile: 1,
  card: '6h',
  tentative: false,
};

let layer: SpriteLayer;
let view: TableView;

function geometry(): Geometry {
  const places = new Map(
    [...layoutOf(viewOf()).keys()].map((place, i) => [
      place,
      { x: 100 * i, y: 50, width: place.startsWith('spit') ? 120 : 60, height: 88 },
    ]),
  );
  return { places, width: 60, height: 88 };
}

function show(next: TableView, nowMs: number, isFirst = false): void {
  view = next;
  const origins = new Map();
  layer.show({ layout: layoutOf(view), origins, turning: [], me: 0, nowMs, isFirst });
}

function sprite(card: string): SpriteModel {
  const found = layer.models.find((model) => model.face === card);
  if (!found) throw new Error(`no sprite shows ${card}`);
  return found;
}

beforeEach(() => {
  layer = new SpriteLayer();
  show(viewOf(), 0, true);
  layer.resize(geometry());
});

describe('the moving layer', () => {
  test('at first nothing moves', () => {
    expect(new Set(layer.models.map((model) => model.motion))).toEqual(new Set(['still']));
  });

  test('a play moves one sprite, above all others, and it rests when it has landed', () => {
    show(step(view, PLAY), 1_000);
    expect(layer.models.filter((model) => model.motion !== 'still')).toEqual([sprite('6h')]);
    expect(sprite('6h').motion).toBe('own');
    const others = layer.models.filter((model) => model.face !== '6h');
    expect(sprite('6h').z).toBeGreaterThan(Math.max(...others.map((model) => model.z)));
    expect(layer.settle(1_100)).toBeGreaterThan(1_100);
    expect(layer.settle(2_000)).toBeNull();
    expect(sprite('6h').z).toBe(105);
  });

  test('a covered card keeps its face until it is covered, then forgets it', () => {
    const covered = sprite('5d');
    show(step(view, PLAY), 1_000);
    expect([covered.face, covered.isCovered]).toEqual(['5d', true]);
    layer.settle(2_000);
    expect(covered.face).toBeNull();
  });

  test('a card in the hand follows it, and flies on from there when it is played', () => {
    layer.carry('stock-0-4', { x: 30, y: -80 }, 500);
    const six = sprite('6h');
    expect([six.isCarried, six.motion]).toEqual([true, 'still']);
    expect(six.transform).toContain('translate(');
    layer.release('stock-0-4');
    show(step(view, PLAY), 600);
    expect([six.isCarried, six.motion]).toEqual([false, 'own']);
  });

  test('let go, it flies home', () => {
    const home = sprite('6h').transform;
    layer.carry('stock-0-4', { x: 30, y: -80 }, 500);
    layer.carry('stock-0-4', null, 600);
    expect([sprite('6h').transform, sprite('6h').motion]).toEqual([home, 'back']);
  });

  test('many cards at once are dealt one after the other', () => {
    show(
      step(view, {
        type: 'round-ended',
        round: 3,
        reason: 'cleared',
        cleared: 0,
        cards: [31, 21],
        points: [0, 0],
      }),
      1_000,
    );
    const turns = layer.models.filter((model) => model.motion === 'deal').map((m) => m.turn);
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns.length).toBeGreaterThan(10);
  });
});

describe('geometry', () => {
  const at = (place: string, index: number, size: number) => ({
    id: 0,
    place,
    index,
    size,
    card: null,
  });

  test('the top of a stock lies on its place, those below peep out above it', () => {
    expect(pose(at('stock-0-0', 2, 3)).y).toBeCloseTo(0);
    expect(pose(at('stock-0-0', 0, 3)).y).toBeLessThan(0);
  });

  test('a card in a spit pile never moves because of those above it', () => {
    expect(pose(at('spit-0', 3, 4))).toEqual(pose(at('spit-0', 3, 20)));
  });

  test('a card is scaled to the width of its place, and hidden where there is none', () => {
    expect(restTransform(geometry(), at('spit-1', 0, 1))).toContain('scale(2.0000)');
    expect(restTransform(geometry(), at('spit-7', 0, 1))).toBe('scale(0)');
  });
});

test('faces are laid out by rank, and plainer in large print', () => {
  expect(faceOf('Ts', false)).toMatchObject({ rank: '10', fontSize: 52 });
  expect(faceOf('Kh', false).figures.at(-1)?.parts).toBe(DRAWINGS.K);
  expect(faceOf('Ah', false).figures.length).toBe(1);
  expect(faceOf('Kh', true).figures.map((figure) => figure.parts)).toEqual([DRAWINGS.h]);
});
