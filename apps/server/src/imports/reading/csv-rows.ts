import { pipeline, Readable } from 'node:stream';
import { encodingLabel, IMPORT_LIMITS, type ImportDelimiter, type ImportEncoding } from '@backcounter/domain/import';
import { type CsvError, parse } from 'csv-parse';
import { TableError } from '../table-error.ts';
import type { TableRow } from '../table-row.ts';
import { DELIMITER_SIGNS } from './table-format.ts';

const { columnsMax } = IMPORT_LIMITS;
/** Maximum length of a row in bytes; also ends an unclosed quote. */
const ROW_MAX = 1_000_000;

/**
 * Streams the rows of a delimited text (RFC 4180, and stray quotes as Excel reads them). @throws TableError `csv-quotes` or `row-size` with the row, after
 * yielding the rows before it
 */
export async function* csvRows(
  content: Readable,
  encoding: ImportEncoding,
  delimiter: ImportDelimiter,
): AsyncGenerator<TableRow> {
  const broken: { error: CsvError | null } = { error: null };
  const parser = parse({
    delimiter: DELIMITER_SIGNS[delimiter],
    bom: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_MAX,
    // As Excel reads quotes: those inside a cell are signs, those around its beginning are not.
    relax_quotes: true,
    raw: true,
    // An error would discard rows that have not been read yet. Skipping the record yields them first.
    skip_records_with_error: true,
    on_skip: (error) => {
      broken.error ??= error ?? null;
    },
  });
  const source = Readable.from(decoded(content, encoding, () => broken.error !== null));
  // A failure destroys the parser with its error, which the loop throws.
  const piped = pipeline(source, parser, () => undefined);
  let number = 0;
  let isFirst = true;
  try {
    for await (const { record, raw } of piped as AsyncIterable<{ readonly record: string[]; readonly raw: string }>) {
      const cells = record.map((cell) => (cell[0] === '"' ? withoutStray(cell, raw) : cell));
      if (broken.error !== null && number >= Number(broken.error['records'])) break;
      // A line for Excel that names the delimiter is no row.
      if (number === 0 && isFirst && cells.length === 2 && cells[1] === '' && /^sep=$/i.test(cells[0] ?? '')) {
        isFirst = false;
        continue;
      }
      isFirst = false;
      number += 1;
      yield { number, cells: cells.length > columnsMax ? [...cells.slice(0, columnsMax), beyond(cells)] : cells };
    }
  } finally {
    content.destroy();
  }
  if (broken.error === null) return;
  const rule = broken.error.code === 'CSV_MAX_RECORD_SIZE' ? 'row-size' : 'csv-quotes';
  throw new TableError(rule, number + 1, { cause: broken.error });
}

/** A cell of which only the beginning is in quotes: the parser keeps them, Excel does not. */
function withoutStray(cell: string, raw: string): string {
  return raw.includes(`"${cell.replaceAll('"', '""')}"`) ? cell : cell.replace(/^"(.*)"([^"]*)$/s, '$1$2');
}

/** One cell that shows that a row has more than are read. */
function beyond(cells: readonly string[]): string {
  return cells.find((cell, index) => index >= columnsMax && cell.trim() !== '') ?? '';
}

async function* decoded(content: Readable, encoding: ImportEncoding, isEnough: () => boolean): AsyncGenerator<Buffer> {
  // The parser reads UTF-8 directly.
  const decoder = encoding === 'UTF_8' ? null : new TextDecoder(encodingLabel(encoding));
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (isEnough()) return;
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder !== null) yield Buffer.from(decoder.decode());
}
