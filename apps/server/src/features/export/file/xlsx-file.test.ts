import { buffer } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { xlsxFile } from './xlsx-file.ts';
import { type SheetLimits, XlsxSheets } from './xlsx-sheets.ts';

const ROOMY = { rows: 1_000, bytes: 1e9 };

function sheetsOf(
  text: string,
  size: number,
  limits: SheetLimits = ROOMY,
  progress = async (_rows: number) => undefined,
) {
  async function* source() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return new XlsxSheets({
    headings: ['text', 'number', 'truth'],
    kinds: ['TEXT', 'NUMBER', 'BOOLEAN'],
    source: source(),
    limits,
    progress: async (rows) => void (await progress(rows)),
  });
}

const read = async (sheets: XlsxSheets) =>
  (await readXlsx(await buffer(xlsxFile('rows', sheets)))).map(({ sheet, data }) => ({ sheet, data: data.slice(1) }));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `r${index}\t${index}\ttrue\n`).join('');

describe('an XLSX file', () => {
  it('is the same however the bytes are chunked', async () => {
    for (let size = 1; size <= 12; size += 1) {
      expect(await read(sheetsOf('a\\tb\\\\n\\n😀\t-12\ttrue\n\\N\t\\N\tfalse\nx  y\t0\t\\N\n', size))).toEqual([
        {
          sheet: 'rows',
          data: [
            ['a\tb\\n\n😀', -12, true],
            [null, null, false],
            ['x  y', 0, null],
          ],
        },
      ]);
    }
  });

  it('has only a heading if there are no rows', async () => {
    const [sheet, ...others] = await readXlsx(await buffer(xlsxFile('rows', sheetsOf('', 1))));
    expect(sheet?.data).toEqual([['text', 'number', 'truth']]);
    expect(others).toEqual([]);
  });

  it.each([
    [4, [4]],
    [5, [4, 1]],
    [8, [4, 4]],
    [9, [4, 4, 1]],
  ])('continues on another sheet when one is full: %i rows', async (rows, expected) => {
    const sheets = sheetsOf(numbered(rows), 7, { rows: 5, bytes: 1e9 });
    const made = await read(sheets);
    expect(made.map(({ data }) => data.length)).toEqual(expected);
    expect(made.map(({ sheet }) => sheet)).toEqual(['rows', 'rows_2', 'rows_3'].slice(0, expected.length));
    expect(made.flatMap(({ data }) => data.map(([text]) => text))).toEqual(
      Array.from({ length: rows }, (_, index) => `r${index}`),
    );
    expect(sheets.rows).toBe(rows);
  });

  it('continues on another sheet before one exceeds the limit of an archive', async () => {
    const row = `${'a&'.repeat(5_000)}\t1\ttrue\n`;
    const made = await read(sheetsOf(row.repeat(60), 100_000, { rows: 1_000, bytes: 300_000 }));
    expect(made.length).toBeGreaterThan(2);
    expect(made.flatMap(({ data }) => data)).toHaveLength(60);
  });

  it('fails with the error of its rows or of the progress callback, and closes its source if the reader stops', async () => {
    async function* broken() {
      yield Buffer.from(numbered(10));
      throw new Error('the database is gone');
    }
    const sheets = new XlsxSheets({
      headings: ['text', 'number', 'truth'],
      kinds: ['TEXT', 'NUMBER', 'BOOLEAN'],
      source: broken(),
      limits: ROOMY,
      progress: async () => undefined,
    });
    await expect(buffer(xlsxFile('rows', sheets))).rejects.toThrow('the database is gone');
    const refused = sheetsOf(numbered(10), 10, ROOMY, () => Promise.reject(new Error('too many')));
    await expect(buffer(xlsxFile('rows', refused))).rejects.toThrow('too many');
    const left = sheetsOf(numbered(200_000), 10_000, { rows: 1_048_576, bytes: 1e9 });
    for await (const _part of xlsxFile('rows', left)) break;
    expect(left.rows).toBeLessThan(200_000);
  });
});
