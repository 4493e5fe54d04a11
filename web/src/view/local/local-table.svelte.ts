/** A table in the browser alone as the page follows it: the lessons, or practice. */

import { Dealer, newMatch, type Standing } from '../../local/dealer';
import { LESSONS, type Lesson, lessonDeal, type Target } from '../../local/lessons';
import { PACES, type Pace, Partner } from '../../local/partner';
import { Teacher } from '../../local/teacher';
import type { SocketLike } from '../../net/connection';
import type { AnyInbound } from '../../protocol.gen';
import type { Services } from '../services';
import { Session } from '../session';

export type LocalKind = 'learn' | 'practice';
type Kept = { readonly standing: Standing; readonly lesson: number };

const KEYS: Readonly<Record<LocalKind, string>> = {
  learn: 'spit.learn',
  practice: 'spit.practice',
};
const PACE_KEY = 'spit.pace';

export class LocalTable {
  readonly kind: LocalKind;
  readonly session: Session;
  lesson = $state.raw<Lesson | null>(null);
  /** From 0; as many as there are when all are learned. */
  number = $state(0);
  targets = $state.raw<readonly Target[]>([]);
  pace = $state<Pace>('turn');
  readonly #services: Services;
  readonly #dealer: Dealer;
  readonly #teacher: Teacher | null = null;
  readonly #partner: Partner | null = null;

  constructor(services: Services, kind: LocalKind, names: readonly [string, string]) {
    this.kind = kind;
    this.#services = services;
    const { shelf, timers } = services;
    const kept = parseKept(shelf.getItem(KEYS[kind]));
    const random = () => timers.random();
    const fresh = () => (kind === 'learn' ? lessonDeal(names) : newMatch(names, random));
    this.#dealer = new Dealer({
      standing: kept?.standing ?? fresh(),
      random,
      after: (ms, callback) => timers.after(ms, callback),
      onChange: () => this.#follow(),
    });
    const after = (ms: number, callback: () => void) => timers.after(ms, callback);
    const pace = PACES.find((each) => each === shelf.getItem(PACE_KEY)) ?? 'turn';
    this.pace = pace;
    if (kind === 'learn') this.#teacher = new Teacher(this.#dealer, after, kept?.lesson ?? 0);
    else this.#partner = new Partner(this.#dealer, after, pace);
    const openSocket = () => socketTo(this.#dealer);
    this.session = new Session({ ...services, openSocket }, 'here', ['here'], 'seat');
    this.#dealer.begin();
    this.#follow();
  }

  get isLearned(): boolean {
    return this.number >= LESSONS.length;
  }

  /** Goes on from a lesson that was only to be read. */
  goOn(): void {
    this.#teacher?.goOn();
    this.#follow();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.#services.shelf.setItem(PACE_KEY, pace);
    if (this.#partner) this.#partner.pace = pace;
  }

  /** What was played is not taken up again. */
  forget(): void {
    this.#services.shelf.removeItem(KEYS[this.kind]);
  }

  stop(): void {
    this.#teacher?.stop();
    this.#partner?.stop();
    this.#dealer.stop();
    this.session.leave();
  }

  #follow(): void {
    this.#teacher?.follow();
    this.#partner?.follow();
    this.#keep();
    if (!this.#teacher) return;
    this.lesson = this.#teacher.lesson;
    this.number = this.#teacher.number;
    this.targets = this.#teacher.targets;
  }

  #keep(): void {
    const kept: Kept = { standing: this.#dealer.standing, lesson: this.#teacher?.number ?? 0 };
    const isOver = kept.standing.view.result !== null || kept.lesson >= LESSONS.length;
    if (isOver) this.forget();
    else this.#services.shelf.setItem(KEYS[this.kind], JSON.stringify(kept));
    if (isOver && this.kind === 'learn') this.#dealer.stop();
  }
}

/** A table from what was kept; null for anything that is none. */
function parseKept(text: string | null): Kept | null {
  try {
    const kept: Partial<Kept> | null = JSON.parse(text ?? 'null');
    const { standing, lesson } = kept ?? {};
    if (standing?.view.stocks.length !== 2 || standing.secrets.down.length !== 2) return null;
    return { standing, lesson: Number(lesson) };
  } catch {
    return null;
  }
}

/** One end of a connection whose other end is the dealer; open in a moment, as any. */
function socketTo(dealer: Dealer): SocketLike {
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (data) => dealer.hear(JSON.parse(data) as AnyInbound),
    close: () => {},
  };
  dealer.seat((message) => {
    socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  });
  queueMicrotask(() => socket.onopen?.(new Event('open')));
  return socket;
}
