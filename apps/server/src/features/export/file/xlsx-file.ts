import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { CELL_FORMATS } from './xlsx-cell.ts';
import type { XlsxSheets } from './xlsx-sheets.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Higher levels hardly reduce such regular text. */
const COMPRESSION_LEVEL = 3;

/** Streams an XLSX file (ECMA-376): the sheets first, then the parts that list them. */
export async function* xlsxFile(name: string, sheets: XlsxSheets): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  const end = new AbortController();
  const filled = fill(zip, name, sheets, end.signal).catch((error: Error) => void output.destroy(error));
  try {
    yield* output;
  } finally {
    end.abort();
    await filled;
  }
}

async function fill(zip: ZipFile, name: string, sheets: XlsxSheets, signal: AbortSignal): Promise<void> {
  await sheets.begin();
  let count = 0;
  do {
    count += 1;
    const sheet = Readable.from(sheets.sheet(), { objectMode: false, signal });
    // The library reads its input stream at once, and takes errors from it.
    const ended = finished(sheet, { cleanup: true });
    zip.addReadStream(sheet, sheetPath(count), { compressionLevel: COMPRESSION_LEVEL });
    await ended;
  } while (!sheets.isDone);
  for (const [path, xml] of partsOf(name, count)) zip.addBuffer(Buffer.from(HEAD + xml), path);
  zip.end();
}

function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

function partsOf(name: string, count: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sheetNames = numbers.map((number) => (number === 1 ? name : `${name}_${number}`));
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (all: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
  return [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheetNames.map((each, index) => `<sheet name="${each}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
        relation(`rId${count + 1}`, 'styles', 'styles.xml'),
      ]),
    ],
    ['xl/styles.xml', stylesXml()],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
        `${numbers.map((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    ],
  ];
}

/** Custom formats start here; lower numbers are built in. */
const OWN_FORMATS_FROM = 164;

function stylesXml(): string {
  const formats = Object.values(CELL_FORMATS);
  const codes = formats.map(
    ({ index, code }) => `<numFmt numFmtId="${OWN_FORMATS_FROM + index}" formatCode="${code}"/>`,
  );
  const cells = formats.map(
    ({ index }) =>
      `<xf numFmtId="${OWN_FORMATS_FROM + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
