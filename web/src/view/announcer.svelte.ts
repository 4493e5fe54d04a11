/**
 * What a screen reader says by itself.
 *
 * Politely: at most one line in 1.5 s, the newest, and never the own moves; what must not be missed
 * waits and is said with it. At once: "Spit!", the result, a lost connection. The texts are shown
 * in two live regions.
 */

const PAUSE_MS = 1_500;

export class Announcer {
  polite = $state('');
  assertive = $state('');
  #waiting: string | null = null;
  /** What no newer line takes the place of. */
  #kept: string | null = null;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says a line when the last one is long enough ago; a newer one takes its place. */
  say(text: string): void {
    this.#waiting = text;
    this.#speakSoon();
  }

  /** Says a line as soon as the last one is long enough ago; a newer one comes after it. */
  tell(text: string): void {
    this.#kept = text;
    this.#speakSoon();
  }

  #speakSoon(): void {
    const wait = this.#saidAtMs + PAUSE_MS - this.#now();
    if (wait <= 0) this.#speak();
    else this.#timer ??= setTimeout(() => this.#speak(), wait);
  }

  /** Answers at once what was asked; the next line waits its time. */
  answer(text: string): void {
    // The same words twice are two answers.
    this.polite = this.polite === text ? `${text} ` : text;
    this.#saidAtMs = this.#now();
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
    const lines = [this.#kept, this.#waiting].filter((line) => line !== null);
    if (lines.length === 0) return;
    this.polite = lines.join('. ');
    this.#kept = this.#waiting = null;
    this.#saidAtMs = this.#now();
  }
}
