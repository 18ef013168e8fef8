import { describe, expect, it } from 'vitest';
import { ariaRowCount, countFigure } from '../list-count.ts';
import { firstRowOf, nextPosition, pageArguments, previousPosition } from './list-position.ts';

const ends = { hasNextPage: true, hasPreviousPage: true, startCursor: 's', endCursor: 'e' };
const exact = { kind: 'EXACT' as const, value: 131, countedAt: '2026-11-21T14:32:00.000Z' };

describe('paging by cursor', () => {
  it('requests pages without an offset', () => {
    expect(pageArguments({ kind: 'first' }, 25)).toEqual({ first: 25 });
    expect(pageArguments({ kind: 'last' }, 25)).toEqual({ last: 25 });
    expect(pageArguments({ kind: 'after', cursor: 'e', firstRow: 26 }, 25)).toEqual({ first: 25, after: 'e' });
    expect(pageArguments({ kind: 'before', cursor: 's', firstRow: null }, 25)).toEqual({ last: 25, before: 's' });
    expect(pageArguments({ kind: 'date', instant: '2026-01-01T00:00:00.000Z' }, 25)).toEqual({
      first: 25,
      startAt: { date: '2026-01-01T00:00:00.000Z' },
    });
  });

  it('counts rows on from page to page', () => {
    expect(nextPosition(ends, 26, 25)).toEqual({ kind: 'after', cursor: 'e', firstRow: 51 });
    expect(previousPosition(ends, 51, 25)).toEqual({ kind: 'before', cursor: 's', firstRow: 26 });
    expect(previousPosition(ends, 26, 25)).toEqual({ kind: 'first' });
    expect(nextPosition({ ...ends, hasNextPage: false }, 26, 25)).toBeNull();
    expect(previousPosition({ ...ends, hasPreviousPage: false }, 1, 25)).toBeNull();
  });

  it('claims a row number only where it is known', () => {
    expect(firstRowOf({ kind: 'last' }, 6, { ...ends, hasNextPage: false }, exact)).toBe(126);
    expect(
      firstRowOf({ kind: 'last' }, 25, { ...ends, hasNextPage: false }, { ...exact, kind: 'ESTIMATE' }),
    ).toBeNull();
    expect(firstRowOf({ kind: 'date', instant: '2026-01-01T00:00:00.000Z' }, 25, ends, exact)).toBeNull();
    // A link with a wrong number cannot make page one start at row 900.
    expect(
      firstRowOf({ kind: 'before', cursor: 's', firstRow: 900 }, 25, { ...ends, hasPreviousPage: false }, exact),
    ).toBe(1);
  });
});

describe('counts', () => {
  it('show their precision [ux 32]', () => {
    expect(countFigure({ ...exact, value: 12431 }, 'en-US')).toBe('12,431');
    expect(countFigure({ ...exact, kind: 'ESTIMATE', value: 186000 }, 'en-US')).toBe('≈ 186,000');
    expect(countFigure({ ...exact, kind: 'LOWER_BOUND', value: 10000 }, 'en-US')).toBe('10,000+');
    expect([
      ariaRowCount(exact, 1),
      ariaRowCount({ ...exact, kind: 'ESTIMATE' }, 1),
      ariaRowCount(undefined, 1),
    ]).toEqual([132, -1, -1]);
  });
});
