/**
 * Whose pointer is whose, for two people at one screen: one pointer for each hand (R4.2).
 *
 * A pointer belongs to the seat in whose part of the table it went down, for its whole life,
 * wherever it goes. While a seat has one down, any other that goes down in its part is nobody's:
 * it does nothing until it is lifted. No element is known here.
 */

import type { Seat } from '../protocol.gen';

export class Pointers {
  readonly #owners = new Map<number, Seat>();

  /** A pointer goes down in a seat's part; false if that seat has another one down. */
  down(pointer: number, seat: Seat): boolean {
    // A mouse has one number for ever, and may have been let go outside the window.
    this.#owners.delete(pointer);
    if ([...this.#owners.values()].includes(seat)) return false;
    this.#owners.set(pointer, seat);
    return true;
  }

  /** Whether a pointer that is down is this seat's one. */
  isOf(pointer: number, seat: Seat): boolean {
    return this.#owners.get(pointer) === seat;
  }

  /** A pointer was lifted or taken away. */
  up(pointer: number): void {
    this.#owners.delete(pointer);
  }
}
