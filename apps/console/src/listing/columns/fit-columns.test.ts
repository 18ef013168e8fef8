import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FittedColumn, fitColumns } from './fit-columns.ts';

const column = (column: Partial<FittedColumn>): FittedColumn => ({
  min: 50,
  ideal: 50,
  max: 400,
  needs: [],
  ...column,
});

describe('columns in a row', () => {
  it('get what their cells need, and their ideal from the rest', () => {
    const columns = [column({ needs: [120, 180] }), column({ needs: [60] }), column({ ideal: 90 })];
    expect(fitColumns(columns, 333, 333)).toEqual([181, 61, 91]);
    expect(fitColumns(columns, 310, 310)).toEqual([180, 60, 70]);
  });

  it('get room first where it shows most cells in full', () => {
    const many = column({ needs: [70, 70, 70, 70] });
    const long = column({ needs: [390] });
    expect(fitColumns([long, many], 121, 121)).toEqual([50, 70]);
    expect(fitColumns([long, many], 460, 460)).toEqual([390, 70]);
  });

  it('never pass their maximum for a cell, and never go below their minimum', () => {
    expect(fitColumns([column({ needs: [500, 80] })], 80, 80)).toEqual([80]);
    expect(fitColumns([column({ min: 200 }), column({ min: 100 })], 120, 120)).toEqual([200, 100]);
  });

  it('get the same air from room that is left, to a limit', () => {
    expect(fitColumns([column({ needs: [100] }), column({})], 170, 170)).toEqual([110, 60]);
    expect(fitColumns([column({ needs: [100] }), column({})], 900, 900)).toEqual([132, 82]);
  });

  it('may reach beyond a narrow row for their cells, but not for their ideal', () => {
    const columns = [column({ needs: [120] }), column({ ideal: 90 })];
    expect(fitColumns(columns, 110, 200)).toEqual([120, 50]);
    expect(fitColumns(columns, 190, 200)).toEqual([120, 70]);
  });

  it('fill no more than the row', () => {
    const width = fc.integer({ min: 20, max: 600 });
    const any = fc.record({ min: width, ideal: width, max: width, needs: fc.array(width, { maxLength: 12 }) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), fc.integer({ min: 0, max: 2000 }), (columns, room) => {
        const widths = fitColumns(columns, room, room);
        const least = columns.reduce((total, { min }) => total + min, 0);
        expect(widths.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(Math.max(room, least));
        for (const [index, { min }] of columns.entries()) expect(widths[index]).toBeGreaterThanOrEqual(min);
      }),
    );
  });
});
