import { describe, expect, it } from 'vitest';
import { newestOf } from './activity-merge.ts';

const row = (hour: number) => ({ at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z` });
const hours = (rows: readonly { readonly at: string }[]) => rows.map(({ at }) => Number(at.slice(11, 13)));

describe('newestOf', () => {
  it('merges sources, newest first, up to the limit', () => {
    const sources = [
      { rows: [row(9), row(3)], hasOlder: false },
      { rows: [row(7), row(5)], hasOlder: false },
    ];
    expect(hours(newestOf(sources, 3))).toEqual([9, 7, 5]);
    expect(hours(newestOf(sources, 8))).toEqual([9, 7, 5, 3]);
  });

  it('omits the span that is not known of a source with older rows', () => {
    const sources = [
      { rows: [row(9), row(8)], hasOlder: true },
      { rows: [row(8), row(4)], hasOlder: false },
    ];
    expect(hours(newestOf(sources, 8))).toEqual([9, 8, 8]);
  });

  it('compares instants, whatever their notation', () => {
    const sources = [
      { rows: [{ at: '2026-03-01T10:00:00+02:00' }], hasOlder: false },
      { rows: [row(9)], hasOlder: false },
    ];
    expect(newestOf(sources, 2)[0]).toEqual(row(9));
  });

  it('returns nothing without rows, also if a source reports older ones', () => {
    expect(newestOf([{ rows: [], hasOlder: false }], 8)).toEqual([]);
    expect(newestOf([], 8)).toEqual([]);
  });
});
