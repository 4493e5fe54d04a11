/**
 * Where the places are on the screen: read when the layout changes, never while cards move.
 *
 * Places carry `data-place`; all numbers are CSS pixels from the corner of the table.
 */

import type { Place, Sprite } from '../state/sprites';

export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Geometry = {
  readonly places: ReadonlyMap<Place, Box>;
  /** Size of a sprite before it is scaled: that of an own card. */
  readonly width: number;
  readonly height: number;
  /** The seat whose cards lie turned by half, null if none does. */
  readonly turnedSeat?: number | null;
};

export const NOWHERE: Geometry = { places: new Map(), width: 0, height: 0 };

/** Height over width of a card. */
const RATIO = 1 / 0.68;

/** Reads the boxes of all places in a table; `ownPlace` gives the size of a sprite. */
export function measure(
  table: HTMLElement,
  ownPlace: Place,
  turnedSeat: number | null = null,
): Geometry {
  const origin = table.getBoundingClientRect();
  const places = new Map<Place, Box>();
  for (const element of table.querySelectorAll<HTMLElement>('[data-place]')) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0) continue;
    const place = element.dataset.place ?? '';
    places.set(place, { x: left - origin.left, y: top - origin.top, width, height });
  }
  const width = places.get(ownPlace)?.width ?? 0;
  return { places, width, height: width * RATIO, turnedSeat };
}

export type Pose = { readonly x: number; readonly y: number; readonly turn: number };

/** How far a card lies off the corner of its place, as a share of the card's width. */
export function pose(sprite: Sprite): Pose {
  if (sprite.place.startsWith('stock')) {
    return { x: 0, y: -0.055 * (sprite.size - 1 - sprite.index), turn: 0 };
  }
  if (sprite.place.startsWith('hand')) {
    return { x: 0, y: -0.035 * layerInHand(sprite), turn: 0 };
  }
  const spread = jitter(sprite.index);
  return {
    x: spread * 0.012,
    y: -0.0028 * Math.min(sprite.index, 40) + 0.006,
    turn: spread * 1.7,
  };
}

/** A hand shows its thickness in up to four steps, of four cards each. */
function layerInHand(sprite: Sprite): number {
  return Math.min(4, Math.ceil((sprite.size - 1 - sprite.index) / 4));
}

/** Whether a sprite hides behind the next ones in its pile, so that it needs no edge of its own. */
export function isHidden(sprite: Sprite): boolean {
  const above = sprite.size - 1 - sprite.index;
  if (sprite.place.startsWith('hand')) return above > 0 && (above > 16 || above % 4 !== 0);
  return sprite.place.startsWith('spit') && above > 1 && sprite.index % 3 !== 0;
}

/** A fixed number between -1 and 1 for each height in a pile, its neighbours far from it. */
function jitter(index: number): number {
  const share = (index * 0.6180339887 + 0.3) % 1;
  return index === 0 ? 0 : share * 2 - 1;
}

/** Whether what lies in a place is turned by half: that of the seat which sits at the top. */
export function isTurned(geometry: Geometry, place: Place): boolean {
  const seat = geometry.turnedSeat ?? null;
  return seat !== null && (place.startsWith(`stock-${seat}-`) || place === `hand-${seat}`);
}

function poseIn(geometry: Geometry, sprite: Sprite): Pose {
  const { x, y, turn } = pose(sprite);
  return isTurned(geometry, sprite.place) ? { x: -x, y: -y, turn: turn + 180 } : { x, y, turn };
}

/** The transform of a sprite at rest. */
export function restTransform(geometry: Geometry, sprite: Sprite): string {
  const box = geometry.places.get(sprite.place);
  if (!box || geometry.width === 0) return 'scale(0)';
  const { x, y, turn } = poseIn(geometry, sprite);
  const scale = box.width / geometry.width;
  const left = box.x + x * box.width - (geometry.width * (1 - scale)) / 2;
  const top = box.y + y * box.width - (geometry.height * (1 - scale)) / 2;
  const turned = turn === 0 ? '' : ` rotate(${turn.toFixed(2)}deg)`;
  return `translate(${left.toFixed(1)}px,${top.toFixed(1)}px)${turned} scale(${scale.toFixed(4)})`;
}

/** The transform of a sprite in the hand. */
export function carriedTransform(
  geometry: Geometry,
  sprite: Sprite,
  offset: { readonly x: number; readonly y: number },
): string {
  const box = geometry.places.get(sprite.place);
  if (!box) return 'none';
  const x = (box.x + offset.x).toFixed(1);
  const y = (box.y + offset.y).toFixed(1);
  const turn = isTurned(geometry, sprite.place) ? 177 : -3;
  return `translate(${x}px,${y}px) rotate(${turn}deg) scale(1.05)`;
}
