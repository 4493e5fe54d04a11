/** The moving layer: each sprite's drawn state, set only where it changes. */

import type { CardCode } from '../protocol.gen';
import { assign, type Layout, type Origins, type Place, type Sprite } from '../state/sprites';
import { carriedTransform, type Geometry, isHidden, NOWHERE, restTransform } from './geometry';

/** How a sprite moves: names of the durations in the style sheet. */
export type Motion = 'still' | 'own' | 'foe' | 'spit' | 'back' | 'deal';

/** What one sprite shows. */
export class SpriteModel {
  readonly id: number;
  transform = $state('scale(0)');
  z = $state(0);
  motion = $state<Motion>('still');
  /** Its turn in a deal; 0 otherwise. */
  turn = $state(0);
  /** The card whose face is drawn. A card just covered keeps its face until it lies covered. */
  face = $state<CardCode | null>(null);
  isCovered = $state(false);
  isTop = $state(false);
  isHidden = $state(false);
  isCarried = $state(false);
  isTurning = $state(false);
  isFoe = $state(false);
  /** When it lies still, and when a face that was covered is forgotten; 0 if that is done. */
  restsAtMs = 0;
  buriesAtMs = 0;
  sprite: Sprite;
  /** Whether it has been drawn since it was made. */
  isDrawn = false;

  constructor(sprite: Sprite) {
    this.id = sprite.id;
    this.sprite = sprite;
  }
}

/** Longest motion of each kind, ms; the style sheet has the same and may have less. */
const LONGEST_MS: Record<Motion, number> = {
  still: 0,
  own: 150,
  foe: 240,
  spit: 190,
  back: 230,
  deal: 900,
};
/** How long a covered card keeps its face: until what covers it has landed. */
const BURY_MS = 300;
/** Above all piles at rest. */
const FLIGHT_Z = 400;
const CARRIED_Z = 100_000;

/** A layout to be shown. */
export type Showing = {
  readonly layout: Layout;
  readonly origins: Origins;
  /** Places whose top card is being turned up. */
  readonly turning: readonly Place[];
  /** The seat at the bottom. */
  readonly me: number;
  /** Both seats are own ones. */
  readonly isPair?: boolean;
  readonly nowMs: number;
  /** Nothing was shown before: nothing moves. */
  readonly isFirst: boolean;
};

export class SpriteLayer {
  models = $state.raw<readonly SpriteModel[]>([]);
  #byId = new Map<number, SpriteModel>();
  #sprites: readonly Sprite[] = [];
  #geometry: Geometry = NOWHERE;
  #flights = 0;
  /** The sprites in a hand, by id. */
  readonly #carried = new Set<number>();

  /** Takes over a new layout. */
  show({ layout, origins, turning, me, isPair = false, nowMs, isFirst }: Showing): void {
    const next = assign(this.#sprites, layout, origins);
    this.#sprites = next;
    const flights: { model: SpriteModel; from: Place }[] = [];
    for (const sprite of next) {
      const model = this.#model(sprite);
      const old = model.sprite;
      model.isTurning = turning.length > 0 && isTop(sprite) && turning.includes(sprite.place);
      if (old === sprite && model.isDrawn) continue;
      model.sprite = sprite;
      this.#draw(model, me, nowMs);
      if (isFirst || old === sprite) model.motion = 'still';
      else if (old.place !== sprite.place) flights.push({ model, from: old.place });
    }
    const isDeal = flights.length > 10;
    flights.forEach(({ model, from }, index) => {
      const isOwn = isPair || from.startsWith(`stock-${me}`);
      this.#fly(model, isDeal ? 'deal' : motionOf(from, model.sprite.place, isOwn), nowMs);
      model.turn = isDeal ? index + 1 : 0;
    });
    this.#sweep(next);
  }

  /** Takes over a new geometry: everything jumps to its place. */
  resize(geometry: Geometry): void {
    this.#geometry = geometry;
    for (const model of this.models) {
      model.motion = 'still';
      model.turn = 0;
      this.#place(model);
    }
  }

  /** Carries the top card of a place by an offset, or lets it go home. */
  carry(place: Place, offset: { x: number; y: number } | null, nowMs: number): void {
    const model = this.models.find((each) => each.isTop && each.sprite.place === place);
    if (!model) return;
    if (offset) this.#carried.add(model.id);
    model.isCarried = offset !== null;
    if (offset) {
      model.motion = 'still';
      model.z = CARRIED_Z;
      model.transform = carriedTransform(this.#geometry, model.sprite, offset);
    } else {
      this.#fly(model, 'back', nowMs);
    }
  }

  /** The card carried from a place has been played: it goes on from where it is. */
  release(place: Place): void {
    for (const id of this.#carried) {
      const model = this.#byId.get(id);
      if (model && model.sprite.place !== place) continue;
      this.#carried.delete(id);
      if (model) model.isCarried = false;
    }
  }

  /** Puts to rest what has arrived; the answer says when to come again, null if never. */
  settle(nowMs: number): number | null {
    const due: number[] = [];
    for (const model of this.models) {
      if (model.restsAtMs > nowMs) due.push(model.restsAtMs);
      else if (model.restsAtMs > 0) {
        model.restsAtMs = 0;
        if (!model.isCarried) model.z = restZ(model.sprite);
      }
      if (model.buriesAtMs > nowMs) due.push(model.buriesAtMs);
      else if (model.buriesAtMs > 0) {
        model.buriesAtMs = 0;
        model.face = null;
      }
    }
    return due.length > 0 ? Math.min(...due) : null;
  }

  #model(sprite: Sprite): SpriteModel {
    const known = this.#byId.get(sprite.id);
    if (known) return known;
    const made = new SpriteModel(sprite);
    this.#byId.set(sprite.id, made);
    return made;
  }

  /** Drops models without a sprite and tells the view of new ones. */
  #sweep(sprites: readonly Sprite[]): void {
    const isSame = sprites.length === this.models.length && sprites.length === this.#byId.size;
    if (isSame) return;
    const ids = new Set(sprites.map((sprite) => sprite.id));
    for (const id of this.#byId.keys()) if (!ids.has(id)) this.#byId.delete(id);
    this.models = [...this.#byId.values()];
  }

  #draw(model: SpriteModel, me: number, nowMs: number): void {
    const { sprite } = model;
    model.isDrawn = true;
    model.isTop = isTop(sprite);
    model.isHidden = isHidden(sprite);
    model.isFoe = sprite.place.startsWith(`stock-${1 - me}`) || sprite.place === `hand-${1 - me}`;
    model.isCovered = sprite.card === null && sprite.place.startsWith('spit');
    if (!model.isCovered) {
      model.face = sprite.card;
      model.buriesAtMs = 0;
    } else if (model.face !== null) {
      model.buriesAtMs ||= nowMs + BURY_MS;
    }
    if (!this.#carried.has(model.id)) this.#place(model);
    if (model.restsAtMs === 0 && !model.isCarried) model.z = restZ(sprite);
  }

  #place(model: SpriteModel): void {
    model.transform = restTransform(this.#geometry, model.sprite);
  }

  #fly(model: SpriteModel, motion: Motion, nowMs: number): void {
    model.motion = motion;
    model.isCarried = false;
    this.#carried.delete(model.id);
    this.#flights += 1;
    // What is covered already slips under what covers it.
    model.z = model.isCovered ? restZ(model.sprite) : FLIGHT_Z + this.#flights;
    model.restsAtMs = nowMs + LONGEST_MS[motion];
    this.#place(model);
  }
}

function motionOf(from: Place, to: Place, isOwn: boolean): Motion {
  if (from.startsWith('spit')) return 'back';
  if (from.startsWith('stock') && to.startsWith('spit')) return isOwn ? 'own' : 'foe';
  return 'spit';
}

function isTop(sprite: Sprite): boolean {
  return sprite.index === sprite.size - 1;
}

function restZ(sprite: Sprite): number {
  return (sprite.place.startsWith('spit') ? 100 : 10) + sprite.index;
}
