import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';

/** Columns of the files, the same as those of a plain COPY. */
const HEADINGS = [
  'firebaseId',
  'displayName',
  'email',
  'phone',
  'countryCode',
  'locale',
  'timezone',
  'birthDate',
] as const;
const FIRST_NAMES = [
  'Ada',
  'Müzeyyen',
  'Jörg',
  'Chloé',
  'Nour',
  'Bruno',
  'Ines',
  'Oskar',
  'Yara',
  'Tomáš',
  'Li',
] as const;
const LAST_NAMES = ['Stone', 'Rivers', 'Köhler', 'Okafor', 'Nakamura', 'Silva', 'Haddad', 'Novak', 'Berg'] as const;

/** Accounts that do not exist yet; a prefix makes different ones. */
function* accountRows(prefix: string, count: number): Generator<readonly string[]> {
  yield HEADINGS;
  for (let index = 0; index < count; index += 1) {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? '';
    const last = LAST_NAMES[index % LAST_NAMES.length] ?? '';
    const month = String(1 + (index % 12)).padStart(2, '0');
    const day = String(1 + (index % 28)).padStart(2, '0');
    yield [
      `${prefix}-${String(index).padStart(20, '0')}`,
      `${first} ${last}`,
      `${prefix}.${index}@example.org`,
      `+4930${String(index).padStart(7, '0')}`,
      'DE',
      'de-DE',
      'Europe/Berlin',
      `${1950 + (index % 55)}-${month}-${day}`,
    ];
  }
}

async function write(path: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
  const file = createWriteStream(path);
  for (const chunk of chunks) if (!file.write(chunk)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}

/** Writes accounts as CSV. */
export function writeCsv(path: string, prefix: string, count: number): Promise<void> {
  return write(
    path,
    inPieces(accountRows(prefix, count), (cells) => `${cells.join(',')}\n`),
  );
}

/** Writes accounts as a workbook like spreadsheets do: each text once in the shared strings, cells with its index. */
export function writeXlsx(path: string, prefix: string, count: number): Promise<void> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  function* part(name: string, content: Iterable<string>): Generator<Uint8Array> {
    const entry = new ZipDeflate(name, { level: 1 });
    zip.add(entry);
    for (const text of content) {
      entry.push(Buffer.from(text));
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    if (number === numbers.size) numbers.set(text, number);
    return number;
  };
  let rowNumber = 0;
  const rowXml = (cells: readonly string[]): string => {
    rowNumber += 1;
    const xml = cells.map(
      (cell, column) => `<c r="${String.fromCharCode(65 + column)}${rowNumber}" t="s"><v>${numberOf(cell)}</v></c>`,
    );
    return `<row r="${rowNumber}">${xml.join('')}</row>`;
  };
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  function* archive(): Generator<Uint8Array> {
    yield* part('[Content_Types].xml', ['<Types/>']);
    yield* part('xl/workbook.xml', [
      `<workbook ${main} xmlns:r="r"><sheets><sheet name="Accounts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ]);
    yield* part('xl/_rels/workbook.xml.rels', [
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ]);
    yield* part('xl/worksheets/sheet1.xml', sheet());
    yield* part('xl/sharedStrings.xml', strings());
    zip.end();
    yield* ready.splice(0);
  }
  function* sheet(): Generator<string> {
    yield `<worksheet ${main}><sheetData>`;
    yield* inPieces(accountRows(prefix, count), rowXml);
    yield '</sheetData></worksheet>';
  }
  function* strings(): Generator<string> {
    yield `<sst ${main}>`;
    yield* inPieces(numbers.keys(), (text) => `<si><t>${text}</t></si>`);
    yield '</sst>';
  }
  return write(path, archive());
}

/** Concatenates texts of many items into chunks of an efficient size. */
function* inPieces<T>(items: Iterable<T>, text: (item: T) => string): Generator<string> {
  let piece = '';
  for (const item of items) {
    piece += text(item);
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
