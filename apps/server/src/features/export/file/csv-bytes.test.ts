import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvBytes } from './csv-bytes.ts';

/** Encodes a value as PostgreSQL's COPY does. */
function copied(value: string | null): string {
  if (value === null) return '';
  return value === '' || value === '\\.' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function convert(bytes: CsvBytes, text: string, cuts: readonly number[]): string {
  const all = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length];
  const parts = edges.slice(1).map((end, index) => bytes.convert(all.subarray(edges[index], end)));
  return Buffer.concat(parts).toString();
}

const sign = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '"',
  ',',
  "'",
  'a',
  '1',
  ' ',
  'م',
  '😀',
  '\\',
  '＝',
  '＋',
  '－',
  '＠',
  '！',
  '￡',
);
const text = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));

describe('CSV for spreadsheets', () => {
  it("equals COPY's output however it is chunked, with an apostrophe before each text that would be a formula [export 3]", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.option(text), fc.integer()), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (rows, cuts) => {
          const bytes = new CsvBytes(['TEXT', 'TEXT', 'NUMBER']);
          const given = rows.map(
            (row) => `${row.map((value) => copied(value === null ? null : String(value))).join(',')}\n`,
          );
          const file = convert(bytes, given.join(''), cuts);
          const guarded = (value: string | null) =>
            value !== null && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : (value ?? '');
          expect(parse(file, { record_delimiter: '\r\n' })).toEqual(
            rows.map(([first, second, number]) => [guarded(first), guarded(second), String(number)]),
          );
          expect(bytes.rows).toBe(rows.length);
        },
      ),
    );
  });

  it('writes instants as ISO 8601 with their offset, however they are chunked', () => {
    const given =
      '2026-11-21 14:31:00.123+00,2026-07-01 08:00:00+05:30,\n1890-01-01 00:00:00+00:53:28,2026-11-21 09:31:00-05,-5\n';
    for (let cut = 0; cut <= given.length; cut += 1) {
      expect(convert(new CsvBytes(['INSTANT', 'INSTANT', 'NUMBER']), given, [cut])).toBe(
        '2026-11-21T14:31:00.123+00:00,2026-07-01T08:00:00+05:30,\r\n1890-01-01T00:00:00+00:53:28,2026-11-21T09:31:00-05:00,-5\r\n',
      );
    }
  });
});
