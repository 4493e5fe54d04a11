/* Random matches by the standard rules, as plain C: what bench/fast_play.py compares with.
 *
 * Each turn lists the legal actions of a seat drawn at random, of the other one if it has none,
 * and applies one of them. Usage: fast_play MATCHES SEED; prints matches, actions and seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAY, FLIP, SHIFT, CALL, SLAP };

typedef struct { uint8_t kind, from, to; } Action;

typedef struct {
    uint8_t card[5], up;   /* the bottom one first; up: whether the top one lies open */
    uint8_t size;
} Pile;

typedef struct {
    Pile stock[5];
    uint8_t hand[52], hands, next; /* spit cards */
    uint8_t left, laid, call;      /* cards in the stock; spit cards at the start; what was said */
    uint8_t owned[52], owns;
} Seat;

typedef struct {
    Seat seat[2];
    uint8_t spit[2][52], size[2], piles, racing, slapping;
    int first, cleared, winner, rounds;
    uint64_t rng;
} Match;

static uint32_t below(Match *m, uint32_t bound) {
    uint64_t z = (m->rng += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * bound) >> 32);
}

static void shuffle(Match *m, uint8_t *cards, int n) {
    for (int last = n - 1; last > 0; last--) {
        int other = (int)below(m, (uint32_t)last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static void deal(Match *m) {
    m->rounds++;
    for (int s = 0; s < 2; s++) {
        Seat *seat = &m->seat[s];
        int laid = seat->owns < 15 ? seat->owns : 15, at = 0;
        shuffle(m, seat->owned, seat->owns);
        memset(seat->stock, 0, sizeof seat->stock);
        for (int row = 0; row < 5; row++)
            for (int slot = row; slot < 5 && at < laid; slot++) {
                Pile *pile = &seat->stock[slot];
                pile->card[pile->size++] = seat->owned[at++];
                pile->up = 1;
            }
        seat->left = (uint8_t)laid;
        seat->hands = seat->laid = (uint8_t)(seat->owns - laid);
        memcpy(seat->hand, seat->owned + laid, seat->hands);
        seat->next = seat->call = 0;
    }
    m->piles = m->seat[0].hands && m->seat[1].hands ? 2 : 1;
    m->size[0] = m->size[1] = m->racing = m->slapping = 0;
    m->first = -1;
}

static int fits(const Match *m, int pile, int card) {
    if (m->size[pile] == 0) return 0;
    int gap = abs((m->spit[pile][m->size[pile] - 1] >> 2) - (card >> 2));
    return gap == 1 || gap == 12;
}

static int can_play(const Match *m, int s) {
    for (int slot = 0; slot < 5; slot++) {
        const Pile *pile = &m->seat[s].stock[slot];
        if (pile->up && (fits(m, 0, pile->card[pile->size - 1]) ||
                         fits(m, 1, pile->card[pile->size - 1])))
            return 1;
    }
    return 0;
}

static int list(const Match *m, int s, Action *out) {
    const Seat *seat = &m->seat[s];
    int n = 0, plays;
    if (m->slapping) {
        out[0] = (Action){SLAP, 0, 0};
        out[1] = (Action){SLAP, 0, 1};
        return 2;
    }
    if (!m->racing) {
        out[0] = (Action){CALL, 0, 0};
        return !seat->call;
    }
    for (int slot = 0; slot < 5; slot++) {
        const Pile *pile = &seat->stock[slot];
        if (!pile->up) continue;
        for (int to = 0; to < 2; to++)
            if (fits(m, to, pile->card[pile->size - 1]))
                out[n++] = (Action){PLAY, (uint8_t)slot, (uint8_t)to};
    }
    plays = n;
    for (int slot = 0; slot < 5; slot++)
        if (seat->stock[slot].size && !seat->stock[slot].up)
            out[n++] = (Action){FLIP, (uint8_t)slot, 0};
    for (int slot = 0; slot < 5; slot++) {
        if (!seat->stock[slot].up || seat->stock[slot].size < 2) continue;
        for (int to = 0; to < 5; to++)
            if (!seat->stock[to].size) out[n++] = (Action){SHIFT, (uint8_t)slot, (uint8_t)to};
    }
    if (!plays && !seat->call && !can_play(m, 1 - s)) {
        if (!seat->hands || m->piles == 1) {
            out[n++] = (Action){CALL, 0, 0};
        } else {
            out[n++] = (Action){CALL, 0, 0};
            out[n++] = (Action){CALL, 0, 1};
        }
    }
    return n;
}

static void give(Seat *seat, const uint8_t *cards, int n) {
    memcpy(seat->owned + seat->owns, cards, (size_t)n);
    seat->owns = (uint8_t)(seat->owns + n);
}

/* The round is over; seat `s` takes pile `p`, the other seat the other one. */
static void settle(Match *m, int s, int p) {
    for (int each = 0; each < 2; each++) {
        Seat *seat = &m->seat[each];
        seat->owns = 0;
        for (int slot = 0; slot < 5; slot++)
            give(seat, seat->stock[slot].card, seat->stock[slot].size);
        give(seat, seat->hand + seat->next, seat->hands);
    }
    give(&m->seat[s], m->spit[p], m->size[p]);
    give(&m->seat[1 - s], m->spit[1 - p], m->size[1 - p]);
    if (m->cleared >= 0 && m->piles == 1 && m->seat[m->cleared].laid == 0) m->winner = m->cleared;
    else if (!m->seat[0].owns || !m->seat[1].owns) m->winner = m->seat[0].owns != 0;
    else deal(m);
}

static void stop(Match *m, int cleared) {
    m->cleared = cleared;
    if (m->piles == 1 && cleared >= 0) settle(m, cleared, 1);
    else m->slapping = 1;
}

static void recall(Match *m) {
    if ((m->seat[0].call || m->seat[1].call) && (can_play(m, 0) || can_play(m, 1))) {
        m->seat[0].call = m->seat[1].call = 0;
        m->first = -1;
    }
}

static void say(Match *m, int s, int to) {
    m->seat[s].call = (uint8_t)(1 + to);
    if (m->first < 0) m->first = s;
    if (!m->seat[1 - s].call) return;
    if (!m->seat[0].hands && !m->seat[1].hands) {
        stop(m, -1);
        return;
    }
    for (int turn = 0; turn < 2; turn++) {
        int who = turn ? 1 - m->first : m->first;
        Seat *seat = &m->seat[who];
        if (!seat->hands) continue;
        int pile = m->racing ? seat->call - 1 : m->piles == 2 ? who : 0;
        m->spit[pile][m->size[pile]++] = seat->hand[seat->next++];
        seat->hands--;
    }
    m->seat[0].call = m->seat[1].call = 0;
    m->first = -1;
    m->racing = 1;
}

static uint8_t lift(Pile *pile) {
    pile->up = 0;
    return pile->card[--pile->size];
}

static void apply(Match *m, int s, Action a) {
    Seat *seat = &m->seat[s];
    switch (a.kind) {
    case PLAY:
        m->spit[a.to][m->size[a.to]++] = lift(&seat->stock[a.from]);
        if (--seat->left == 0) stop(m, s);
        break;
    case FLIP:
        seat->stock[a.from].up = 1;
        recall(m);
        break;
    case SHIFT:
        seat->stock[a.to].card[seat->stock[a.to].size++] = lift(&seat->stock[a.from]);
        seat->stock[a.to].up = 1;
        recall(m);
        break;
    case CALL:
        say(m, s, a.to);
        break;
    default:
        settle(m, s, a.to);
    }
}

int main(int argc, char **argv) {
    int matches = argc > 1 ? atoi(argv[1]) : 10000;
    uint64_t actions = 0, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int number = 0; number < matches; number++) {
        Match m = {0};
        uint8_t pack[52];
        m.rng = (seed << 32) + (uint64_t)number * 0xD1B54A32D192ED03u;
        m.winner = -1;
        for (int card = 0; card < 52; card++) pack[card] = (uint8_t)card;
        shuffle(&m, pack, 52);
        give(&m.seat[0], pack, 26);
        give(&m.seat[1], pack + 26, 26);
        deal(&m);
        while (m.winner < 0) {
            Action actions_of[40];
            int s = (int)below(&m, 2), n = list(&m, s, actions_of);
            if (!n) n = list(&m, s = 1 - s, actions_of);
            apply(&m, s, actions_of[n > 1 ? below(&m, (uint32_t)n) : 0]);
            actions++;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    printf("%d %llu %.6f\n", matches, (unsigned long long)actions,
           (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
    return 0;
}
