import { describe, expect, it } from 'vitest';
import { takeNewest } from './timeline-merge.ts';

const row = (hour: number) => ({ at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z` });
const hours = (rows: readonly { readonly at: string }[]) => rows.map(({ at }) => Number(at.slice(11, 13)));
const source = (loaded: readonly number[], next: string | null = null) => ({ rows: loaded.map(row), next });

describe('takeNewest', () => {
  it('merges sources, newest first', () => {
    const { rows, rest } = takeNewest([source([9, 3]), source([7, 5])]);
    expect(hours(rows)).toEqual([9, 7, 5, 3]);
    expect(rest).toEqual([source([]), source([])]);
  });

  it('keeps the span that is not known of a source with older rows', () => {
    const { rows, rest } = takeNewest([source([9, 8], 'more'), source([8, 4])]);
    expect(hours(rows)).toEqual([9, 8, 8]);
    expect(rest).toEqual([source([], 'more'), source([4])]);
  });

  it('shows nothing while a source with older rows has none', () => {
    const { rows, rest } = takeNewest([source([], 'more'), source([8])]);
    expect(rows).toEqual([]);
    expect(rest).toEqual([source([], 'more'), source([8])]);
  });

  it('compares instants, whatever their notation', () => {
    const { rows } = takeNewest([{ rows: [{ at: '2026-03-01T10:00:00+02:00' }], next: null }, source([9])]);
    expect(rows[0]).toEqual(row(9));
  });

  it('shows nothing without sources', () => {
    expect(takeNewest([]).rows).toEqual([]);
  });
});
