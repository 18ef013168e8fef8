import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { drawTicket, drawWinners } from './draw-winners.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Runs the long suite, in full size. */
    isLong: boolean;
  }
}

const keyOf = (seed: number): Uint8Array => {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setUint32(0, seed);
  return key;
};

/** The definition, literally: a list of remaining entries, walked from the start. */
function definedWinners(tickets: readonly number[], key: Uint8Array, positions: number) {
  const left = tickets.map((own, index) => ({ own, index }));
  const drawn: { index: number; remaining: number; ticket: number }[] = [];
  while (drawn.length < positions && left.length > 0) {
    const remaining = left.reduce((sum, { own }) => sum + own, 0);
    const ticket = drawTicket(key, drawn.length, remaining);
    let before = 0;
    const place = left.findIndex(({ own }) => {
      before += own;
      return ticket < before;
    });
    drawn.push({ index: left[place]?.index ?? -1, remaining, ticket });
    left.splice(place, 1);
  }
  return drawn;
}

describe('winners', () => {
  it('are those of the definition for any tickets, key and number of positions [draw 3]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 60 }),
        fc.nat(),
        fc.nat({ max: 70 }),
        (tickets, seed, positions) => {
          const drawn = drawWinners(tickets, keyOf(seed), positions);
          expect(drawn).toEqual(definedWinners(tickets, keyOf(seed), positions));
          expect(drawn).toHaveLength(Math.min(positions, tickets.length));
          expect(new Set(drawn.map(({ index }) => index)).size).toBe(drawn.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are the same on every run', () => {
    const tickets = Array.from({ length: 5_000 }, (_, index) => 1 + (index % 100));
    expect(drawWinners(tickets, keyOf(1), 300)).toEqual(drawWinners(tickets, keyOf(1), 300));
    expect(drawWinners(tickets, keyOf(2), 300)).not.toEqual(drawWinners(tickets, keyOf(1), 300));
  });

  it('are none without entries or prizes', () => {
    expect(drawWinners([], keyOf(1), 5)).toEqual([]);
    expect(drawWinners([1, 2], keyOf(1), 0)).toEqual([]);
  });

  it('include each entry as often as its tickets imply [draw 3]', () => {
    // More tickets never lower the chance, and each chance is the share of tickets.
    const tickets = [1, 2, 3, 10];
    const draws = inject('isLong') ? 1_000_000 : 50_000;
    const wins = [0, 0, 0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const index = drawWinners(tickets, keyOf(draw), 1)[0]?.index ?? -1;
      wins[index] = (wins[index] ?? 0) + 1;
    }
    expect(wins).toEqual(wins.toSorted((left, right) => left - right));
    expect(chiSquare(wins, tickets, draws)).toBeLessThan(CRITICAL);
  });

  it('come second as often as the remaining tickets imply [draw 3]', () => {
    // P(second = i) is the sum over first j of t_j / T * t_i / (T - t_j).
    const tickets = [1, 2, 3, 4];
    const draws = inject('isLong') ? 1_000_000 : 50_000;
    const seconds = [0, 0, 0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const index = drawWinners(tickets, keyOf(draw), 2)[1]?.index ?? -1;
      seconds[index] = (seconds[index] ?? 0) + 1;
    }
    const total = 10;
    const shares = tickets.map((own, index) =>
      tickets.reduce(
        (sum, first, place) => (place === index ? sum : sum + ((first / total) * own) / (total - first)),
        0,
      ),
    );
    expect(chiSquare(seconds, shares, draws)).toBeLessThan(CRITICAL);
  });
});

/**
 * Chi-square with 3 degrees of freedom exceeds this in one of 1,000 fair cases. The keys are fixed, so the result never
 * varies.
 */
const CRITICAL = 16.27;

function chiSquare(observed: readonly number[], shares: readonly number[], draws: number): number {
  const all = shares.reduce((sum, share) => sum + share, 0);
  return observed.reduce((sum, count, index) => {
    const expected = (draws * (shares[index] ?? 0)) / all;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}
