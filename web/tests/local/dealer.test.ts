import { describe, expect, test } from 'vitest';
import { Dealer, newMatch } from '../../src/local/dealer';
import { LESSONS, lessonDeal } from '../../src/local/lessons';
import { layOut, PACK, shuffled } from '../../src/local/packets';
import { PACES, Partner } from '../../src/local/partner';
import { cardMove, wordMove } from '../../src/local/rival';
import { Teacher } from '../../src/local/teacher';
import type { TableView } from '../../src/protocol.gen';
import { at } from '../../src/state/lists';
import { hasPlay, SEATS, stockLeft } from '../../src/state/rules';

/** A seeded stream of numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A clock that stands until it is told to go on. */
class Clock {
  #due: { atMs: number; callback: () => void }[] = [];
  nowMs = 0;

  after = (ms: number, callback: () => void) => {
    const each = { atMs: this.nowMs + ms, callback };
    this.#due.push(each);
    return () => {
      this.#due = this.#due.filter((other) => other !== each);
    };
  };

  /** Lets the next thing happen; false if nothing is to come. */
  next(): boolean {
    const [first] = this.#due.sort((a, b) => a.atMs - b.atMs);
    if (!first) return false;
    this.#due = this.#due.filter((each) => each !== first);
    this.nowMs = first.atMs;
    first.callback();
    return true;
  }
}

function cardsAt(dealer: Dealer): string[] {
  const { view, secrets } = dealer.standing;
  return [
    ...secrets.down.flat(2),
    ...secrets.hands.flat(),
    ...secrets.spits.flat(),
    ...view.stocks.flat().flatMap(({ up }) => up),
  ];
}

describe('the dealer', () => {
  test('lays fifteen cards in rows and keeps the rest', () => {
    const { stocks, hand, down } = layOut(PACK.slice(0, 26));
    expect(stocks.map(({ down }) => down)).toEqual([0, 1, 2, 3, 4]);
    expect(hand).toHaveLength(11);
    expect(down.flat()).toHaveLength(10);
    expect(layOut(PACK.slice(0, 5)).stocks.map(({ up }) => up.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('shuffles without losing a card', () => {
    expect(shuffled(PACK, seeded(1)).sort()).toEqual([...PACK].sort());
  });

  test.each([1, 2, 3, 4, 5])(
    'plays a match to its end, every card in one place (%i)',
    async (seed) => {
      const clock = new Clock();
      const random = seeded(seed);
      const dealer = new Dealer({
        standing: newMatch(['One', 'Two'], random),
        random,
        after: clock.after,
        onChange: () => {},
      });
      dealer.begin();
      for (let moves = 0; moves < 20_000 && !dealer.view.result; moves++) {
        const { view } = dealer;
        const seat = random() < 0.5 ? 0 : 1;
        const move = (view.phase === 'play' && cardMove(view, seat)) || wordMove(view, seat);
        if (move) expect(dealer.move(seat, move)).toBeNull();
        else if (view.phase === 'deal') clock.next();
        await Promise.resolve();
        if (dealer.view.phase !== 'deal' && dealer.view.phase !== 'over') {
          expect([...new Set(cardsAt(dealer))]).toHaveLength(52);
        }
      }
      expect(dealer.view.result?.winner).not.toBeNull();
    },
  );

  test('refuses what does not fit, and costs the hand nothing', () => {
    const dealer = new Dealer({
      standing: lessonDeal(['You', 'Robin']),
      random: () => 0,
      after: () => () => {},
      onChange: () => {},
    });
    expect(dealer.move(0, { type: 'play', stock: 0, pile: 0 })).toBe('wrong-phase');
    dealer.move(0, { type: 'spit', pile: null });
    dealer.move(1, { type: 'spit', pile: null });
    expect(dealer.move(0, { type: 'play', stock: 0, pile: 0 })).toBe('does-not-fit');
    expect(dealer.move(0, { type: 'flip', stock: 0 })).toBe('face-up');
  });
});

/** A learner who does something that can be done, or just waits. */
function learn(choose: (view: TableView) => ReturnType<typeof cardMove>): string[] {
  const clock = new Clock();
  const seen: string[] = [];
  const dealer: Dealer = new Dealer({
    standing: lessonDeal(['You', 'Robin']),
    random: () => 0,
    after: clock.after,
    onChange: () => teacher?.follow(),
  });
  const teacher = new Teacher(dealer, clock.after);
  for (let turns = 0; turns < 300 && teacher.lesson; turns++) {
    const name = teacher.lesson.name;
    if (seen.at(-1) !== name) seen.push(name);
    if (name === 'together' && !clock.next()) teacher.goOn();
    else if (name !== 'together') {
      const move = choose(dealer.view);
      if (!move || dealer.move(0, move) !== null) clock.next();
    }
  }
  expect(teacher.lesson).toBeNull();
  return seen;
}

describe('the lessons', () => {
  test('come one after the other to whoever does what is asked', () => {
    const seen = learn((view) => {
      if (view.phase === 'slap' || view.phase === 'ready') return wordMove(view, 0);
      // The cards of the lessons, from the right.
      const moves = [4, 1, 3, 2, 0].map((stock) => cardMove(view, 0, stock));
      const play = moves.find((move) => move?.type === 'play');
      return play ?? cardMove(view, 0) ?? wordMove(view, 0);
    });
    expect(seen.slice(0, 5)).toEqual(['ready', 'play', 'either', 'together', 'stuck']);
    expect(seen.at(-1)).toBe('slap');
  });

  test.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'end for whoever does anything else that can be done (%i)',
    (seed) => {
      const random = seeded(seed + 7);
      learn((view) => {
        if (view.phase !== 'play') return wordMove(view, 0);
        const stocks = shuffled(['0', '1', '2', '3', '4'], random).map(Number);
        const moves = stocks
          .map((stock) => cardMove(view, 0, stock))
          .filter((move) => move !== null);
        return moves[0] ?? (hasPlay(view) ? null : wordMove(view, 0));
      });
    },
  );

  test('have names that are told apart', () => {
    expect(new Set(LESSONS.map(({ name }) => name)).size).toBe(LESSONS.length);
  });
});

describe('the partner in practice', () => {
  test('makes one move after each of the player’s, and none before', () => {
    const clock = new Clock();
    const random = seeded(3);
    let partner: Partner | null = null;
    const dealer = new Dealer({
      standing: newMatch(['You', 'Robin'], random),
      random,
      after: clock.after,
      onChange: () => partner?.follow(),
    });
    partner = new Partner(dealer, clock.after, PACES[0]);
    dealer.begin();
    while (dealer.view.phase === 'deal') clock.next();
    dealer.move(0, { type: 'spit', pile: null });
    clock.next();
    expect(dealer.view.phase).toBe('play');
    const left = () => SEATS.map((seat) => stockLeft(dealer.view, seat));
    const move = cardMove(dealer.view, 0);
    if (move) {
      expect(clock.next()).toBe(false);
      const before = at(left(), 1);
      dealer.move(0, move);
      clock.next();
      expect(clock.next()).toBe(false);
      expect(before - at(left(), 1)).toBeLessThanOrEqual(1);
    }
  });
});
