import type { Readable } from 'node:stream';
import { textsOfFile } from '../../texts/text-file.ts';
import { TableError } from '../table-error.ts';
import type { TableRow } from '../table-row.ts';

/** Headings of a JSON file of texts, presented as a table. */
export const JSON_HEADERS = ['key', 'text'] as const;
/** Size limit, because the file is read into memory; text readers have the same limit. */
const BYTES_MAX = 4_000_000;

/**
 * Yields the texts of a flat or nested JSON file as rows of key and text. @throws TableError `file-size`,
 * `file-damaged`
 */
export async function* jsonRows(content: Readable): AsyncGenerator<TableRow> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BYTES_MAX) {
      content.destroy();
      throw new TableError('file-size');
    }
    chunks.push(chunk);
  }
  let texts: readonly (readonly [key: string, text: string])[];
  try {
    texts = textsOfFile(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new TableError('file-damaged', 0, { cause });
  }
  yield { number: 1, cells: JSON_HEADERS };
  for (const [index, cells] of texts.entries()) yield { number: index + 2, cells };
}
