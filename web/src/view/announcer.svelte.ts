/**
 * What a screen reader says by itself.
 *
 * Politely: at most one line in 1.5 s, the newest, and never the own moves. At once: "Spit!",
 * the result, a lost connection. The texts are shown in two live regions.
 */

const PAUSE_MS = 1_500;

export class Announcer {
  polite = $state('');
  assertive = $state('');
  #waiting: string | null = null;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says a line when the last one is long enough ago; a newer one takes its place. */
  say(text: string): void {
    this.#waiting = text;
    const wait = this.#saidAtMs + PAUSE_MS - this.#now();
    if (wait <= 0) this.#speak();
    else this.#timer ??= setTimeout(() => this.#speak(), wait);
  }

  /** Says something at once. */
  call(text: string): void {
    this.assertive = this.assertive === text ? `${text} ` : text;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #speak(): void {
    this.stop();
    if (this.#waiting === null) return;
    this.polite = this.#waiting;
    this.#waiting = null;
    this.#saidAtMs = this.#now();
  }
}
