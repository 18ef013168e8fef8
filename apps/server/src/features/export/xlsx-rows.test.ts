import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Cell, cellOf, cellRows } from './xlsx-rows.ts';

async function read(text: string, size: number): Promise<Cell[][]> {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const rows: Cell[][] = [];
  for await (const row of cellRows(Readable.from(parts, { objectMode: true }), ['TEXT', 'NUMBER', 'BOOLEAN']))
    rows.push(row);
  return rows;
}

describe('cells', () => {
  it('are the same wherever the bytes are cut', async () => {
    const text = 'a\\tb\\\\n\\n😀\t-12\ttrue\n\\N\t\\N\tfalse\n\t0\t\\N\n';
    for (let size = 1; size <= 12; size += 1) {
      expect(await read(text, size)).toEqual([
        ['a\tb\\n\n😀', -12, true],
        [null, null, false],
        ['', 0, null],
      ]);
    }
  });

  it('hold instants on the clock of their zone, and what spreadsheets cannot count as text', () => {
    expect(cellOf('2026-11-21 15:31:00.5+01', 'INSTANT')).toEqual(new Date('2026-11-21T15:31:00.500Z'));
    expect(cellOf('2026-07-01 08:00:00+05:30', 'INSTANT')).toEqual(new Date('2026-07-01T08:00:00Z'));
    expect(cellOf('1980-02-29', 'DATE')).toEqual(new Date('1980-02-29T00:00:00Z'));
    expect(cellOf('1899-12-31', 'DATE')).toBe('1899-12-31');
    expect(cellOf('infinity', 'INSTANT')).toBe('infinity');
    expect(cellOf('9007199254740993', 'NUMBER')).toBe('9007199254740993');
  });

  it('are cut where a spreadsheet ends, never inside of a character', () => {
    const cut = cellOf('😀'.repeat(20_000), 'TEXT') as string;
    expect(cut.length).toBeLessThanOrEqual(32_767);
    expect(cut.isWellFormed() && cut.endsWith('…')).toBe(true);
  });

  it('say a text that looks like an escaped character as it is', () => {
    expect(cellOf('_x0041_ _x00', 'TEXT')).toBe('_x005F_x0041_ _x00');
  });
});
