import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnKind } from '../../../db/copy-out.ts';
import { cellXml } from './xlsx-cell.ts';
import { XlsxRows } from './xlsx-rows.ts';

/** Values in COPY's text format. */
const VALUES: Record<ColumnKind, fc.Arbitrary<string>> = {
  BOOLEAN: fc.constantFrom('true', 'false'),
  DATE: fc.oneof(
    fc
      .date({ min: new Date('1850-01-01'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom(
      'infinity',
      '-infinity',
      '10000-01-01',
      '2000-01-01 BC',
      '0044-03-15 BC',
      '1900-02-28',
      '1900-03-01',
    ),
  ),
  INSTANT: fc.oneof(
    fc
      .tuple(
        fc.date({ min: new Date('1850-01-01'), max: new Date('9999-12-31') }),
        fc.constantFrom('', '.5', '.123', '.000001', '.999999'),
        fc.constantFrom('+00', '-05', '+05:30', '+00:53:28', '+00 BC'),
      )
      .map(([date, fraction, zone]) => date.toISOString().slice(0, 19).replace('T', ' ') + fraction + zone),
    fc.constantFrom('infinity', '-infinity', '10000-01-01 00:00:00+00'),
  ),
  NUMBER: fc.oneof(
    fc.bigInt().map(String),
    fc.integer().map(String),
    fc.constantFrom('1.50', '0.000001', '-0.5', 'NaN', 'Infinity', '1e+20', '999999999999999', '9999999999999999'),
  ),
  TEXT: fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'a',
          ' ',
          '&',
          '<',
          '>',
          '_x0041_',
          '_',
          '\\t',
          '\\n',
          '\\\\',
          '\\b',
          '\u007f',
          '😀',
          'م',
          '\uffff',
          '\u0085',
        ),
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\\\p{Cc}]/u.test(text)),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
};
const KINDS = Object.keys(VALUES) as ColumnKind[];

describe('rows converted byte by byte', () => {
  it('equal rows converted cell by cell', () => {
    const value = (kind: ColumnKind) =>
      fc.tuple(fc.constant(kind), fc.oneof({ weight: 9, arbitrary: VALUES[kind] }, fc.constantFrom('\\N', '')));
    const row = fc.array(fc.oneof(...KINDS.map(value)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(row, fc.nat(2_000_000), (cells, number) => {
        const letters = cells.map((_cell, index) => String.fromCharCode(65 + index));
        const rows = new XlsxRows(
          cells.map(([kind]) => kind),
          letters,
          16,
        );
        const bytes = Buffer.from(`${cells.map(([, text]) => text).join('\t')}\n`);
        expect(rows.addRow(bytes, 0, number)).toBe(bytes.length);
        const rounded = (xml: string) => xml.replace(/(?<=s="2"><v>)[\d.]+/g, (day) => Number(day).toFixed(8));
        expect(rounded(rows.take().toString())).toBe(
          rounded(
            `<row r="${number}">${cells.map(([kind, text], index) => cellXml(`${letters[index]}${number}`, text, kind)).join('')}</row>`,
          ),
        );
      }),
      { numRuns: 500 },
    );
  });
});
